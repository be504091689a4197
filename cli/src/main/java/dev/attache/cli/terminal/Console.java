package dev.attache.cli.terminal;

import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.Sanitizer;

/**
 * The words for people, on standard error: errors, notes and progress, each line safe for a
 * terminal and without the secrets of the URIs in it. Thread-safe.
 */
public final class Console {

  private static final String PREFIX = "attache: ";
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Streams streams;
  private final boolean quiet;
  private boolean progressShown;

  public Console(Streams streams, boolean quiet) {
    this.streams = streams;
    this.quiet = quiet;
  }

  /** Says what failed, also when quiet. */
  public void error(String message) {
    say(PREFIX + message);
  }

  /** Says something that is good to know. */
  public void note(String message) {
    if (!quiet) {
      say(PREFIX + message);
    }
  }

  /**
   * Shows a line of what is asked, also when quiet. Nothing is taken out as a secret: whoever has
   * to decide has to see all of it.
   */
  public synchronized void show(String line) {
    clearProgress();
    streams.err().println(Sanitizer.sanitizeLine(line));
  }

  /** Asks for an answer on the same line. */
  public synchronized void prompt(String question) {
    clearProgress();
    streams.err().print(safe(question));
    streams.err().flush();
  }

  /** Shows how far things are, in place of what was shown so before. */
  public synchronized void progress(String message) {
    streams.err().print(CLEAR_LINE + safe(message));
    streams.err().flush();
    progressShown = true;
  }

  /** Takes the progress away. */
  public synchronized void clearProgress() {
    if (progressShown) {
      streams.err().print(CLEAR_LINE);
      streams.err().flush();
      progressShown = false;
    }
  }

  private synchronized void say(String line) {
    clearProgress();
    streams.err().println(safe(line));
  }

  private static String safe(String line) {
    return Sanitizer.sanitizeLine(Redaction.redactAllIn(line));
  }
}
