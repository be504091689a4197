package dev.attache.cli.tools;

import dev.attache.resource.tool.ToolResponse;
import java.util.function.Consumer;

/**
 * The watch for a signal that ends the program in the middle of a call, as Ctrl-C does at a
 * question: the call has a result all the same, which says so. Either that result or the tool's own
 * is taken, never both. Thread-safe.
 */
final class Interruption {

  private final Consumer<ToolResponse> record;
  private final Thread hook = new Thread(this::end, "attache-interrupted-call");
  private boolean isOver;

  private Interruption(Consumer<ToolResponse> record) {
    this.record = record;
  }

  /**
   * Begins.
   *
   * @param record takes the result of a call that was ended so
   */
  static Interruption watch(Consumer<ToolResponse> record) {
    var interruption = new Interruption(record);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private synchronized void end() {
    if (!isOver) {
      isOver = true;
      record.accept(cancelled());
    }
  }

  private static ToolResponse cancelled() {
    return ToolResponse.failure(
        "cancelled", "the call was cancelled: the program was stopped", false);
  }

  /** Ends the watch; returns false if the result has been taken already, as the program ends. */
  synchronized boolean takeOver() {
    if (isOver) {
      return false;
    }
    isOver = true;
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The program ends, and the hook finds that it is over.
    }
    return true;
  }
}
