package dev.attache.handlers.cmd.git;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The answers of git in this run: several commands in one repository ask it the same. Failures are
 * not remembered. Thread-safe.
 */
public final class GitAnswers {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** By all that an answer depends on. */
  private final Map<List<Object>, List<String>> answers = new ConcurrentHashMap<>();

  /** Returns a git that is asked each question once. */
  public GitReader by(Path git) {
    GitReader process = ProcessGit.of(git, TIMEOUT);
    return (directory, environment, arguments, wanted) -> {
      List<Object> question = List.of(git, directory, environment, arguments);
      List<String> known = answers.get(question);
      if (known == null) {
        known = process.records(directory, environment, arguments, wanted);
        answers.put(question, known);
      }
      return known;
    };
  }
}
