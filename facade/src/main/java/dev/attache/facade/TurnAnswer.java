package dev.attache.facade;

import dev.attache.agent.LoopOutcome;
import dev.attache.history.answer.ModelUsage;
import java.util.List;
import java.util.Objects;

/**
 * What a model has answered to a turn. Immutable.
 *
 * @param outcome the end of the loop: why it ended, what it took
 * @param problems what could not be attached; the model was told the same
 */
public record TurnAnswer(LoopOutcome outcome, List<Problem> problems) {

  /**
   * Takes a copy of the list.
   *
   * @param outcome the end of the loop
   * @param problems what could not be attached
   */
  public TurnAnswer {
    Objects.requireNonNull(outcome, "outcome");
    problems = List.copyOf(problems);
  }

  /** How it ended, and what it took. */
  @Override
  public String toString() {
    return "TurnAnswer["
        + outcome.end()
        + ", requests "
        + outcome.requests()
        + ", tokens "
        + (outcome.usage().equals(ModelUsage.ZERO) ? "not told" : outcome.usage().total())
        + ", problems "
        + problems.size()
        + "]";
  }

  /** {@return the text of the last answer; empty if the loop ended before there was one} */
  public String text() {
    return outcome.text();
  }

  /** {@return what all requests and their answers took} */
  public ModelUsage usage() {
    return outcome.usage();
  }
}
