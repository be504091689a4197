package dev.attache.core.run;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.VersionedCandidate;
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

  /** Whether a handler has offered what is another's, which nobody has asked for by its name. */
  final boolean isForeign;

  /** Whether the user named exactly this. */
  final boolean isNamed;

  /** What the handler knows of it; only until it is appended. */
  @Nullable VersionedCandidate versioned;

  @Nullable public List<Outcome> outcomes;
  @Nullable Thread reader;
  long startedNanos;
  public long tookNanos; // with the time that it waited for memory
  public long limitNanos; // 0 while it is not known yet
  long weight;
  long taken; // of the weight, what reading has asked for
  boolean waitsForRoom;
  boolean isStopped; // its clock is

  private PendingItem(
      Reference reference,
      @Nullable Candidate candidate,
      @Nullable RegisteredHandler handler,
      boolean isForeign,
      boolean isNamed,
      @Nullable List<Outcome> outcomes) {
    this.reference = reference;
    this.candidate = candidate;
    this.handler = handler;
    this.isForeign = isForeign;
    this.isNamed = isNamed;
    this.outcomes = outcomes;
  }

  /** A place for what reading {@code candidate} will give. */
  static PendingItem toRead(Reference reference, Candidate candidate, RegisteredHandler handler) {
    boolean isNamed = candidate.explicit() && reference.requester().isUser();
    return new PendingItem(reference, candidate, handler, false, isNamed, null);
  }

  /** A place for what reading {@code candidate} will give, unless that is known. */
  static PendingItem toRead(
      Reference reference,
      Candidate candidate,
      RegisteredHandler handler,
      VersionedCandidate versioned) {
    PendingItem item = toRead(reference, candidate, handler);
    item.versioned = versioned;
    return item;
  }

  /** A place for what reading again an address will give, which something else may have led to. */
  static PendingItem toReadAgain(
      Reference reference, Candidate candidate, RegisteredHandler handler, boolean isNamed) {
    return new PendingItem(reference, candidate, handler, false, isNamed, null);
  }

  /** A place for what reading {@code candidate}, which another handler has offered, will give. */
  static PendingItem ofAnother(
      Reference reference, Candidate candidate, RegisteredHandler handler) {
    return new PendingItem(reference, candidate, handler, true, false, null);
  }

  /** A place for an outcome that is there already. */
  static PendingItem done(Outcome outcome) {
    return new PendingItem(outcome.reference(), null, null, false, false, List.of(outcome));
  }
}
