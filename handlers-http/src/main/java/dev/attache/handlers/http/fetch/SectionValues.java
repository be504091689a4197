package dev.attache.handlers.http.fetch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of a section of the configuration, each of the type that it has to have. */
final class SectionValues {

  private final Map<String, Object> section;

  SectionValues(Map<String, Object> section) {
    this.section = section;
  }

  String string(String key, String otherwise) {
    Object value = section.getOrDefault(key, otherwise);
    if (value instanceof String string) {
      return string;
    }
    throw wrong(key, "a string");
  }

  boolean flag(String key, boolean otherwise) {
    Object value = section.getOrDefault(key, otherwise);
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw wrong(key, "true or false");
  }

  long number(String key, long otherwise, long least, long most) {
    Object value = section.getOrDefault(key, otherwise);
    if ((value instanceof Long || value instanceof Integer)
        && ((Number) value).longValue() >= least
        && ((Number) value).longValue() <= most) {
      return ((Number) value).longValue();
    }
    throw wrong(
        key,
        most == Long.MAX_VALUE
            ? "a whole number from " + least
            : "a whole number from " + least + " to " + most);
  }

  List<String> strings(String key) {
    Object value = section.getOrDefault(key, List.of());
    if (!(value instanceof List<?> list)) {
      throw wrong(key, "a list of strings");
    }
    var strings = new ArrayList<String>(list.size());
    for (Object element : list) {
      if (!(element instanceof String string)) {
        throw wrong(key, "a list of strings");
      }
      strings.add(string);
    }
    return strings;
  }

  /** The headers of one origin: {@code {"headers": {"Name": "value", …}}}. */
  static Map<String, String> headers(String origin, Map<?, ?> table) {
    if (!(table.get("headers") instanceof Map<?, ?> values)) {
      throw new IllegalArgumentException("\"" + origin + "\" must have a table of headers");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      if (!(entry.getValue() instanceof String value)) {
        throw new IllegalArgumentException(
            "header " + entry.getKey() + " of \"" + origin + "\" must be a string");
      }
      headers.put(String.valueOf(entry.getKey()), value);
    }
    return headers;
  }

  private static IllegalArgumentException wrong(String key, String rule) {
    return new IllegalArgumentException(key + " must be " + rule);
  }
}
