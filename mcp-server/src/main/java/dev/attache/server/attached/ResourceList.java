package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.outcome.Snapshot;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceJson;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The list of what is attached (MCP, {@code resources/list}): nothing of the contents. Thread-safe.
 */
public final class ResourceList {

  private final AttachedView attached;
  private final int pageSize;

  /**
   * @param pageSize how many resources a page has at the most
   */
  public ResourceList(AttachedView attached, int pageSize) {
    this.attached = attached;
    this.pageSize = pageSize;
  }

  /** Answers {@code resources/list}. */
  public void write(Params params, AnswerWriter out) throws RequestException, IOException {
    String cursor = params.optionalText("cursor");
    AttachedList.Page page = attached.listing().page(cursor, pageSize);
    if (page == null) {
      throw RequestException.invalidParams("params.cursor is not one that a list has given");
    }
    JsonGenerator json = out.fields();
    json.writeArrayFieldStart("resources");
    for (ListedResource each : page.resources()) {
      writeResource(json, each);
    }
    json.writeEndArray();
    if (page.next() != null) {
      json.writeStringField("nextCursor", page.next());
    }
  }

  private static void writeResource(JsonGenerator json, ListedResource listed) throws IOException {
    Resource resource = listed.resource();
    json.writeStartObject();
    json.writeStringField("uri", listed.uri());
    json.writeStringField("name", name(listed));
    writeOptional(json, "title", shown(listed, resource.title()));
    writeOptional(json, "description", shown(listed, resource.description()));
    writeOptional(json, "mimeType", resource.mimeType());
    json.writeNumberField("size", resource.content().size());
    if (resource.annotations() != null) {
      ResourceJson.writeAnnotationsTo(json, resource.annotations());
    }
    json.writeFieldName("_meta");
    ResourceJson.writeObjectTo(json, meta(listed));
    json.writeEndObject();
  }

  /** Clients cannot do without a name. */
  private static String name(ListedResource listed) {
    String name = shown(listed, listed.resource().name());
    return name == null ? listed.uri() : name;
  }

  private static @Nullable String shown(ListedResource listed, @Nullable String text) {
    return text == null ? null : listed.shown(text);
  }

  /** What MCP has no field for, from the resource and of the snapshot. */
  static Map<String, Object> meta(ListedResource listed) {
    Snapshot snapshot = listed.snapshot();
    Map<String, Object> meta = new LinkedHashMap<>(snapshot.resource().meta());
    meta.put("dev.attache/digest", snapshot.resource().content().digest().toString());
    meta.put("dev.attache/capturedAt", snapshot.capturedAt().toString());
    meta.put("dev.attache/source", snapshot.source());
    if (!snapshot.notes().isEmpty()) {
      meta.put("dev.attache/notes", snapshot.notes().stream().map(listed::shown).toList());
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
