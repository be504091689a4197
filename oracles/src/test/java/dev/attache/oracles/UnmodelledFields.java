package dev.attache.oracles;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The fields that an SDK made by Stainless has kept although its types do not know them; it sends
 * them as they came, so that comparing JSON does not show them. Not thread-safe.
 */
final class UnmodelledFields {

  private static final String KEPT = "additionalProperties";

  /** The text as it came, beside what was made of it. */
  private static final String RAW = "_json";

  private final String models;
  private final Set<String> found = new TreeSet<>();

  private UnmodelledFields(String models) {
    this.models = models;
  }

  /**
   * Returns the fields in an object, each by its class and name, such as {@code
   * TextBlockParam.titel}.
   *
   * @param models the package that has the types of the SDK
   * @param free the types in which any field may stand, which are left out
   */
  static Set<String> of(Object object, String models, Set<String> free) {
    var fields = new UnmodelledFields(models);
    fields.walk(object);
    fields.found.removeIf(field -> free.stream().anyMatch(type -> field.startsWith(type + ".")));
    return fields.found;
  }

  private void walk(@Nullable Object value) {
    if (value instanceof Iterable<?> each) {
      each.forEach(this::walk);
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(this::walk);
    } else if (value instanceof Optional<?> optional) {
      optional.ifPresent(this::walk);
    } else if (value != null && value.getClass().getName().startsWith(models)) {
      walkFields(value);
    } else if (value != null && value.getClass().getSuperclass() != null) {
      walkKnown(value);
    }
  }

  /** Walks through a field of the SDK that has a value of its type. */
  private void walkKnown(Object value) {
    for (Method method : value.getClass().getMethods()) {
      if (method.getName().equals("asKnown") && method.getParameterCount() == 0) {
        walk(invoke(method, value));
        return;
      }
    }
  }

  private void walkFields(Object object) {
    for (Field field : object.getClass().getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) || field.getName().equals(RAW)) {
        continue;
      }
      Object value = get(field, object);
      if (field.getName().equals(KEPT) && value instanceof Map<?, ?> kept) {
        kept.keySet().forEach(name -> found.add(name(object.getClass()) + "." + name));
      } else {
        walk(value);
      }
    }
  }

  private static String name(Class<?> type) {
    String name = type.getName();
    return name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
  }

  private static @Nullable Object get(Field field, Object object) {
    try {
      field.setAccessible(true);
      return field.get(object);
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      throw new AssertionError(e); // the SDKs are no modules
    }
  }

  private static @Nullable Object invoke(Method method, Object object) {
    try {
      method.setAccessible(true);
      return method.invoke(object);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e); // it asks for what is there
    }
  }
}
