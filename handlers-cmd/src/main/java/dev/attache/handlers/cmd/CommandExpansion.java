package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.run.Preparation;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expansion of references to what commands print: each names one, and a later exclusion that
 * names the same takes it away. Nothing is run.
 *
 * <p>A command that several ask for is offered as asked for by the most trusted of them.
 */
final class CommandExpansion {

  private final Preparation preparation;
  private final HandlerContext context;
  private final Spelling spelling;
  private final Map<ResourceUri, Reference> lastExclusion = new HashMap<>();
  private final Map<ResourceUri, Reference> mostTrusted = new HashMap<>();

  CommandExpansion(Preparation preparation, HandlerContext context, Spelling spelling) {
    this.preparation = preparation;
    this.context = context;
    this.spelling = spelling;
  }

  /** What references mean. */
  @FunctionalInterface
  interface Spelling {
    /**
     * Returns what a reference names.
     *
     * @throws ResourceException {@code INVALID_URI} if it is none
     */
    Named read(String reference) throws ResourceException;
  }

  /**
   * What a reference names.
   *
   * @param uri the canonical URI of what the command prints
   * @param isKnownByUri whether people know it by that, and not by the command line
   */
  record Named(ResourceUri uri, CommandUri command, boolean isKnownByUri) {

    Candidate candidate(Invocation invocation) {
      return isKnownByUri
          ? new Candidate(uri, null, Candidate.UNKNOWN_SIZE, true, null, invocation)
          : Candidate.printedBy(invocation, uri);
    }
  }

  void expand(List<Reference> references, CandidateSink sink) {
    var readings = new ArrayList<Reading>();
    for (Reference reference : references) {
      Reading reading = read(reference);
      readings.add(reading);
      if (reading.named != null) {
        note(reference, reading.named.uri());
      }
    }
    for (Reading reading : readings) {
      if (reading.problem != null) {
        sink.fail(reading.reference, reading.problem);
      } else if (reading.named != null && !reading.reference.exclusion()) {
        offer(reading.reference, reading.named, sink);
      }
    }
  }

  private void note(Reference reference, ResourceUri uri) {
    if (reference.exclusion()) {
      lastExclusion.put(uri, reference);
      mostTrusted.remove(uri); // what is excluded counts for nothing
    } else {
      mostTrusted.merge(
          uri, reference, (a, b) -> b.requester().compareTo(a.requester()) < 0 ? b : a);
    }
  }

  private void offer(Reference reference, Named named, CandidateSink sink) {
    for (String warning : named.command().warnings()) {
      sink.note(reference, warning);
    }
    ResourceUri uri = named.uri();
    Candidate candidate;
    try {
      candidate = named.candidate(preparation.invocation(uri, named.command()));
    } catch (ResourceException e) {
      sink.fail(reference, e);
      return;
    }
    Reference exclusion = lastExclusion.get(uri);
    Reference trusted = mostTrusted.getOrDefault(uri, reference);
    if (exclusion != null && exclusion.position() > reference.position()) {
      sink.skip(reference, candidate, SkipReason.EXCLUDED, "by " + exclusion.redacted());
    } else if (trusted.requester().compareTo(reference.requester()) < 0) {
      sink.skip(reference, candidate, SkipReason.DUPLICATE, "also named by " + trusted.redacted());
    } else {
      NamedCommands.of(context).add(uri, named.command());
      sink.candidate(reference, candidate);
    }
  }

  private Reading read(Reference reference) {
    try {
      return new Reading(reference, spelling.read(reference.target()), null);
    } catch (ResourceException e) {
      return new Reading(reference, null, e);
    }
  }

  /** What a reference spells: a command, or a problem to report at its place. */
  private record Reading(
      Reference reference, @Nullable Named named, @Nullable ResourceException problem) {}
}
