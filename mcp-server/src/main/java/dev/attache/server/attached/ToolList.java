package dev.attache.server.attached;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.server.rpc.AnswerWriter;
import dev.attache.server.rpc.Params;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tools of a server, as clients list them; the same bytes every time. Immutable. */
public final class ToolList {

  private final @Nullable AttachPolicy policy;

  /**
   * @param policy what models may attach; null for nothing, and no tool for it
   */
  public ToolList(@Nullable AttachPolicy policy) {
    this.policy = policy;
  }

  /** Answers {@code tools/list}. */
  public void write(Params params, AnswerWriter out) throws IOException {
    JsonGenerator json = out.fields();
    json.writeArrayFieldStart("tools");
    writeTool(
        json,
        new Tool(
            RefreshResourceTool.NAME,
            "Refresh a resource",
            RefreshArguments.DESCRIPTION,
            RefreshArguments.inputSchema(),
            true,
            true,
            true));
    writeTool(
        json,
        new Tool(
            ListResourcesTool.NAME,
            "List the attached resources",
            ListResourcesTool.description(),
            ListResourcesTool.inputSchema(),
            true,
            true,
            false));
    if (policy != null) {
      writeTool(
          json,
          new Tool(
              AttachResourceTool.NAME,
              "Attach a resource",
              AttachResourceTool.description(policy),
              AttachResourceTool.inputSchema(),
              false,
              false,
              true));
    }
    json.writeEndArray();
  }

  /**
   * A tool.
   *
   * @param isReadOnly whether it changes nothing
   * @param isIdempotent whether a second call changes nothing more
   * @param isOpenWorld whether it reads what lies outside of the session
   */
  private record Tool(
      String name,
      String title,
      String description,
      Map<String, Object> inputSchema,
      boolean isReadOnly,
      boolean isIdempotent,
      boolean isOpenWorld) {}

  private static void writeTool(JsonGenerator json, Tool tool) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", tool.name());
    json.writeStringField("title", tool.title());
    json.writeStringField("description", tool.description());
    json.writeFieldName("inputSchema");
    PlainJson.write(tool.inputSchema(), json);
    json.writeObjectFieldStart("annotations");
    json.writeBooleanField("readOnlyHint", tool.isReadOnly());
    json.writeBooleanField("destructiveHint", false);
    json.writeBooleanField("idempotentHint", tool.isIdempotent());
    json.writeBooleanField("openWorldHint", tool.isOpenWorld());
    json.writeEndObject();
    json.writeEndObject();
  }
}
