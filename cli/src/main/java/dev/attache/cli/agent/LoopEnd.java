package dev.attache.cli.agent;

import dev.attache.agent.LoopOutcome;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the end of a loop means to the user. */
final class LoopEnd {

  private static final Set<String> ENDS = Set.of("completed", "stop", "end_turn");

  private LoopEnd() {}

  /**
   * Returns the exit code; says why, if it is not that the model has answered.
   *
   * @param resumption what resumes the turn
   */
  static int exitCode(LoopOutcome outcome, String resumption, Console console) {
    String problem = problem(outcome, resumption);
    if (problem == null) {
      return ExitCode.OK;
    }
    console.error(problem);
    return ExitCode.FAILED;
  }

  private static @Nullable String problem(LoopOutcome outcome, String resumption) {
    return switch (outcome.end()) {
      case ANSWERED -> null;
      case LENGTH -> "the answer is cut: it is as long as it may be (--max-output-tokens)";
      case CONTEXT_FULL -> "the answer is cut: the window of the model is full";
      case REFUSED -> "the model refused to answer" + reason(outcome);
      case REQUESTS ->
          "the model still calls tools after "
              + outcome.requests()
              + " requests; "
              + resumption
              + " resumes, --max-rounds allows more";
      case TOKENS -> "the budget is spent; " + resumption + " resumes, --budget allows more";
      case REPEATS -> "the model makes the same call again and again, and was stopped";
      case EMPTY -> "the model answered nothing, twice; " + resumption + " asks again";
      case CANCELLED -> "cancelled; what had come is recorded";
      case OTHER -> "the model ended its answer" + word(outcome);
    };
  }

  /** Returns the provider's reason for a refusal; empty if its word says only "ended". */
  private static String reason(LoopOutcome outcome) {
    return outcome.word() == null || ENDS.contains(outcome.word()) ? "" : word(outcome);
  }

  private static String word(LoopOutcome outcome) {
    return outcome.word() == null ? "" : ": " + outcome.word();
  }
}
