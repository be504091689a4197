package dev.attache.facade;

import dev.attache.core.outcome.Outcome;
import java.util.List;

/**
 * What a prompt has not, which was written beside any conversation. Immutable.
 *
 * @param outcomes what was left out, failed, or is only noted, in order: each with its reference,
 *     and a {@linkplain Outcome#line line} for people
 * @param problems what was asked for and is not there, a line each, as the prompt ends with them
 */
public record WrittenPrompt(List<Outcome> outcomes, List<String> problems) {

  /**
   * Takes copies of the lists.
   *
   * @param outcomes what was left out, failed, or is only noted, in order
   * @param problems what was asked for and is not there, a line each
   */
  public WrittenPrompt {
    outcomes = List.copyOf(outcomes);
    problems = List.copyOf(problems);
  }

  /** {@return whether all is there that was asked for, and that no rule of the user left out} */
  public boolean isComplete() {
    return problems.isEmpty();
  }
}
