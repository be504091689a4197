package dev.attache.resource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deep, ordered, unmodifiable copies of JSON values: maps, lists, texts, numbers, truth, null. */
public final class JsonValues {

  private JsonValues() {}

  static Map<String, Object> copyOf(Map<String, Object> map) {
    return map.isEmpty() ? Map.of() : copyOfObject(map, "meta");
  }

  /**
   * {@return a copy of a value}
   *
   * @param value null is JSON's own
   * @param name what it is, for the message
   * @throws IllegalArgumentException if JSON has no such value, with the JSON pointer of it
   */
  public static @Nullable Object copyOf(@Nullable Object value, String name) {
    return copyOfValue(value, name);
  }

  /** The JSON pointer (RFC 6901) of a member of the object at {@code pointer}. */
  static String child(String pointer, String key) {
    return pointer + "/" + key.replace("~", "~0").replace("/", "~1");
  }

  private static Map<String, Object> copyOfObject(Map<?, ?> map, String pointer) {
    var copy = new LinkedHashMap<String, Object>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw new IllegalArgumentException(pointer + " has a key that is not a string");
      }
      copy.put(key, copyOfValue(entry.getValue(), child(pointer, key)));
    }
    return Collections.unmodifiableMap(copy);
  }

  @SuppressWarnings("NullAway") // JSON has null, and the map's values are JSON
  private static Object copyOfValue(@Nullable Object value, String pointer) {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || isExactNumber(value)) {
      return value;
    }
    if (value instanceof Double || value instanceof Float) {
      return requireFinite((Number) value, pointer);
    }
    if (value instanceof Map<?, ?> map) {
      return copyOfObject(map, pointer);
    }
    if (value instanceof List<?> list) {
      var copy = new ArrayList<Object>(list.size());
      for (Object element : list) {
        copy.add(copyOfValue(element, pointer + "/" + copy.size()));
      }
      return Collections.unmodifiableList(copy);
    }
    throw new IllegalArgumentException(
        pointer + " (" + value.getClass().getName() + ") must be a JSON value");
  }

  /** Whether JSON can express this number as it is; other subclasses of Number may even change. */
  private static boolean isExactNumber(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger
        || value instanceof BigDecimal;
  }

  private static Number requireFinite(Number number, String pointer) {
    if (!Double.isFinite(number.doubleValue())) {
      throw new IllegalArgumentException(pointer + " (" + number + ") must be a finite number");
    }
    return number;
  }
}
