package dev.attache.models.openai;

import dev.attache.model.BodyWriter;
import dev.attache.model.ModelProfile;
import dev.attache.model.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A body that begins with small fields and ends with the messages, so that one with more messages
 * begins with the same bytes. Immutable.
 *
 * @param fields what stands before the messages
 * @param name the field of the messages
 * @param items the messages
 */
record OpenAiBody(Map<String, Object> fields, String name, List<Item> items, List<Placed> placed)
    implements RequestBody {

  /** A message of a body, or what else stands between messages. */
  @FunctionalInterface
  interface Item {

    /**
     * Writes it as one value of JSON.
     *
     * @throws IOException if a content cannot be read, or nothing can be written
     */
    void writeTo(BodyWriter body) throws IOException;
  }

  OpenAiBody {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    items = List.copyOf(items);
    placed = List.copyOf(placed);
  }

  /**
   * Checks that a profile is of a wire.
   *
   * @throws IllegalArgumentException if it is of another
   */
  static void check(ModelProfile profile, String... wires) {
    if (!List.of(wires).contains(profile.wire())) {
      throw new IllegalArgumentException(
          "wire (" + profile.wire() + ") must be " + String.join(" or ", wires));
    }
  }

  /**
   * Adds the fields of a caller: objects are merged, and all else of the same name gives way.
   *
   * @throws IllegalArgumentException if the caller gives the messages
   */
  static Map<String, Object> with(
      Map<String, Object> fields, Map<String, Object> extra, String name) {
    if (extra.containsKey(name)) {
      throw new IllegalArgumentException("extra (" + name + ") must not replace the messages");
    }
    var merged = new LinkedHashMap<>(fields);
    merge(merged, extra);
    return merged;
  }

  @SuppressWarnings("unchecked") // JSON objects have names of text
  private static void merge(Map<String, Object> into, Map<String, Object> from) {
    from.forEach(
        (field, value) -> {
          if (into.get(field) instanceof Map<?, ?> ours && value instanceof Map<?, ?> theirs) {
            var inner = new LinkedHashMap<>((Map<String, Object>) ours);
            merge(inner, (Map<String, Object>) theirs);
            into.put(field, inner);
          } else {
            into.put(field, value);
          }
        });
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var body = new BodyWriter(out).startObject();
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      body.field(field.getKey(), field.getValue());
    }
    body.name(name).startArray();
    for (Item item : items) {
      item.writeTo(body);
    }
    body.endArray().endObject().flush();
  }
}
