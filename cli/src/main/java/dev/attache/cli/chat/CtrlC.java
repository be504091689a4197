package dev.attache.cli.chat;

import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.turns.Question;
import java.io.IOException;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The key Ctrl-C while a session does something for a line: an answer is cancelled, so that what
 * had come is kept, and anything else is given up. The second time ends the program, as it would
 * without a session. Thread-safe.
 */
final class CtrlC implements AutoCloseable {

  /** The signal that the terminal sends for it. */
  static final String SIGNAL = "INT";

  private final @Nullable Object original;
  private @Nullable Thread working;
  private @Nullable Question question;
  private boolean isTyped;

  private CtrlC(@Nullable Object original) {
    this.original = original;
  }

  /** The key of a terminal, which does nothing from now on while a session does nothing. */
  static CtrlC ofTerminal() {
    return new CtrlC(Signals.register(SIGNAL, () -> {}));
  }

  /** The key of nobody who talks to the session: it ends the program. */
  static CtrlC ofNobody() {
    return new CtrlC(null);
  }

  /** Does something that can be interrupted. */
  int during(@Nullable Question asked, ChatCommand.Work work) throws IOException, UsageException {
    Object before = begin(asked);
    try {
      return work.run();
    } finally {
      end(before);
    }
  }

  private synchronized @Nullable Object begin(@Nullable Question asked) {
    working = Thread.currentThread();
    question = asked;
    isTyped = false;
    return original == null ? null : Signals.register(SIGNAL, this::typed);
  }

  private synchronized void end(@Nullable Object before) {
    working = null;
    question = null;
    isTyped = false;
    Thread.interrupted(); // it was meant for this work, which is over
    restore(before);
  }

  private synchronized void typed() {
    if (working != null && !isTyped) {
      isTyped = true;
      restore(original);
      if (question == null || !question.cancel()) {
        working.interrupt();
      }
    }
  }

  /** Whether it was typed, and what is done has not ended yet. */
  synchronized boolean isTyped() {
    return isTyped;
  }

  private static void restore(@Nullable Object handler) {
    if (handler != null) {
      Signals.unregister(SIGNAL, handler);
    }
  }

  @Override
  public void close() {
    restore(original);
  }
}
