package dev.attache.resource.tool;

import dev.attache.resource.ResourceContent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a tool (RFD 058; MCP, {@code CallToolResult}, revision 2025-11-25). Immutable.
 *
 * @param content the blocks, in the tool's order
 * @param isError whether the tool failed; then the blocks say how
 * @param meta MCP's {@code _meta}, in which {@link #ERROR} and {@link #STATUS} have a meaning
 * @param structured MCP's {@code structuredContent}, which is for programs: the text of a JSON
 *     value; may be held by a store; null if there is none
 */
public record ToolResponse(
    List<ContentBlock> content,
    boolean isError,
    Map<String, Object> meta,
    @Nullable ResourceContent structured) {

  /** What an answer with an error has in its {@code _meta} where it says more of it (RFD 058). */
  public static final String ERROR = "computer.jp/error";

  /** What an answer that may not be the last has in its {@code _meta} (RFD 058). */
  public static final String STATUS = "computer.jp/status";

  /**
   * Takes copies of the blocks and of {@code meta}.
   *
   * @param content the blocks, in the tool's order
   * @param isError whether the tool failed
   * @param meta MCP's {@code _meta}, in which {@link #ERROR} and {@link #STATUS} have a meaning
   * @param structured MCP's {@code structuredContent}, which is for programs: the text of a JSON
   *     value; null if there is none
   * @throws IllegalArgumentException if the structured content is not text
   */
  public ToolResponse {
    content = List.copyOf(content);
    meta = Collections.unmodifiableMap(new LinkedHashMap<>(meta));
    if (structured != null && !structured.isText()) {
      throw new IllegalArgumentException("structured (" + structured + ") must be text");
    }
  }

  /**
   * An answer without structured content.
   *
   * @param content the blocks, in the tool's order
   * @param isError whether the tool failed; then the blocks say how
   * @param meta MCP's {@code _meta}
   */
  public ToolResponse(List<ContentBlock> content, boolean isError, Map<String, Object> meta) {
    this(content, isError, meta, null);
  }

  /**
   * {@return a good answer of these blocks}
   *
   * @param content the blocks, in order; none for an empty answer
   */
  public static ToolResponse of(ContentBlock... content) {
    return new ToolResponse(List.of(content), false, Map.of());
  }

  /**
   * {@return the answer of a call that failed}
   *
   * @param kind what went wrong, for programs
   * @param text the same for the model
   * @param isTransient whether another try may succeed
   */
  public static ToolResponse failure(String kind, String text, boolean isTransient) {
    var error = new LinkedHashMap<String, Object>(); // the order is kept in histories and requests
    error.put("kind", kind);
    error.put("transient", isTransient);
    return new ToolResponse(List.of(ContentBlock.TextBlock.of(text)), true, Map.of(ERROR, error));
  }

  /**
   * {@return this answer with another block in place of each}
   *
   * @param mapping asked for each block, in order
   */
  public ToolResponse mapped(UnaryOperator<ContentBlock> mapping) {
    var blocks = new ArrayList<ContentBlock>(content.size());
    content.forEach(block -> blocks.add(mapping.apply(block)));
    return new ToolResponse(blocks, isError, meta, structured);
  }

  /** {@return this answer as that of a tool that failed} */
  public ToolResponse failed() {
    return new ToolResponse(content, true, meta, structured);
  }

  /**
   * {@return what models and people are given: the blocks, or else the structured content as a
   * text, or as what a result for people is for models} Never both, for they say the same
   * (SEP-1624).
   */
  public List<ContentBlock> given() {
    if (!content.isEmpty() || structured == null) {
      return content;
    }
    SemanticResult result = SemanticResult.of(structured);
    return result == null
        ? List.of(new ContentBlock.TextBlock(structured, "application/json", null))
        : result.toResponse().content();
  }

  /** {@return the questions that the tool asks, in its order} */
  public List<InputRequest> questions() {
    var questions = new ArrayList<InputRequest>();
    for (ContentBlock block : content) {
      if (block instanceof ContentBlock.QuestionBlock each) {
        questions.add(each.question());
      }
    }
    return questions;
  }

  /**
   * {@return whether the tool goes on; {@code STOPPED} unless it says so in words that are known}
   */
  public ToolStatus status() {
    return ResponseMeta.status(meta, problem -> {});
  }

  /**
   * {@return what the tool says of its error; not transient, and without a trace, unless it says
   * so}
   */
  public ToolError error() {
    return ResponseMeta.error(meta, problem -> {});
  }
}
