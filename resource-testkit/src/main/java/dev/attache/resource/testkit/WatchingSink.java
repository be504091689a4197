package dev.attache.resource.testkit;

import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.List;

/** A sink that does something at each call, and keeps what failed. Thread-safe if that is. */
final class WatchingSink implements CandidateSink {

  private final Runnable atEachCall;
  private final List<ResourceException> failures = new ArrayList<>();

  WatchingSink(Runnable atEachCall) {
    this.atEachCall = atEachCall;
  }

  synchronized List<ResourceException> failures() {
    return List.copyOf(failures);
  }

  @Override
  public void candidate(Reference reference, Candidate candidate) {
    atEachCall.run();
  }

  @Override
  public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
    atEachCall.run();
  }

  @Override
  public synchronized void fail(Reference reference, ResourceException problem) {
    failures.add(problem);
    atEachCall.run();
  }

  @Override
  public void note(Reference reference, String text) {
    atEachCall.run();
  }
}
