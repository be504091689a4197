package dev.attache.server.watch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * The times at which each source is looked at that a client has subscribed to: files when something
 * has happened to them, and has stopped happening for a moment; all else now and then. What is
 * looked at is forgotten here until it is scheduled again. Guarded by its {@link SourceWatch},
 * except for {@link #close()}.
 */
final class CheckSchedule implements AutoCloseable {

  /** How long nothing must have happened to a file; editors write in several steps. */
  private static final long QUIET = millis(60);

  /** How long a file is waited for to which something happens all the time. */
  private static final long LONGEST_NOISE = millis(500);

  /** How long a file may be away while it is being replaced. */
  private static final long REPLACING = millis(200);

  private static final int MOST_DOUBLINGS = 4;

  private final long pollEvery;
  private final WatchClock clock;
  private final DueQueue<WatchedSource> touched;
  private final DueQueue<WatchedSource> polled;

  /**
   * @param pollEvery how often a source is asked that cannot tell of changes itself
   * @param check is given what is due
   */
  CheckSchedule(Duration pollEvery, WatchClock clock, Consumer<List<WatchedSource>> check) {
    this.pollEvery = pollEvery.toNanos();
    this.clock = clock;
    this.touched = new DueQueue<>("attache-changes", clock, Duration.ofMillis(10), 256, check);
    this.polled = new DueQueue<>("attache-polls", clock, pollEvery.dividedBy(20), 64, check);
  }

  private static long millis(long millis) {
    return millis * 1_000_000;
  }

  private long now() {
    return clock.now();
  }

  private static double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  /** Takes a source in: a file is looked at now, all else at some time of the first round. */
  void begin(WatchedSource source) {
    if (source.file == null) {
      polled.schedule(source, now() + (long) (pollEvery * (0.5 + 0.5 * random())));
    } else {
      touched.schedule(source, now());
    }
  }

  /** Has a source looked at no more. */
  void remove(WatchedSource source) {
    touched.remove(source);
    polled.remove(source);
  }

  /** Has a file looked at to which something happens, when that is over. */
  void touched(WatchedSource source) {
    long now = now();
    if (source.touchedAt == 0) {
      source.touchedAt = now;
    }
    long quiet = Math.min(now + QUIET, source.touchedAt + LONGEST_NOISE);
    touched.schedule(source, Math.max(quiet, source.restsUntil));
  }

  /** Has a source looked at soon of which somebody has said that it has changed. */
  void announced(WatchedSource source) {
    polled.schedule(source, Math.max(now() + QUIET, source.restsUntil));
  }

  /** Has a source looked at once more soon, because what was found may be old. */
  void onceMore(WatchedSource source) {
    DueQueue<WatchedSource> lane = source.file == null ? polled : touched;
    lane.scheduleBy(source, Math.max(now() + QUIET, source.restsUntil));
  }

  /** Has a file looked at that is away, when it would be back if it were being replaced. */
  void missing(WatchedSource source) {
    touched.scheduleBy(source, now() + REPLACING);
  }

  /** Has it looked at again, the later the more often that failed; files tell by themselves. */
  void again(WatchedSource source) {
    int doublings = Math.min(source.failures, MOST_DOUBLINGS);
    long pause = (long) ((pollEvery << doublings) * (0.9 + 0.2 * random()));
    if (source.file == null) {
      polled.scheduleBy(source, now() + pause);
    } else if (source.failures > 0 && !source.isMissing) {
      touched.scheduleBy(source, now() + (millis(500) << doublings)); // it is being written, say
    }
  }

  /** Whether nothing is to be looked at yet, and nothing is being looked at. */
  boolean isIdle() {
    return touched.isIdle() && polled.isIdle();
  }

  /** Has nothing looked at any more, and interrupts who looks. */
  @Override
  public void close() {
    touched.close();
    polled.close();
  }
}
