package dev.attache.resource.testkit;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Handlers that break a rule for what may have changed. */
final class FreshnessMutants {

  private FreshnessMutants() {}

  static ResourceHandler thatSaysNothing() {
    return knowing((uri, known, context) -> uri.equals("mem:top") ? nothing() : Freshness.UNKNOWN);
  }

  static ResourceHandler thatTakesForUnchanged(String which) {
    return knowing(
        (uri, known, context) -> uri.equals(which) ? Freshness.UNCHANGED : Freshness.UNKNOWN);
  }

  static ResourceHandler thatThrowsForWhatIsGone() {
    return knowing(
        (uri, known, context) -> {
          if (uri.equals("mem:missing")) {
            throw new IllegalStateException("it is gone");
          }
          return Freshness.UNKNOWN;
        });
  }

  static ResourceHandler thatComparesContents() {
    return knowing(
        (uri, known, context) -> {
          try (InputStream in = known.content().open()) {
            return in.readAllBytes().length < 0 ? Freshness.UNCHANGED : Freshness.UNCERTAIN;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  static ResourceHandler thatReadsAgain() {
    return knowing(
        (uri, known, context) -> {
          try {
            context.read(known.uri(), InputStream.nullInputStream(), ContentHints.NONE);
            return Freshness.UNCERTAIN;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private interface Knowledge {
    Freshness of(String uri, Resource known, HandlerContext context);
  }

  private static ResourceHandler knowing(Knowledge knowledge) {
    return new SampleHandler() {
      @Override
      public Freshness freshness(
          ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
        return knowledge.of(uri.value(), known, context);
      }
    };
  }

  /** What Java lets a handler return all the same. */
  @SuppressWarnings("NullAway")
  private static Freshness nothing() {
    return null;
  }
}
