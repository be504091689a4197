package dev.attache.resource.testkit;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Handlers that break a rule for schemes, for their class, or for canonical forms. */
final class AddressMutants {

  private AddressMutants() {}

  static ResourceHandler withSchemesInUpperCase() {
    return owning(() -> Set.of("Mem"));
  }

  static ResourceHandler withSchemesThatChange() {
    var calls = new AtomicInteger();
    return owning(() -> Set.of("mem", "mem" + calls.getAndIncrement()));
  }

  static ResourceHandler withSchemesThatOthersCanChange() {
    Set<String> own = new HashSet<>(Set.of("mem"));
    return owning(() -> own);
  }

  static ResourceHandler thatCountsItsCalls() {
    return new SampleHandler() {
      private int calls;

      @Override
      public synchronized int parallelism(HandlerContext context) {
        calls++;
        return calls > 0 ? 0 : 1;
      }
    };
  }

  static ResourceHandler whoseFormsAreNoFixedPoints() {
    return canonicalizing(uri -> uri.equals("mem:Top") ? "mem:top" : lower(uri));
  }

  static ResourceHandler whoseFormsChangeFromCallToCall() {
    var calls = new AtomicInteger();
    return canonicalizing(
        uri -> uri.equals("MEM:top") && calls.getAndIncrement() > 0 ? "mem:Top" : lower(uri));
  }

  static ResourceHandler withAnotherFormThanSaid() {
    return canonicalizing(uri -> uri.startsWith("MEM:") ? "mem:Top" : lower(uri));
  }

  static ResourceHandler thatGivesNullForAUri() {
    return new SampleHandler() {
      @Override
      public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        return uri.value().contains("%zz") ? nothing() : super.canonicalize(uri, context);
      }
    };
  }

  static ResourceHandler thatThrowsARuntimeExceptionForAnInvalidUri() {
    return new SampleHandler() {
      @Override
      public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
        try {
          return super.canonicalize(uri, context);
        } catch (ResourceException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  static ResourceHandler thatTakesAnyUriForOneOfTheJdk() {
    return canonicalizing(
        uri ->
            uri.contains("é") || uri.contains("program")
                ? lower(uri)
                : URI.create(lower(uri)).toString());
  }

  static ResourceHandler thatLooksWhetherThereIsSomething() {
    return new SampleHandler() {
      @Override
      public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        if (uri.value().contains("localhost")) {
          throw ResourceException.of(Kind.NOT_FOUND, uri.value(), "there is nothing");
        }
        return super.canonicalize(uri, context);
      }
    };
  }

  static ResourceHandler thatReadsToCanonicalize() {
    return new SampleHandler() {
      @Override
      public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        context.read(uri, InputStream.nullInputStream(), ContentHints.NONE);
        return super.canonicalize(uri, context);
      }
    };
  }

  static ResourceHandler thatOpensTheSourceToCanonicalize() {
    return new SampleHandler() {
      @Override
      public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        try (InputStream in = SOURCE.open(new byte[0])) {
          return in.available() > 0 ? uri : super.canonicalize(uri, context);
        } catch (ResourceException e) {
          throw e;
        } catch (IOException e) {
          throw new AssertionError(e); // it is in memory
        }
      }
    };
  }

  private interface Schemes {
    Set<String> get();
  }

  private static ResourceHandler owning(Schemes schemes) {
    return new SampleHandler() {
      @Override
      public Set<String> schemes() {
        return schemes.get();
      }
    };
  }

  private interface Spelling {
    String of(String uri);
  }

  private static ResourceHandler canonicalizing(Spelling canonical) {
    return new SampleHandler() {
      @Override
      public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        super.canonicalize(uri, context);
        return ResourceUri.of(canonical.of(uri.value()));
      }
    };
  }

  private static String lower(String uri) {
    return "mem" + uri.substring(uri.indexOf(':'));
  }

  /** What Java lets a handler return all the same. */
  @SuppressWarnings("NullAway")
  private static ResourceUri nothing() {
    return null;
  }
}
