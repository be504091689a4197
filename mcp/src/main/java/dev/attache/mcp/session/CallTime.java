package dev.attache.mcp.session;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The time that one request may take, in which that of the user is not counted. Thread-safe. */
final class CallTime {

  /** How long to wait at least before looking again, while the user is asked. */
  private static final long GLANCE = TimeUnit.MILLISECONDS.toNanos(20);

  private final UserQuestions questions;
  private final long end;
  private final long askedBefore;

  CallTime(UserQuestions questions, Duration timeout) {
    this.questions = questions;
    this.askedBefore = questions.nanos();
    this.end = System.nanoTime() + Math.max(0, timeout.toNanos());
  }

  /** What is left of it, in nanoseconds; 0 or less if nothing is. */
  long nanos() {
    return end + questions.nanos() - askedBefore - System.nanoTime();
  }

  /** How long to wait before looking again, in nanoseconds. */
  long patience() {
    return questions.isOpen() ? Math.max(nanos(), GLANCE) : Math.max(nanos(), 0);
  }

  /** Whether it is over, and nobody is being asked. */
  boolean isOver() {
    return nanos() <= 0 && !questions.isOpen();
  }

  Duration left() {
    return Duration.ofNanos(nanos());
  }
}
