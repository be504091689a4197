package dev.attache.core.outcome;

import dev.attache.resource.Resource;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.SkipReason;

/**
 * The limit on all items together: an item that would exceed it is left out, a later and smaller
 * one may still fit. Applied in order, so that the result does not depend on which was read first.
 */
public final class TotalLimit {

  private final long maxTotalBytes;
  private long total;

  public TotalLimit(long maxTotalBytes) {
    this.maxTotalBytes = maxTotalBytes;
  }

  public Outcome apply(Outcome outcome) {
    return outcome.match(this::resolved, this::planned, same -> same, same -> same, same -> same);
  }

  private Outcome resolved(Outcome.Resolved resolved) {
    Resource resource = resolved.snapshot().resource();
    long size = resource.content().size();
    return fits(size)
        ? resolved
        : skipped(resolved, new Candidate(resource.uri(), resource.name(), size, false, null));
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
        "its " + candidate.size() + " bytes would exceed the total of " + maxTotalBytes + " bytes";
    return new Outcome.Skipped(outcome.reference(), candidate, SkipReason.BUDGET, detail);
  }
}
