package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceJson;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
    Annotations annotations = resource.annotations();
    if (annotations != null) {
      ResourceJson.writeAnnotationsTo(json, toTheSecond(annotations));
    }
    json.writeEndObject();
  }

  /** Returns the annotations with a short time, for clients that show entries to their models. */
  private static Annotations toTheSecond(Annotations annotations) {
    Instant modified = annotations.lastModified();
    return modified == null
        ? annotations
        : new Annotations(
            annotations.audience(),
            annotations.priority(),
            modified.truncatedTo(ChronoUnit.SECONDS));
  }

  /** Clients cannot do without a name. */
  private static String name(ListedResource listed) {
    String name = shown(listed, listed.resource().name());
    return name == null ? listed.uri() : name;
  }

  private static @Nullable String shown(ListedResource listed, @Nullable String text) {
    return text == null ? null : listed.shown(text);
  }

  private static void writeOptional(JsonGenerator json, String field, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(field, value);
    }
  }
}
