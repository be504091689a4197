package dev.attache.models.openai;

import dev.attache.model.BodyFields;
import dev.attache.model.BodyWriter;
import dev.attache.model.ModelProfile;
import dev.attache.model.RequestBody;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A body that begins with small fields and ends with the messages, so that one with more messages
 * begins with the same bytes. Immutable.
 *
 * @param fields what stands before the messages, and is not added to any more
 * @param name the field of the messages
 * @param items the messages
 */
record OpenAiBody(BodyFields fields, String name, List<Item> items, List<Placed> placed)
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

  @Override
  public void writeTo(OutputStream out) throws IOException {
    var body = new BodyWriter(out).startObject();
    fields.writeTo(body);
    body.name(name).startArray();
    for (Item item : items) {
      item.writeTo(body);
    }
    body.endArray().endObject().flush();
  }
}
