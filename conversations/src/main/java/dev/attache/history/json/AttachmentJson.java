package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentKey;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.json.Timestamps;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attachments in a history: MCP's flat resource contents, and beside them what is ours. Of a
 * resource that somebody else wrote there, all that is ours may be missing.
 */
final class AttachmentJson {

  private AttachmentJson() {}

  static void write(JsonGenerator json, Attachment attachment) throws IOException {
    Snapshot snapshot = attachment.snapshot();
    Resource resource = snapshot.resource();
    json.writeStartObject();
    ContentJson.writeResource(json, resource);
    ContentJson.writeFormatted(json, attachment.formatted(), resource);
    if (!snapshot.address().equals(resource.uri())) {
      json.writeStringField("address", snapshot.address().value());
    }
    json.writeStringField("source", snapshot.source());
    json.writeStringField("capturedAt", Timestamps.format(snapshot.capturedAt()));
    writeType(json, snapshot.type());
    writeStrings(json, "notes", snapshot.notes());
    json.writeStringField("reference", attachment.reference());
    writeOptional(json, "consent", attachment.consent());
    DeliveryJson.write(json, attachment.delivery());
    DeliveryJson.write(json, attachment.form());
    json.writeEndObject();
  }

  /**
   * Reads an attachment.
   *
   * @param at when it was recorded
   */
  static Attachment read(JsonFields fields, Instant at, EventJson.Contents contents)
      throws StoreException {
    Resource resource = ContentJson.readResource(fields, contents);
    ResourceUri address = readUri(fields, "address");
    var snapshot =
        new Snapshot(
            resource,
            address == null ? resource.uri() : address,
            fields.string("source", source(resource.uri())),
            fields.instant("capturedAt", at),
            readType(fields),
            fields.strings("notes"));
    return new Attachment(
        snapshot,
        ContentJson.readText(fields, "formatted", contents),
        fields.string("reference", resource.uri().value()),
        fields.string("consent"),
        DeliveryJson.read(fields, contents),
        DeliveryJson.readForm(fields));
  }

  static void writeNotice(JsonGenerator json, Notice notice) throws IOException {
    json.writeStartObject();
    json.writeStringField("text", notice.text());
    AttachmentKey about = notice.about();
    if (about != null) {
      json.writeStringField("uri", about.uri().value());
      if (!about.address().equals(about.uri())) {
        json.writeStringField("address", about.address().value());
      }
    }
    if (notice.now() != null) {
      json.writeStringField("now", notice.now().toString());
    }
    json.writeEndObject();
  }

  static Notice readNotice(JsonFields fields) throws StoreException {
    ResourceUri uri = readUri(fields, "uri");
    ResourceUri address = readUri(fields, "address");
    return new Notice(
        fields.requireString("text"),
        uri == null ? null : new AttachmentKey(address == null ? uri : address, uri),
        readDigest(fields, "now"));
  }

  static void writeStrings(JsonGenerator json, String field, List<String> values)
      throws IOException {
    if (!values.isEmpty()) {
      json.writeArrayFieldStart(field);
      for (String value : values) {
        json.writeString(value);
      }
      json.writeEndArray();
    }
  }

  static void writeOptional(JsonGenerator json, String field, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(field, value);
    }
  }

  private static void writeType(JsonGenerator json, TypeDecision type) throws IOException {
    json.writeObjectFieldStart("type");
    writeOptional(json, "declared", type.declared());
    writeOptional(json, "byName", type.byName());
    writeOptional(json, "sniffed", type.sniffed());
    json.writeStringField("chosen", type.chosen());
    json.writeStringField("why", type.why());
    json.writeEndObject();
  }

  private static @Nullable TypeDecision readType(JsonFields fields) throws StoreException {
    JsonFields type = fields.object("type");
    if (type == null) {
      return null;
    }
    return new TypeDecision(
        type.string("declared"),
        type.string("byName"),
        type.string("sniffed"),
        type.requireString("chosen"),
        type.requireString("why"));
  }

  /** The first word of a source that produces such URIs. */
  private static String source(ResourceUri uri) {
    String scheme = uri.scheme();
    return scheme.equals("https") ? "http" : scheme;
  }

  private static @Nullable ResourceUri readUri(JsonFields fields, String field)
      throws StoreException {
    String value = fields.string(field);
    if (value == null) {
      return null;
    }
    return ResourceUri.parse(value)
        .orElseThrow(() -> fields.problem(field, "must be an absolute URI"));
  }

  static @Nullable ContentDigest readDigest(JsonFields fields, String field) throws StoreException {
    String value = fields.string(field);
    if (value == null) {
      return null;
    }
    return ContentDigest.parse(value)
        .orElseThrow(
            () -> fields.problem(field, "must be sha256: and 64 lower-case hexadecimal digits"));
  }
}
