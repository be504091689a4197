package dev.attache.support.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON values of the other end, taken for what they should be. */
public final class LenientValues {

  /** What a value takes besides its characters, as a rule. */
  private static final int OVERHEAD = 32;

  private LenientValues() {}

  /**
   * {@return about how many bytes of memory a value takes}
   *
   * @param value a JSON value; null is JSON's own
   */
  public static long size(@Nullable Object value) {
    long size = OVERHEAD;
    if (value instanceof String text) {
      size += text.length();
    } else if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        size += String.valueOf(entry.getKey()).length() + size(entry.getValue());
      }
    } else if (value instanceof List<?> list) {
      for (Object item : list) {
        size += size(item);
      }
    }
    return size;
  }

  /**
   * {@return the object that a value is; empty if it is none}
   *
   * @param value a JSON value; null where a field is missing
   */
  @SuppressWarnings("unchecked") // the keys of JSON objects are texts
  public static Map<String, Object> object(@Nullable Object value) {
    return value instanceof Map ? (Map<String, Object>) value : Map.of();
  }

  /**
   * {@return the objects that a value is a list of, empty in place of each other; null if it is
   * none}
   *
   * @param value a JSON value; null where a field is missing
   */
  public static @Nullable List<Map<String, Object>> objects(@Nullable Object value) {
    if (!(value instanceof List<?> list)) {
      return null;
    }
    var objects = new ArrayList<Map<String, Object>>(list.size());
    for (Object item : list) {
      objects.add(object(item));
    }
    return objects;
  }

  /**
   * {@return the texts in a value, if it is a list; empty if not}
   *
   * @param value a JSON value; null where a field is missing
   */
  public static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  /**
   * {@return the text that a value is; null if it is none}
   *
   * @param value a JSON value; null where a field is missing
   */
  public static @Nullable String text(@Nullable Object value) {
    return value instanceof String text ? text : null;
  }
}
