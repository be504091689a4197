package dev.attache.core;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.run.ContentReader;
import dev.attache.core.run.FirstBytes;
import dev.attache.core.run.ItemContext;
import dev.attache.core.run.ItemReader;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.types.MimeType;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The reader of a plan: it reads the first bytes of a candidate, for its type. */
final class PeekReader implements ItemReader {

  static final ItemReader INSTANCE = new PeekReader();

  private PeekReader() {}

  @Override
  public List<Outcome> read(Reference reference, Candidate candidate, ItemContext context)
      throws ResourceException {
    if (candidate.size() > context.maxBytes()) {
      return List.of(
          new Outcome.Skipped(
              reference,
              candidate,
              SkipReason.TOO_LARGE,
              ContentReader.limitExceeded(context.maxBytes())));
    }
    Candidate.Peek peek = candidate.peek();
    if (peek == null) {
      TypeDecision type =
          MimeType.parseHeader(candidate.mimeType())
              .map(MimeType::essence)
              .map(stated -> new TypeDecision(stated, null, null, stated, "declared"))
              .orElse(null);
      return List.of(new Outcome.Planned(reference, candidate, type, null));
    }
    try (InputStream in = peek.open(candidate.uri(), context)) {
      FirstBytes glance = context.reader().glance(in, candidate.name());
      return List.of(new Outcome.Planned(reference, candidate, glance.type(), glance.text()));
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, candidate.uri().value(), "cannot be read: " + e.getMessage(), e);
    }
  }
}
