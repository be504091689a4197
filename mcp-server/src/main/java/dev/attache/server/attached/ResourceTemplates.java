package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.delivery.names.UriNames;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The templates of what a client may attach by reading it: one for each scheme. Immutable. */
public final class ResourceTemplates {

  private final @Nullable AttachPolicy policy;
  private final UriNames names;

  /**
   * @param policy what may be attached; null for nothing
   */
  public ResourceTemplates(@Nullable AttachPolicy policy, UriNames names) {
    this.names = names;
    this.policy = policy;
  }

  /** Answers {@code resources/templates/list}. */
  public void write(Params params, AnswerWriter out) throws RequestException, IOException {
    if (params.optionalText("cursor") != null) {
      throw RequestException.invalidParams("params.cursor is not one that a list has given");
    }
    JsonGenerator json = out.fields();
    json.writeArrayFieldStart("resourceTemplates");
    if (policy != null) {
      for (String name : names.all()) {
        writeTemplate(
            json,
            name + ":/{+path}",
            name,
            "A file of " + name,
            "A file, by its path within " + name + ". Reading it attaches it.");
      }
      if (names.isEmpty()) {
        writeTemplate(
            json,
            "file:///{+path}",
            "workspace-file",
            "A file of the workspace",
            "A file of the workspace, by its absolute path. Reading it attaches it.");
      }
      if (!policy.hosts().isEmpty()) {
        writeTemplate(
            json,
            "https://{host}/{+path}",
            "web-page",
            "A web page",
            "A page on an allowed host: "
                + String.join(", ", policy.hosts())
                + ". Reading it attaches it.");
      }
      for (String scheme : policy.schemes()) {
        writeTemplate(
            json,
            scheme + ":{+rest}",
            scheme,
            "A resource of the scheme " + scheme,
            "What the handler of the scheme " + scheme + " reads. Reading it attaches it.");
      }
    }
    json.writeEndArray();
  }

  private static void writeTemplate(
      JsonGenerator json, String template, String name, String title, String description)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("uriTemplate", template);
    json.writeStringField("name", name);
    json.writeStringField("title", title);
    json.writeStringField("description", description);
    json.writeEndObject();
  }
}
