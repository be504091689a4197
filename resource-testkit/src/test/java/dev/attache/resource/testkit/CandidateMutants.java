package dev.attache.resource.testkit;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.function.UnaryOperator;

/** Handlers that break a rule for what is said of a candidate. */
final class CandidateMutants {

  private CandidateMutants() {}

  static ResourceHandler thatAreNotCanonical() {
    return offering(
        c ->
            new Candidate(
                ResourceUri.of(c.uri().value().replace("mem:", "MEM:")),
                c.name(),
                c.size(),
                c.explicit(),
                c.peek()));
  }

  static ResourceHandler thatAreNeverExplicit() {
    return offering(c -> new Candidate(c.uri(), c.name(), c.size(), false, c.peek()));
  }

  static ResourceHandler thatAreAlwaysExplicit() {
    return offering(c -> new Candidate(c.uri(), c.name(), c.size(), true, c.peek()));
  }

  static ResourceHandler withAnotherSize() {
    return offering(c -> new Candidate(c.uri(), c.name(), c.size() + 1, c.explicit(), c.peek()));
  }

  static ResourceHandler withAnotherName() {
    return offering(
        c -> new Candidate(c.uri(), c.name() + ".txt", c.size(), c.explicit(), c.peek()));
  }

  static ResourceHandler withAPeekAtSomethingElse() {
    return offering(c -> peeking(c, new ByteArrayInputStream(new byte[] {'P', 'K'})));
  }

  static ResourceHandler withAPeekThatFails() {
    return offering(
        c ->
            new Candidate(
                c.uri(),
                c.name(),
                c.size(),
                c.explicit(),
                (uri, context) -> {
                  throw ResourceException.of(
                      ResourceException.Kind.FAILED, uri.value(), "cannot be opened");
                }));
  }

  private static Candidate peeking(Candidate c, InputStream in) {
    return new Candidate(c.uri(), c.name(), c.size(), c.explicit(), (uri, context) -> in);
  }

  static ResourceHandler thatAreReadToBeOffered() {
    return new SampleHandler() {
      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        context.read(ResourceUri.of("mem:top"), InputStream.nullInputStream(), ContentHints.NONE);
        super.expand(references, context, sink);
      }
    };
  }

  /** Changes what is offered, but for programs and secrets. */
  private static ResourceHandler offering(UnaryOperator<Candidate> change) {
    return new SampleHandler() {
      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        var recorded = new RecordingSink();
        super.expand(references, context, recorded);
        for (RecordingSink.Offer offer : recorded.offers()) {
          boolean isPlain = SampleHandler.isEntry(offer.candidate().uri());
          sink.candidate(
              offer.reference(), isPlain ? change.apply(offer.candidate()) : offer.candidate());
        }
        recorded
            .skips()
            .forEach(s -> sink.skip(s.reference(), s.candidate(), s.reason(), s.detail()));
        recorded.failures().forEach(f -> sink.fail(f.reference(), f.problem()));
      }
    };
  }
}
