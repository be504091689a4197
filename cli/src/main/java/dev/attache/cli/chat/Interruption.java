package dev.attache.cli.chat;

import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.turns.Question;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The interruption of what a session does for a line, which Ctrl-C asks for: an answer is
 * cancelled, so that what had come is kept, and anything else is given up. The second time ends the
 * program. Thread-safe.
 */
final class Interruption {

  /** What a shell says of a program that Ctrl-C has ended. */
  private static final int INTERRUPTED = 130;

  private @Nullable Thread working;
  private @Nullable Question question;
  private boolean isAskedFor;

  /** Does something that can be interrupted. */
  int during(@Nullable Question asked, ChatCommand.Work work) throws IOException, UsageException {
    synchronized (this) {
      working = Thread.currentThread();
      question = asked;
      isAskedFor = false;
    }
    try {
      return work.run();
    } finally {
      synchronized (this) {
        working = null;
        question = null;
        isAskedFor = false;
        Thread.interrupted(); // it was meant for this work, which is over
      }
    }
  }

  /** Asks for it; returns whether there was anything to interrupt. */
  synchronized boolean ask() {
    if (working == null) {
      return false;
    }
    if (isAskedFor) {
      new Thread(() -> System.exit(INTERRUPTED), "attache-interrupted-twice").start();
      return true;
    }
    isAskedFor = true;
    if (question == null || !question.cancel()) {
      working.interrupt();
    }
    return true;
  }

  /** Whether it was asked for, and what is done has not ended yet. */
  synchronized boolean isAskedFor() {
    return isAskedFor;
  }
}
