package dev.attache.core.tool;

import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import java.util.List;

/**
 * The outcome of a call with all its questions.
 *
 * @param response the last answer of the tool, or why there is none
 * @param asked what was asked, in order, with the answers
 * @param calls how often the tool was called
 */
public record ToolOutcome(ToolResponse response, List<Asked> asked, int calls) {

  public ToolOutcome {
    asked = List.copyOf(asked);
  }

  /** A question that was asked, with its answer. */
  public record Asked(InputRequest question, QuestionAnswer answer) {}
}
