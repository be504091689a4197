package dev.attache.resource.spi;

import dev.attache.resource.ResourceException;

/**
 * The receiver of what a handler's references expand to, one thing at a time.
 *
 * <p>Order: all that belongs to one reference before anything of a later one, and within one
 * reference the byte order of the canonical URIs unless the scheme has a better one; the same in
 * every run. One reference names a resource at most once; what several references name may be
 * offered again, and the engine attaches it at its first place. Calls come from the thread that
 * runs {@link ResourceHandler#expand} only. A call may block while the engine is busy with what
 * came before, so a handler needs no bound of its own.
 *
 * <p>Every method throws {@link java.util.concurrent.CancellationException} when the run has ended
 * early; a handler lets it pass and closes what it holds.
 */
public interface CandidateSink {

  /**
   * Offers something to attach.
   *
   * @param reference the one of those to expand that led to it
   * @param candidate what it names, or a part of that
   */
  void candidate(Reference reference, Candidate candidate);

  /**
   * Offers something to attach that need not be read if its version is known.
   *
   * @param reference the one of those to expand that led to it
   * @param candidate what it names, or a part of that
   * @param versioned asked soon, if at all, and perhaps by another thread
   */
  default void candidate(Reference reference, Candidate candidate, VersionedCandidate versioned) {
    candidate(reference, candidate);
  }

  /**
   * Says that something was left out.
   *
   * @param reference the one of those to expand that led to it, not the one that excludes it
   * @param candidate what was left out
   * @param reason the rule or fact, for programs
   * @param detail the rule or fact behind the reason, in a few words: {@code target/
   *     (.gitignore:3)}
   */
  void skip(Reference reference, Candidate candidate, SkipReason reason, String detail);

  /**
   * Says that a reference, or a part of what it covers, could not be expanded.
   *
   * @param reference the one of those to expand
   * @param problem what is wrong, about its own URI where that is known
   */
  void fail(Reference reference, ResourceException problem);

  /**
   * Tells the user something that changes nothing: one line.
   *
   * @param reference the one of those to expand that it is about
   * @param text one line, without secrets
   */
  void note(Reference reference, String text);
}
