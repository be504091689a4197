package dev.attache.core.tool;

import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of a call with all its questions. Immutable.
 *
 * @param response the last answer of the tool, or why there is none
 * @param asked what was asked, in order, with the answers
 * @param calls how often the tool was called
 */
public record ToolOutcome(ToolResponse response, List<Asked> asked, int calls) {

  /**
   * Takes a copy of the list.
   *
   * @param response the last answer of the tool, or why there is none
   * @param asked what was asked, in order, with the answers
   * @param calls how often the tool was called
   */
  public ToolOutcome {
    asked = List.copyOf(asked);
  }

  /**
   * {@return this outcome with what was asked on another way, before the tool's own questions}
   *
   * @param others what was asked, in order, with the answers
   */
  public ToolOutcome alsoAsked(List<Asked> others) {
    var all = new ArrayList<>(others);
    all.addAll(asked);
    return new ToolOutcome(response, all, calls);
  }

  /** A question that was asked, with its answer. */
  public record Asked(InputRequest question, QuestionAnswer answer) {}
}
