package dev.attache.conversation;

import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationLog.Composer;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A store that counts how often a history is read from its end, and all that is attached. */
final class WatchedStore {

  private final ConversationStore real;
  private int readsBack;
  private int lists;

  WatchedStore(ConversationStore real) {
    this.real = real;
  }

  ConversationStore store() {
    return watched(ConversationStore.class, real);
  }

  int readsBack() {
    return readsBack;
  }

  int lists() {
    return lists;
  }

  private <T> T watched(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(target, method, arguments)));
  }

  private Object call(Object target, Method method, Object[] arguments) throws Throwable {
    readsBack += method.getName().equals("newestFirst") ? 1 : 0;
    lists += method.getName().equals("attachments") && arguments == null ? 1 : 0;
    for (int i = 0; arguments != null && i < arguments.length; i++) {
      if (arguments[i] instanceof Composer composer) {
        arguments[i] = (Composer) now -> composer.compose(watched(ConversationView.class, now));
      }
    }
    try {
      Object result = method.invoke(target, arguments);
      return result instanceof ConversationLog log ? watched(ConversationLog.class, log) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
