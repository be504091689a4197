package dev.attache.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a body before its messages: those of the wire, in order, and those that the user
 * adds to them. Not thread-safe.
 */
public final class BodyFields {

  private final Map<String, Object> fields = new LinkedHashMap<>();

  public BodyFields() {}

  /** Puts a field, unless its value is null. */
  public BodyFields put(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
    return this;
  }

  /**
   * Adds what the user wants: objects and arrays to those of the same name, all else in place of
   * it.
   *
   * @param messages the field that the conversation is written to
   * @throws IllegalArgumentException if that is among them
   */
  public BodyFields add(Map<String, Object> extra, String messages) {
    if (extra.containsKey(messages)) {
      throw new IllegalArgumentException(
          "extra (" + messages + ") is written from the conversation and cannot be given");
    }
    extra.forEach((name, value) -> fields.put(name, merged(fields.get(name), value)));
    return this;
  }

  /** Writes the fields into an open object. */
  public void writeTo(BodyWriter body) throws IOException {
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      body.field(field.getKey(), field.getValue());
    }
  }

  private static Object merged(@Nullable Object ours, Object theirs) {
    if (ours instanceof Map<?, ?> into && theirs instanceof Map<?, ?> from) {
      var both = new LinkedHashMap<Object, Object>(into);
      from.forEach((name, value) -> both.put(name, merged(both.get(name), value)));
      return both;
    } else if (ours instanceof List<?> first && theirs instanceof List<?> second) {
      var both = new ArrayList<Object>(first);
      both.addAll(second);
      return both;
    }
    return theirs;
  }
}
