package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.ConversationSummary.Tally;
import dev.attache.history.StoreException;
import dev.attache.resource.json.JsonLine;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.json.Timestamps;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The JSON form of summaries and of attachment states, for stores to keep. Thread-safe. */
public final class SummaryJson {

  private SummaryJson() {}

  /**
   * {@return the object of a summary, in UTF-8, on one line without its end}
   *
   * @param summary what a history comes to
   * @throws IOException if a setting in it is nested too deep
   */
  public static byte[] write(ConversationSummary summary) throws IOException {
    return JsonLine.write(json -> writeFields(json, summary));
  }

  /**
   * Reads a summary.
   *
   * @param line the object, in UTF-8
   * @return the summary as it was written
   * @throws StoreException of kind {@code CORRUPT} if it is none
   */
  public static ConversationSummary read(byte[] line) throws StoreException {
    JsonFields fields = JsonFields.ofLine(line);
    return new ConversationSummary(
        EventReader.conversation(fields, "id"),
        fields.string("title"),
        fields.instant("created", Instant.EPOCH),
        fields.instant("updated", Instant.EPOCH),
        exchanged(fields),
        fields.requireInt("turns"),
        fields.list("declarations", SummaryJson::declared),
        fields.values("settings"),
        tally(fields.requireObject("tally")),
        EventReader.origin(fields),
        fields.flag("archived"));
  }

  /**
   * {@return the object of an attachment state, in UTF-8, on one line without its end}
   *
   * @param state an attachment with what was noticed of it; contents are named by their digests
   * @throws IOException if something in it is nested too deep
   */
  public static byte[] write(AttachmentState state) throws IOException {
    return JsonLine.write(json -> writeFields(json, state));
  }

  /**
   * Reads an attachment state.
   *
   * @param line the object, in UTF-8
   * @param contents asked for each content that the attachment names, while it is read
   * @return the state as it was written
   * @throws StoreException of kind {@code CORRUPT} if it is none
   */
  public static AttachmentState readState(byte[] line, EventJson.Contents contents)
      throws StoreException {
    return readState(JsonFields.ofLine(line), contents);
  }

  /**
   * Reads attachment states that stand one after the other.
   *
   * @param lines their objects, in UTF-8, each on a line
   * @param contents asked for each content that the attachments name, while they are read
   * @return the states as they were written
   * @throws StoreException of kind {@code CORRUPT} if one of them is none
   */
  public static List<AttachmentState> readStates(byte[] lines, EventJson.Contents contents)
      throws StoreException {
    var states = new ArrayList<AttachmentState>();
    try (JsonParser json = JsonTree.parser(JsonFields.text(lines))) {
      for (JsonNode each = JsonTree.next(json); each != null; each = JsonTree.next(json)) {
        states.add(readState(JsonFields.of(each, FieldPath.LINE), contents));
      }
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw JsonFields.unreadable(e);
    }
    return states;
  }

  private static AttachmentState readState(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    JsonFields noticed = fields.object("noticed");
    return new AttachmentState(
        DeliveryJson.place(fields.requireObject("place")),
        AttachmentJson.read(fields.requireObject("attachment"), Instant.EPOCH, contents),
        noticed == null ? null : AttachmentJson.readNotice(noticed));
  }

  private static void writeFields(JsonGenerator json, ConversationSummary summary)
      throws IOException {
    json.writeStringField("id", summary.id().value());
    AttachmentJson.writeOptional(json, "title", summary.title());
    json.writeStringField("created", Timestamps.format(summary.created()));
    json.writeStringField("updated", Timestamps.format(summary.updated()));
    json.writeStringField("exchanged", Timestamps.format(summary.exchanged()));
    json.writeNumberField("turns", summary.turns());
    json.writeArrayFieldStart("declarations");
    for (Declared declared : summary.declarations()) {
      json.writeStartObject();
      EventWriter.writeDeclaration(json, declared.declaration());
      json.writeBooleanField("pending", declared.isPending());
      json.writeEndObject();
    }
    json.writeEndArray();
    EventWriter.writeValues(json, "settings", summary.settings());
    Tally tally = summary.tally();
    json.writeObjectFieldStart("tally");
    json.writeNumberField("snapshots", tally.snapshots());
    json.writeNumberField("bytes", tally.bytes());
    json.writeNumberField("references", tally.references());
    json.writeNumberField("deltas", tally.deltas());
    json.writeNumberField("savedBytes", tally.savedBytes());
    json.writeNumberField("savedTokens", tally.savedTokens());
    json.writeEndObject();
    EventWriter.writeOrigin(json, summary.forkedFrom());
    json.writeBooleanField("archived", summary.isArchived());
  }

  private static void writeFields(JsonGenerator json, AttachmentState state) throws IOException {
    json.writeFieldName("place");
    DeliveryJson.write(json, state.place());
    json.writeFieldName("attachment");
    AttachmentJson.write(json, state.attachment());
    if (state.noticed() != null) {
      json.writeFieldName("noticed");
      AttachmentJson.writeNotice(json, state.noticed());
    }
  }

  /** What an earlier version has written has none, and has to be made anew. */
  private static Instant exchanged(JsonFields fields) throws StoreException {
    fields.requireString("exchanged");
    return fields.instant("exchanged", Instant.EPOCH);
  }

  private static Declared declared(JsonNode node, FieldPath path) throws StoreException {
    JsonFields fields = JsonFields.of(node, path);
    return new Declared(EventReader.declaration(fields), fields.flag("pending"));
  }

  private static Tally tally(JsonFields fields) throws StoreException {
    return new Tally(
        fields.requireLong("snapshots"),
        fields.requireLong("bytes"),
        fields.requireLong("references"),
        fields.requireLong("deltas"), // as with what is exchanged
        fields.signed("savedBytes"),
        fields.signed("savedTokens"));
  }
}
