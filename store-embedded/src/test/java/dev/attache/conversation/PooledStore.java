package dev.attache.conversation;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A store over a pool of connections, as one in a database has it: each call takes a connection, an
 * open stream keeps it, and an append has one, which its view and its batch share.
 */
public final class PooledStore {

  private static final long PATIENCE_SECONDS = 5;

  private final ConversationStore real;
  private final Semaphore connections;
  private final ThreadLocal<Boolean> isAppending = ThreadLocal.withInitial(() -> false);

  public PooledStore(ConversationStore real, int connections) {
    this.real = real;
    this.connections = new Semaphore(connections);
  }

  public ConversationStore store() {
    return pooled(ConversationStore.class, real);
  }

  int free() {
    return connections.availablePermits();
  }

  private void take() throws StoreException {
    try {
      if (!connections.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw StoreException.of(StoreException.Kind.BUSY, "no connection is free");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StoreException.of(StoreException.Kind.FAILED, "interrupted", e);
    }
  }

  private <T> T pooled(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(target, method, arguments)));
  }

  private Object call(Object target, Method method, Object[] arguments) throws Throwable {
    take();
    boolean isKept = false;
    boolean isAppend = method.getName().equals("append");
    try {
      if (isAppend) {
        isAppending.set(true);
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = arguments[i] instanceof Batch batch ? batch.real : arguments[i];
        }
      }
      Object result = method.invoke(target, arguments);
      isKept = result instanceof EventStream;
      return result instanceof EventStream stream
          ? new Stream(stream)
          : result instanceof BlobBatch batch
              ? new Batch(batch)
              : result instanceof ConversationLog log ? pooled(ConversationLog.class, log) : result;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      if (isAppend) {
        isAppending.set(false);
      }
      if (!isKept) {
        connections.release();
      }
    }
  }

  private final class Batch implements BlobBatch {
    private final BlobBatch real;

    Batch(BlobBatch real) {
      this.real = real;
    }

    @Override
    public Stored add(ResourceContent content) throws StoreException {
      if (isAppending.get()) {
        return real.add(content);
      }
      take();
      try {
        return real.add(content);
      } finally {
        connections.release();
      }
    }

    @Override
    public void close() {
      real.close();
    }
  }

  private final class Stream implements EventStream {
    private final EventStream real;

    Stream(EventStream real) {
      this.real = real;
    }

    @Override
    public @Nullable ConversationEvent next() throws StoreException {
      return real.next();
    }

    @Override
    public void close() {
      real.close();
      connections.release();
    }
  }
}
