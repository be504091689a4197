package dev.attache.core.routing;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import java.util.List;

/**
 * The expansion of addresses that are to be read again: each is its own candidate, and nothing is
 * looked for.
 */
public final class RereadExpansion {

  private final RegisteredHandler handler;
  private final ReferenceRouter router;
  private final List<References.Entry> entries;

  public RereadExpansion(
      RegisteredHandler handler, ReferenceRouter router, List<References.Entry> entries) {
    this.handler = handler;
    this.router = router;
    this.entries = entries;
  }

  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
    for (Reference reference : references) {
      References.Entry entry = entries.get(reference.position());
      ResourceUri address = entry.address();
      if (address != null) {
        remind(entry.text(), context);
        sink.candidate(reference, Candidate.of(address));
      }
    }
  }

  /**
   * Lets the handler see what was written, of which the address does not hold all; what came of
   * that is of no interest.
   */
  private void remind(String written, HandlerContext context) {
    try {
      if (router.route(written).equals(handler)) {
        handler.handler().canonicalize(router.toUri(written), context);
      }
    } catch (ResourceException | RuntimeException e) {
      // It is read by its address alone.
    }
  }
}
