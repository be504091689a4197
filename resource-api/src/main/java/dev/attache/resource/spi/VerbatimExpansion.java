package dev.attache.resource.spi;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The expansion for schemes without patterns: each reference is a URI, and names just that. */
final class VerbatimExpansion {

  private final ResourceHandler handler;
  private final HandlerContext context;

  VerbatimExpansion(ResourceHandler handler, HandlerContext context) {
    this.handler = handler;
    this.context = context;
  }

  void expand(List<Reference> references, CandidateSink sink) {
    Map<ResourceUri, Reference> lastExclusion = new HashMap<>();
    for (Reference reference : references) {
      Reading reading = reference.exclusion() ? read(reference) : null;
      if (reading != null && reading.uri != null) {
        lastExclusion.put(reading.uri, reference);
      }
    }
    for (Reference reference : references) { // each is offered before the next one is looked at
      Reading reading = read(reference);
      if (reading.problem != null) {
        sink.fail(reading.reference, reading.problem);
      } else if (reading.uri != null && !reading.reference.exclusion()) {
        offer(reading.reference, reading.uri, lastExclusion.get(reading.uri), sink);
      }
    }
  }

  private void offer(
      Reference reference, ResourceUri uri, @Nullable Reference exclusion, CandidateSink sink) {
    if (exclusion != null && exclusion.position() > reference.position()) {
      sink.skip(reference, Candidate.of(uri), SkipReason.EXCLUDED, "by " + exclusion.redacted());
      return;
    }
    Candidate candidate;
    try {
      candidate = handler.candidate(uri, context);
    } catch (ResourceException e) {
      sink.fail(reference, e);
      return;
    }
    sink.candidate(reference, candidate);
  }

  private Reading read(Reference reference) {
    try {
      ResourceUri uri = ResourceUri.of(reference.target());
      return new Reading(reference, handler.canonicalize(uri, context), null);
    } catch (IllegalArgumentException e) {
      return new Reading(reference, null, invalid(reference, String.valueOf(e.getMessage())));
    } catch (ResourceException e) {
      return new Reading(reference, null, e);
    }
  }

  private static ResourceException invalid(Reference reference, String message) {
    return ResourceException.of(ResourceException.Kind.INVALID_URI, reference.target(), message);
  }

  /** What a reference spells: a canonical URI, or a problem to report at its place. */
  private record Reading(
      Reference reference, @Nullable ResourceUri uri, @Nullable ResourceException problem) {}
}
