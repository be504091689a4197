package dev.attache.core.run;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place in the order of outcomes: either something still to be read, or an outcome that needed
 * no reading.
 *
 * <p>The mutable fields belong to the {@link InFlightQueue} and are touched under its lock only.
 */
public final class PendingItem {

  public final Reference reference;
  public final @Nullable Candidate candidate;
  final @Nullable RegisteredHandler handler;

  @Nullable public List<Outcome> outcomes;
  @Nullable Thread reader;
  long startedNanos;
  public long limitNanos; // 0 while it is not known yet
  long weight;
  long taken; // of the weight, what reading has asked for
  boolean waitsForRoom;

  private PendingItem(
      Reference reference,
      @Nullable Candidate candidate,
      @Nullable RegisteredHandler handler,
      @Nullable List<Outcome> outcomes) {
    this.reference = reference;
    this.candidate = candidate;
    this.handler = handler;
    this.outcomes = outcomes;
  }

  /** A place for what reading {@code candidate} will give. */
  static PendingItem toRead(Reference reference, Candidate candidate, RegisteredHandler handler) {
    return new PendingItem(reference, candidate, handler, null);
  }

  /** A place for an outcome that is there already. */
  static PendingItem done(Outcome outcome) {
    return new PendingItem(outcome.reference(), null, null, List.of(outcome));
  }
}
