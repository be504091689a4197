package dev.attache.resource.testkit;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.List;

/**
 * A sink that keeps all it is told, in order, and shows it a line each.
 *
 * <pre>
 * candidate src/: file:///work/src/A.java
 * skip src/: file:///work/src/B.class, ignored: *.class (.gitignore:1)
 * fail docs/: NOT_FOUND: there is no such file
 * note src/: 12 files are not shown
 * </pre>
 *
 * <p>Not thread-safe, as an expansion is one thread's work.
 */
public final class RecordingSink implements CandidateSink {

  private final List<Offer> offers = new ArrayList<>();
  private final List<Skip> skips = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  /** Makes a sink that has seen nothing. */
  public RecordingSink() {}

  /**
   * Something offered for attaching.
   *
   * @param reference the one that led to it
   * @param candidate what was offered
   */
  public record Offer(Reference reference, Candidate candidate) {}

  /**
   * Something left out.
   *
   * @param reference the one that led to it
   * @param candidate what was left out
   * @param reason the rule or fact, for programs
   * @param detail the same in a few words
   */
  public record Skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {}

  /**
   * A reference that could not be expanded, as a whole or in part.
   *
   * @param reference the one that could not be expanded
   * @param problem what is wrong
   */
  public record Failure(Reference reference, ResourceException problem) {}

  /**
   * Something said to the user.
   *
   * @param reference the one that it is about
   * @param text one line
   */
  public record Note(Reference reference, String text) {}

  @Override
  public void candidate(Reference reference, Candidate candidate) {
    offers.add(new Offer(reference, candidate));
    lines.add("candidate " + reference + ": " + candidate.uri());
  }

  @Override
  public void skip(Reference reference, Candidate candidate, SkipReason reason, String detail) {
    skips.add(new Skip(reference, candidate, reason, detail));
    lines.add("skip " + reference + ": " + candidate.uri() + ", " + reason + ": " + detail);
  }

  @Override
  public void fail(Reference reference, ResourceException problem) {
    failures.add(new Failure(reference, problem));
    lines.add("fail " + reference + ": " + problem.kind() + ": " + problem.message());
  }

  @Override
  public void note(Reference reference, String text) {
    notes.add(new Note(reference, text));
    lines.add("note " + reference + ": " + text);
  }

  /** {@return what was offered, in order} */
  public List<Offer> offers() {
    return List.copyOf(offers);
  }

  /** {@return the URIs of what was offered, in order} */
  public List<ResourceUri> uris() {
    return offers.stream().map(offer -> offer.candidate().uri()).toList();
  }

  /** {@return what was left out, in order} */
  public List<Skip> skips() {
    return List.copyOf(skips);
  }

  /** {@return what failed, in order} */
  public List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** {@return what was said to the user, in order} */
  public List<Note> notes() {
    return List.copyOf(notes);
  }

  /** {@return all of it in order, a line each} */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** All of it in order, a line each. */
  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
