package dev.attache.mcp.server;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceJson;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON of attached resources in a list (MCP, {@code Resource}); nothing of their contents. */
final class ResourceListJson {

  private ResourceListJson() {}

  static void write(JsonGenerator json, ListedResource listed) throws IOException {
    Resource resource = listed.resource();
    json.writeStartObject();
    json.writeStringField("uri", listed.uri());
    json.writeStringField("name", name(resource, listed.uri()));
    writeOptional(json, "title", resource.title());
    writeOptional(json, "description", resource.description());
    writeOptional(json, "mimeType", resource.mimeType());
    json.writeNumberField("size", resource.content().size());
    if (resource.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, resource.annotations());
    }
    json.writeFieldName("_meta");
    ResourceJson.writeObjectTo(json, meta(listed.snapshot()));
    json.writeEndObject();
  }

  /** Clients cannot do without a name. */
  private static String name(Resource resource, String uri) {
    return resource.name() == null ? uri : resource.name();
  }

  /** What MCP has no field for, from the resource and of the snapshot. */
  static Map<String, Object> meta(Snapshot snapshot) {
    Map<String, Object> meta = new LinkedHashMap<>(snapshot.resource().meta());
    meta.put("dev.attache/digest", snapshot.resource().content().digest().toString());
    meta.put("dev.attache/capturedAt", snapshot.capturedAt().toString());
    meta.put("dev.attache/source", snapshot.source());
    if (!snapshot.notes().isEmpty()) {
      meta.put("dev.attache/notes", snapshot.notes());
    }
    return meta;
  }

  private static void writeOptional(JsonGenerator json, String field, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(field, value);
    }
  }
}
