package dev.attache.cli;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.OutputException;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.RecordedException;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.DuplicateSchemeException;
import dev.attache.history.StoreException;
import dev.attache.jars.ModelProviderException;
import dev.attache.store.OwnConversations;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.util.Set;

/** The message of a command that cannot do what it should, and its exit code. */
final class RunFailure {

  private static final Set<String> OF_CONVERSATIONS =
      Set.of(
          "query",
          "chat",
          "tool-result",
          "refresh",
          "serve",
          "attachment",
          "conversation",
          "store");

  /** Those of them that read other things than the store, too. */
  private static final Set<String> RESOLVING =
      Set.of("query", "chat", "tool-result", "refresh", "serve");

  private static final String MORE_MEMORY = "set ATTACHE_JAVA_OPTS=-Xmx1g";

  private final Console console;
  private final String running;

  /**
   * A failure of a command.
   *
   * @param running the words that name it: {@code attache store gc}
   */
  RunFailure(Console console, String running) {
    this.console = console;
    this.running = running;
  }

  /** Says what went wrong with files or streams, and returns the exit code. */
  int of(IOException e) {
    if (e instanceof OutputException output) {
      if (output.isClosedPipe()) {
        return ExitCode.PIPE_CLOSED; // whoever read the result has seen enough
      }
      return failed("cannot write the result: " + output.reason());
    }
    if (e instanceof RecordedException recorded) {
      return failed(recorded.message());
    }
    if (e instanceof ModelProviderException) {
      return failed(String.valueOf(e.getMessage()));
    }
    if (e instanceof StoreException stored) {
      return failed(
          stored.message() + (stored.kind() == StoreException.Kind.CORRUPT ? whatToDo() : ""));
    }
    return failed(
        (isOfConversations()
                ? "cannot read the conversation store: "
                : "cannot read a required file: ")
            + FileProblem.named(e)
            + whatToDo());
  }

  /** Says what is wrong with the line, and returns the exit code. */
  int of(UsageException e) {
    return usage(String.valueOf(e.getMessage()));
  }

  /** The same in these words. */
  int usage(String message) {
    console.error(message);
    console.error("see " + Program.NAME + " help" + running.substring(Program.NAME.length()));
    return ExitCode.USAGE;
  }

  /** Says that two handlers have one scheme, and returns the exit code. */
  int of(DuplicateSchemeException e) {
    return failed(String.valueOf(e.getMessage()));
  }

  /** Says what to do about the memory, and returns the exit code. */
  int ofMemory() {
    if (!isOfConversations()) {
      return failed("out of memory; lower --max-bytes or --jobs, or " + MORE_MEMORY);
    }
    if (RESOLVING.contains(command())) {
      return failed(
          "out of memory while reading a resource or a line of the history; lower"
              + " --max-bytes or --jobs, or "
              + MORE_MEMORY);
    }
    return failed(
        "out of memory while reading a line of a history ("
            + OwnConversations.DIRECTORY
            + "/conversations/ID/events.jsonl); "
            + MORE_MEMORY);
  }

  private String whatToDo() {
    return !isOfConversations() || running.equals("attache store verify")
        ? ""
        : "; `attache store verify` reports what is damaged";
  }

  private boolean isOfConversations() {
    return OF_CONVERSATIONS.contains(command());
  }

  /** The word after the program. */
  private String command() {
    int start = running.indexOf(' ') + 1;
    int end = running.indexOf(' ', start);
    return running.substring(start, end < 0 ? running.length() : end);
  }

  private int failed(String message) {
    console.error(message);
    return ExitCode.FAILED;
  }
}
