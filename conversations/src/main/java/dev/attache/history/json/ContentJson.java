package dev.attache.history.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceJson;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Contents in a history: {@code {"$blob": DIGEST, "size": BYTES}}; in histories of others also the
 * text itself, or bytes in base64.
 */
final class ContentJson {

  /** The field of the digest. */
  static final String BLOB = "$blob";

  /** As far as every program can count that reads JSON; no content has so many bytes. */
  private static final long MAX_SIZE = 1L << 53;

  private ContentJson() {}

  /** Writes what stands for a content. */
  static void write(JsonGenerator json, ResourceContent content) throws IOException {
    json.writeStartObject();
    json.writeStringField(BLOB, content.digest().hex());
    json.writeNumberField("size", content.size());
    json.writeEndObject();
  }

  /** Writes the fields of a resource without its formatted form. */
  static void writeResource(JsonGenerator json, Resource resource) throws IOException {
    Resource raw =
        resource.formatted() == null ? resource : resource.toBuilder().formatted(null).build();
    ResourceJson.writeHeadTo(json, raw);
    json.writeFieldName(raw.content().isText() ? "text" : "blob");
    write(json, raw.content());
    ResourceJson.writeTailTo(json, raw);
  }

  /** Writes the formatted form of a resource; it may still be a part of the resource. */
  static void writeFormatted(
      JsonGenerator json, @Nullable ResourceContent formatted, Resource resource)
      throws IOException {
    String own = resource.formatted();
    ResourceContent form = formatted == null && own != null ? ResourceContent.text(own) : formatted;
    if (form != null) {
      json.writeFieldName("formatted");
      write(json, form);
    }
  }

  /** Reads a resource without its formatted form. */
  static Resource readResource(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    ResourceContent text = readText(fields, "text", contents);
    ResourceContent blob = readBlob(fields, contents);
    if ((text == null) == (blob == null)) {
      throw JsonFields.problemAt(
          fields.path(),
          text == null ? "must have text or blob" : "must have text or blob, not both");
    }
    try {
      JsonNode node = fields.withoutNulls();
      JsonNode raw = node.has("formatted") ? JsonFields.without(node, Set.of("formatted")) : node;
      return ResourceJson.read(raw, text == null ? blob : text);
    } catch (ResourceException e) {
      throw JsonFields.problem(fields.path(), e);
    }
  }

  /** Reads a text; null if there is no such field. */
  static @Nullable ResourceContent readText(
      JsonFields fields, String field, EventJson.Contents contents) throws StoreException {
    JsonNode value = fields.get(field);
    if (value == null) {
      return null;
    }
    if (value.isTextual()) {
      try {
        return ResourceContent.text(value.textValue());
      } catch (IllegalArgumentException e) {
        throw fields.problem(field, "must not contain an unpaired surrogate");
      }
    }
    return stored(fields, field, true, contents);
  }

  /** Reads a text that must be there. */
  static ResourceContent requireText(JsonFields fields, String field, EventJson.Contents contents)
      throws StoreException {
    ResourceContent text = readText(fields, field, contents);
    if (text == null) {
      throw fields.problem(field, "is missing");
    }
    return text;
  }

  private static @Nullable ResourceContent readBlob(JsonFields fields, EventJson.Contents contents)
      throws StoreException {
    JsonNode value = fields.get("blob");
    if (value == null) {
      return null;
    }
    if (value.isTextual()) {
      try {
        return ResourceContent.blob(Base64.getDecoder().decode(value.textValue()));
      } catch (IllegalArgumentException e) {
        throw fields.problem(
            "blob", "is not base64: " + Sanitizer.sanitizeLine(String.valueOf(e.getMessage())));
      }
    }
    return stored(fields, "blob", false, contents);
  }

  static ResourceContent stored(
      JsonFields fields, String field, boolean isText, EventJson.Contents contents)
      throws StoreException {
    JsonNode value = fields.get(field);
    if (value == null || !value.isObject()) {
      throw fields.problem(field, "must be a string or an object with $blob and size");
    }
    JsonFields stored = JsonFields.of(value, fields.path(field));
    long size = stored.requireLong("size");
    if (size > MAX_SIZE) {
      throw stored.problem("size", "must be at most " + MAX_SIZE);
    }
    return contents.find(isText, size, digest(stored));
  }

  private static ContentDigest digest(JsonFields stored) throws StoreException {
    String hex = stored.requireString(BLOB);
    try {
      return new ContentDigest(hex);
    } catch (IllegalArgumentException e) {
      throw stored.problem(BLOB, "must be 64 lower-case hexadecimal digits");
    }
  }
}
