package dev.attache.cli.agent;

import dev.attache.cli.terminal.Console;
import dev.attache.support.text.DurationText;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import org.jspecify.annotations.Nullable;

/**
 * A note for the user, once for each request, that nothing of an answer has come for a while.
 * Thread-safe.
 */
final class SilenceNote implements AutoCloseable {

  /** After so long people wonder whether anything happens. */
  static final Duration LONG = Duration.ofSeconds(30);

  private final String model;
  private final Duration toBegin;
  private final Duration toGoOn;
  private final Console console;
  private final Duration silence;
  private @Nullable Timer timer;
  private volatile long lastPiece;
  private volatile boolean hasBegun;

  /**
   * @param model what is asked, as the user has named it
   * @param toBegin how long an answer may take to begin
   * @param toGoOn how long it may stall
   * @param silence after how long it is said
   */
  SilenceNote(String model, Duration toBegin, Duration toGoOn, Console console, Duration silence) {
    this.model = model;
    this.toBegin = toBegin;
    this.toGoOn = toGoOn;
    this.console = console;
    this.silence = silence;
  }

  /** A request goes out. */
  synchronized void asking() {
    close();
    hasBegun = false;
    lastPiece = System.nanoTime();
    timer = new Timer("attache-silence", true);
    lookAfter(silence, timer);
  }

  /** A piece of the answer has come. */
  void piece() {
    lastPiece = System.nanoTime();
    hasBegun = true;
  }

  /** Nothing more is waited for. */
  @Override
  public synchronized void close() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void lookAfter(Duration pause, Timer by) {
    by.schedule(
        new TimerTask() {
          @Override
          public void run() {
            look(by);
          }
        },
        Math.max(1, pause.toMillis()));
  }

  private synchronized void look(Timer by) {
    if (timer != by) {
      return; // the answer is there
    }
    Duration left = silence.minusNanos(System.nanoTime() - lastPiece);
    if (left.isNegative() || left.isZero()) {
      console.note(text());
      close();
    } else {
      lookAfter(left, by);
    }
  }

  private String text() {
    return model
        + (hasBegun ? ": no more of the answer for " : ": no answer for ")
        + DurationText.exact(silence)
        + "; giving up after "
        + DurationText.rough(hasBegun ? toGoOn : toBegin);
  }
}
