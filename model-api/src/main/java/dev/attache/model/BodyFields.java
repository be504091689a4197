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

  private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

  /** Begins without a field. */
  public BodyFields() {}

  /**
   * Puts a field, unless its value is null.
   *
   * @param name the field; one of that name is replaced where it is
   * @param value a JSON value; null for no such field, which leaves one that is there
   * @return these fields
   */
  public BodyFields put(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
    return this;
  }

  /**
   * Adds what the user wants, by the one rule of all wires: the fields of an object to ours, and so
   * on inside it; the elements of an array after ours, so that a tool of the provider stands beside
   * those of the conversation; all else in place of ours.
   *
   * @param extra the fields of the user: JSON values by name
   * @param written the fields that are written after these, from the conversation
   * @return these fields
   * @throws IllegalArgumentException if one of those is among them
   */
  public BodyFields add(Map<String, ? extends @Nullable Object> extra, String... written) {
    for (String name : written) {
      if (extra.containsKey(name)) {
        throw new IllegalArgumentException(
            "extra (" + name + ") is written from the conversation and cannot be given");
      }
    }
    extra.forEach((name, value) -> fields.put(name, merged(fields.get(name), value)));
    return this;
  }

  /**
   * Writes the fields into an open object.
   *
   * @param body takes them, and is left in the same object
   * @throws IOException if nothing can be written
   */
  public void writeTo(BodyWriter body) throws IOException {
    for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
      body.field(field.getKey(), field.getValue());
    }
  }

  private static @Nullable Object merged(@Nullable Object ours, @Nullable Object theirs) {
    if (ours instanceof Map<?, ?> into && theirs instanceof Map<?, ?> from) {
      var both = new LinkedHashMap<Object, @Nullable Object>(into);
      from.forEach((name, value) -> both.put(name, merged(both.get(name), value)));
      return both;
    } else if (ours instanceof List<?> first && theirs instanceof List<?> second) {
      var both = new ArrayList<@Nullable Object>(first);
      both.addAll(second);
      return both;
    }
    return theirs;
  }
}
