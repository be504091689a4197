package dev.attache.schemas;

import dev.attache.resource.Text;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The check of what a tool answers against what it has promised to answer (SEP-1624; MCP, {@code
 * outputSchema}). An answer stays as it is, whatever it breaks. Immutable.
 *
 * @param response the answer that was checked
 * @param remark what is to be said of it, on one line; null if nothing is
 * @param isBroken whether its structured content does not follow the schema
 */
public record OutputCheck(ToolResponse response, @Nullable String remark, boolean isBroken) {

  /** What an answer has in its {@code _meta} if its structured content breaks the promise. */
  public static final String INVALID = "dev.attache/invalidStructured";

  /**
   * Checks the answer of a tool; one that failed has promised nothing.
   *
   * @param tool the one that answered; without an {@code outputSchema} it has promised nothing
   * @param response what it answered; only its structured content is looked at
   * @param schemas asked only if the answer has structured content
   * @return what is to be said, with the same answer
   */
  public static OutputCheck of(Tool tool, ToolResponse response, JsonSchemas schemas) {
    Map<String, Object> promised = tool.outputSchema();
    if (promised == null || response.isError()) {
      return new OutputCheck(response, null, false);
    }
    if (!(response.structured() instanceof Text structured)) {
      String remark = "answered without structuredContent, though it has an outputSchema";
      return new OutputCheck(response, remark, false);
    }
    JsonSchemas.Check check = schemas.check(promised, parsed(structured));
    if (check.unchecked() != null) {
      String remark = "structuredContent is not checked: " + check.unchecked();
      return new OutputCheck(response, remark, false);
    }
    String problems = String.join("; ", check.problems());
    return problems.isEmpty()
        ? new OutputCheck(response, null, false)
        : new OutputCheck(
            response,
            "structuredContent does not follow the tool's outputSchema: " + problems,
            true);
  }

  /**
   * {@return whether nothing is known to be wrong: what was promised is there, and follows the
   * schema}
   */
  public boolean isKept() {
    return remark == null;
  }

  private static @Nullable Object parsed(Text structured) {
    try {
      return PlainJson.read(structured.value());
    } catch (UnreadableException e) {
      throw new AssertionError(e); // it was written by the reader of responses
    }
  }

  /** {@return the answer as models are given it: what breaks the promise says so} */
  public ToolResponse marked() {
    if (!isBroken) {
      return response;
    }
    var blocks = new ArrayList<ContentBlock>(response.given());
    blocks.add(TextBlock.of("[" + remark + "]"));
    var meta = new LinkedHashMap<>(response.meta());
    meta.put(INVALID, true);
    return new ToolResponse(List.copyOf(blocks), false, meta, response.structured());
  }
}
