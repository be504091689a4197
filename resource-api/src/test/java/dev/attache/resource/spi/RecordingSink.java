package dev.attache.resource.spi;

import dev.attache.resource.ResourceException;
import java.util.ArrayList;
import java.util.List;

/** A sink that writes down every call as one line, and keeps what it was given. */
final class RecordingSink implements CandidateSink {

  private final List<String> lines = new ArrayList<>();
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<ResourceException> problems = new ArrayList<>();

  /** What was called, in order: the position of the reference, the call, what it said. */
  List<String> lines() {
    return lines;
  }

  List<Candidate> candidates() {
    return candidates;
  }

  List<ResourceException> problems() {
    return problems;
  }

  @Override
  public void candidate(Reference reference, Candidate candidate) {
    lines.add(reference.position() + " candidate " + candidate.uri());
    candidates.add(candidate);
  }

  @Override
  public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
    lines.add(reference.position() + " skip " + candidate.uri() + ": " + reason + " " + detail);
  }

  @Override
  public void fail(Reference reference, ResourceException problem) {
    lines.add(reference.position() + " fail " + problem.kind() + ": " + problem.message());
    problems.add(problem);
  }

  @Override
  public void note(Reference reference, String text) {
    lines.add(reference.position() + " note " + text);
  }
}
