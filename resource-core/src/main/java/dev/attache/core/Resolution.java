package dev.attache.core;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.ReferenceRouter;
import dev.attache.core.routing.References;
import dev.attache.core.run.Deadline;
import dev.attache.core.run.InFlightQueue;
import dev.attache.core.run.ItemReader;
import dev.attache.core.run.PendingItem;
import dev.attache.core.run.RunSettings;
import dev.attache.core.run.RunThreads;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.support.text.DurationText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One run of a {@link Resolver}: gives out what became of each candidate, in candidate order, while
 * later ones are still being found and read.
 *
 * <p>An outcome is dropped from memory when it has been given out. A run has to be closed; closing
 * early cancels what is left. To be used by one thread, which may be interrupted: the run is then
 * closed, and {@link #hasNext} throws {@link CancellationException} with the flag still set.
 */
public final class Resolution implements Iterable<Outcome>, AutoCloseable {

  /**
   * How long a handler may go on after its time is up, before it is no longer waited for: long
   * enough to end a program that has to be asked first and killed in the end.
   */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** How often to look whether a handler is no longer to be waited for. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final RunSettings settings;
  private final RunThreads threads;
  private final InFlightQueue window;
  private final Deadline deadline;
  private final TotalLimit totalLimit;
  private final List<String> references;
  private final ResolverListener listener;
  private final long begunNanos;
  private final Deque<Outcome> ready = new ArrayDeque<>();
  private boolean over;
  private boolean interrupted;
  private boolean isReported;

  private Resolution(
      RunSettings settings,
      RunThreads threads,
      InFlightQueue window,
      List<String> references,
      ResolverListener listener,
      long begunNanos) {
    this.settings = settings;
    this.threads = threads;
    this.window = window;
    this.references = references;
    this.deadline = threads.deadline();
    this.totalLimit = new TotalLimit(settings.maxTotalBytes());
    this.listener = listener;
    this.begunNanos = begunNanos;
  }

  static Resolution start(
      RunSettings settings,
      ReferenceRouter router,
      References references,
      ItemReader reader,
      ResolverListener listener) {
    InFlightQueue window = window(settings, reader);
    long begun = settings.clock().getAsLong();
    RunThreads threads = RunThreads.start(settings, router, references, reader, window);
    return new Resolution(settings, threads, window, references.texts(), listener, begun);
  }

  /** Reads a single address that was read before on this very thread, before it returns. */
  static Resolution readHere(
      RunSettings settings,
      ReferenceRouter router,
      References references,
      ItemReader reader,
      ResolverListener listener) {
    InFlightQueue window = window(settings, reader);
    long begun = settings.clock().getAsLong();
    RunThreads threads = RunThreads.readHere(settings, router, references, reader, window);
    return new Resolution(settings, threads, window, references.texts(), listener, begun);
  }

  private static InFlightQueue window(RunSettings settings, ItemReader reader) {
    return new InFlightQueue(
        RunThreads.slots(settings), memoryBudget(settings, reader), settings.clock());
  }

  private static long memoryBudget(RunSettings settings, ItemReader reader) {
    return reader == SnapshotReader.INSTANCE ? settings.memoryBudget() : Long.MAX_VALUE;
  }

  /** The outcomes that have not been given out; every iterator takes from the same ones. */
  @Override
  public Iterator<Outcome> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return Resolution.this.hasNext();
      }

      @Override
      public Outcome next() {
        return Resolution.this.next();
      }
    };
  }

  /**
   * Waits for the next outcome.
   *
   * @return false if all outcomes have been given out
   * @throws CancellationException if the thread is interrupted
   */
  public boolean hasNext() {
    while (ready.isEmpty() && !over) {
      advance(Long.MAX_VALUE);
    }
    return isReady();
  }

  /**
   * Waits for the next outcome, but not longer than that.
   *
   * @param patience how long to wait at the most
   * @return whether there is one now; if not, there may be one later
   * @throws CancellationException if the thread is interrupted
   */
  public boolean hasNextWithin(Duration patience) {
    Deadline until = Deadline.after(patience);
    while (ready.isEmpty() && !over && !until.isOver()) {
      advance(until.remainingNanos());
    }
    return isReady();
  }

  /**
   * {@return whether it is known that all outcomes have been given out} Never waits; {@code false}
   * does not promise another one.
   */
  public boolean isOver() {
    return over && ready.isEmpty();
  }

  /**
   * Takes the next outcome, waiting for it.
   *
   * @return the outcome, of which nothing is kept here
   * @throws NoSuchElementException if there is none
   * @throws CancellationException if the thread is interrupted
   */
  public Outcome next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  /** Cancels what has not been given out, waits briefly for handlers to end, and frees all. */
  @Override
  public void close() {
    over = true;
    window.close();
    threads.close();
    report();
  }

  private void report() {
    if (!isReported) {
      isReported = true;
      listener.ended(Duration.ofNanos(settings.clock().getAsLong() - begunNanos));
    }
  }

  private void advance(long nanos) {
    try {
      if (deadline.isOver()) {
        window.seal();
      }
      PendingItem slot = window.take(Math.min(nanos, nanosToWait()));
      if (slot != null) {
        add(slot);
      } else if (window.isExhausted()) {
        over = true;
        report();
      } else if (deadline.isOver()) {
        endAtDeadline();
      } else if (window.giveUp(GRACE_NANOS, GivenUp.TIMED_OUT)) {
        threads.replaceReader();
      } else {
        threads.startWhatWaits();
      }
    } catch (InterruptedException e) {
      close();
      interrupted = true;
      Thread.currentThread().interrupt();
      throw cancelled();
    }
  }

  private static CancellationException cancelled() {
    return new CancellationException("the thread was interrupted");
  }

  /** What was interrupted is never taken for what has ended, however often one asks. */
  private boolean isReady() {
    if (interrupted) {
      throw cancelled();
    }
    return !ready.isEmpty();
  }

  private long nanosToWait() {
    return Math.max(1, Math.min(deadline.remainingNanos(), threads.patience(LOOK_NANOS)));
  }

  private void add(PendingItem slot) {
    List<Outcome> outcomes = slot.outcomes;
    if (outcomes != null) { // always, for a slot that was taken
      for (Outcome outcome : outcomes) {
        boolean isExplicit = slot.candidate != null && slot.candidate.explicit();
        Outcome given = totalLimit.apply(outcome, isExplicit);
        tell(given, Duration.ofNanos(slot.tookNanos));
        ready.add(given);
      }
    }
  }

  private void tell(Outcome outcome, Duration took) {
    if (outcome instanceof Outcome.Resolved resolved) {
      listener.resolved(resolved, took);
    } else if (outcome instanceof Outcome.Skipped skipped) {
      listener.skipped(skipped, took);
    } else if (outcome instanceof Outcome.Failed failed) {
      listener.failed(failed, took);
    }
  }

  /** What becomes of an item that takes longer than it may. */
  private enum GivenUp implements Function<PendingItem, Outcome> {
    TIMED_OUT;

    @Override
    public Outcome apply(PendingItem slot) {
      ResourceException problem =
          ResourceException.of(
              Kind.TIMEOUT,
              slot.candidate == null ? null : slot.candidate.uri().value(),
              "took longer than " + DurationText.exact(Duration.ofNanos(slot.limitNanos)));
      return new Outcome.Failed(slot.reference, slot.candidate, problem);
    }
  }

  private void endAtDeadline() {
    close();
    int position = Math.max(0, references.size() - 1);
    Reference last =
        Reference.literal(position, references.isEmpty() ? "" : references.get(position));
    String message =
        "the run took longer than "
            + DurationText.exact(Objects.requireNonNull(settings.deadline()))
            + "; what had not been read by then is missing";
    var outcome =
        new Outcome.Failed(last, null, ResourceException.of(Kind.TIMEOUT, last.text(), message));
    tell(outcome, Duration.ZERO);
    ready.add(outcome);
  }

  /**
   * The limit on all items together: an item that would exceed it is left out, a later and smaller
   * one may still fit. Applied in order, so that the result does not depend on which was read
   * first.
   */
  private static final class TotalLimit {

    private final long maxTotalBytes;
    private long total;

    TotalLimit(long maxTotalBytes) {
      this.maxTotalBytes = maxTotalBytes;
    }

    /**
     * Returns the outcome, or what becomes of it if it does not fit.
     *
     * @param isExplicit whether exactly this was named
     */
    Outcome apply(Outcome outcome, boolean isExplicit) {
      if (outcome instanceof Outcome.Resolved resolved) {
        return resolved(resolved, isExplicit);
      }
      return outcome instanceof Outcome.Planned planned ? planned(planned) : outcome;
    }

    private Outcome resolved(Outcome.Resolved resolved, boolean isExplicit) {
      Resource resource = resolved.snapshot().resource();
      long size = resource.content().size();
      return fits(size)
          ? resolved
          : skipped(
              resolved, new Candidate(resource.uri(), resource.name(), size, isExplicit, null));
    }

    private Outcome planned(Outcome.Planned planned) {
      return fits(Math.max(0, planned.candidate().size()))
          ? planned
          : skipped(planned, planned.candidate());
    }

    private boolean fits(long size) {
      if (size > maxTotalBytes - total) {
        return false;
      }
      total += size;
      return true;
    }

    private Outcome skipped(Outcome outcome, Candidate candidate) {
      String detail =
          "its "
              + candidate.size()
              + " bytes would exceed the total of "
              + maxTotalBytes
              + " bytes";
      return new Outcome.Skipped(outcome.reference(), candidate, SkipReason.OVER_LIMIT, detail);
    }
  }
}
