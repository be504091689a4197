package dev.attache.resource.testkit;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/** Handlers that break a rule for sizes, times or interruptions. */
final class LimitMutants {

  private LimitMutants() {}

  static ResourceHandler thatIgnoreTheLimit() {
    return readingItself(
        (uri, context) -> uri.value().contains("size/") || uri.value().contains("grown/"));
  }

  static ResourceHandler thatBelieveAClaim() {
    return readingItself((uri, context) -> uri.value().contains("grown/"));
  }

  static ResourceHandler thatTakeZeroForNoLimit() {
    return readingItself((uri, context) -> context.maxBytes() == 0);
  }

  static ResourceHandler thatTakeNoTimeForNoLimit() {
    return readingItself((uri, context) -> context.timeout().isZero());
  }

  static ResourceHandler thatClearTheFlagOfTheThread() {
    return readingItself(
        (uri, context) -> !uri.value().equals("mem:endless") && Thread.interrupted());
  }

  static ResourceHandler thatAreOneByteTooStrict() {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        if (uri.value().equals("mem:size/" + context.maxBytes())) {
          throw ResourceException.of(Kind.TOO_LARGE, uri.value(), "too large");
        }
        return super.resolve(uri, context);
      }
    };
  }

  static ResourceHandler thatIgnoreTheTime() {
    return endless(context -> RunMutants.sleep(10_000));
  }

  static ResourceHandler thatSwallowAnInterruption() {
    return endless(
        context -> {
          while (!context.timeout().isZero()) {
            try {
              TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
              // the mistake
            }
          }
        });
  }

  static ResourceHandler withANegativeParallelism() {
    return parallel(() -> -1);
  }

  static ResourceHandler withAParallelismThatChanges() {
    var calls = new AtomicInteger();
    return parallel(calls::incrementAndGet);
  }

  private interface Parallelism {
    int get();
  }

  private static ResourceHandler parallel(Parallelism parallelism) {
    return new SampleHandler() {
      @Override
      public int parallelism(HandlerContext context) {
        return parallelism.get();
      }
    };
  }

  static ResourceHandler withATimeLimitOfZero() {
    return new SampleHandler() {
      @Override
      public Duration timeLimit(ResourceUri uri, HandlerContext context) {
        return uri.value().equals("mem:top") ? Duration.ZERO : Duration.ofSeconds(20);
      }
    };
  }

  static ResourceHandler thatReadToTellATimeLimit() {
    return new SampleHandler() {
      @Override
      public Duration timeLimit(ResourceUri uri, HandlerContext context) {
        try {
          context.read(uri, InputStream.nullInputStream(), ContentHints.NONE);
        } catch (ResourceException e) {
          throw new UncheckedIOException(e);
        }
        return Duration.ofSeconds(20);
      }
    };
  }

  /** Builds some resources itself, without counting. */
  private static ResourceHandler readingItself(BiPredicate<ResourceUri, HandlerContext> which) {
    return new SampleHandler() {
      @Override
      List<Resource> read(ResourceUri uri, InputStream in, HandlerContext context)
          throws ResourceException {
        if (!which.test(uri, context)) {
          return super.read(uri, in, context);
        }
        try {
          return List.of(Resource.builder(uri, ResourceContent.blob(in.readAllBytes())).build());
        } catch (IOException e) {
          throw new AssertionError(e); // it is in memory
        }
      }
    };
  }

  /** Waits in its own way where it should read for ever. */
  private static ResourceHandler endless(Consumer<HandlerContext> waiting) {
    return new SampleHandler() {
      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        if (uri.value().equals("mem:endless")) {
          waiting.accept(context);
          throw ResourceException.of(Kind.TIMEOUT, uri.value(), "the time is up");
        }
        return super.resolve(uri, context);
      }
    };
  }
}
