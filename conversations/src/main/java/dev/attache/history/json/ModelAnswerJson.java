package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ModelAnswer.Sent;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The JSON form of what a model answered. */
final class ModelAnswerJson {

  private static final String TEXT = "text";
  private static final String CALL = "tool_call";
  private static final String OPAQUE = "opaque";

  private ModelAnswerJson() {}

  static void write(JsonGenerator json, ModelAnswer answer) throws IOException {
    json.writeStringField("provider", answer.provider());
    json.writeStringField("api", answer.api());
    json.writeStringField("model", answer.model());
    json.writeStringField("stop", answer.stop());
    json.writeArrayFieldStart("items");
    for (AnswerItem item : answer.items()) {
      json.writeStartObject();
      write(json, item);
      json.writeEndObject();
    }
    json.writeEndArray();
    ModelUsage usage = answer.usage();
    if (usage != null) {
      json.writeObjectFieldStart("usage");
      json.writeNumberField("input", usage.input());
      json.writeNumberField("cacheRead", usage.cacheRead());
      json.writeNumberField("cacheWrite", usage.cacheWrite());
      json.writeNumberField("output", usage.output());
      json.writeEndObject();
    }
    Sent sent = answer.sent();
    if (sent != null) {
      json.writeObjectFieldStart("sent");
      json.writeStringField("digest", sent.digest().toString());
      json.writeNumberField("bytes", sent.bytes());
      json.writeEndObject();
    }
  }

  private static void write(JsonGenerator json, AnswerItem item) throws IOException {
    if (item instanceof AnswerItem.Text text) {
      json.writeStringField("type", TEXT);
      json.writeStringField("text", text.text());
    } else if (item instanceof AnswerItem.Call call) {
      json.writeStringField("type", CALL);
      json.writeStringField("id", call.id());
      json.writeStringField("name", call.name());
      json.writeStringField("arguments", call.arguments());
    } else if (item instanceof AnswerItem.Opaque opaque) {
      json.writeStringField("type", OPAQUE);
      json.writeStringField("raw", opaque.raw());
    }
  }

  static ModelAnswer read(JsonFields fields, Instant at, int turn) throws StoreException {
    return new ModelAnswer(
        at,
        turn,
        fields.string("provider", ""),
        fields.string("api", ""),
        fields.string("model", ""),
        fields.string("stop", ""),
        fields.list("items", ModelAnswerJson::item),
        usage(fields.object("usage")),
        sent(fields.object("sent")));
  }

  private static AnswerItem item(JsonNode node, FieldPath path) throws StoreException {
    JsonFields fields = JsonFields.of(node, path);
    return switch (fields.requireString("type")) {
      case TEXT -> new AnswerItem.Text(fields.requireString("text"));
      case CALL ->
          new AnswerItem.Call(
              fields.requireString("id"),
              fields.requireString("name"),
              fields.string("arguments", "{}"));
      case OPAQUE -> new AnswerItem.Opaque(fields.requireString("raw"));
      default -> throw fields.problem("type", "must be text, tool_call or opaque");
    };
  }

  private static @Nullable ModelUsage usage(@Nullable JsonFields fields) throws StoreException {
    return fields == null
        ? null
        : new ModelUsage(
            fields.requireLong("input"),
            fields.requireLong("cacheRead"),
            fields.requireLong("cacheWrite"),
            fields.requireLong("output"));
  }

  private static @Nullable Sent sent(@Nullable JsonFields fields) throws StoreException {
    if (fields == null) {
      return null;
    }
    ContentDigest digest =
        ContentDigest.parse(fields.requireString("digest"))
            .orElseThrow(() -> fields.problem("digest", "must be a digest such as sha256:…"));
    return new Sent(digest, fields.requireLong("bytes"));
  }
}
