package dev.attache.resource.testkit;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Handlers that break a rule for many calls, or leave something behind. */
final class RunMutants {

  /** What a handler forgot to close, so that no collection of garbage closes it for it. */
  static final List<InputStream> LEAKED = new ArrayList<>();

  private RunMutants() {}

  static ResourceHandler thatLeakAThread() {
    return before(
        (uri, context) -> {
          var thread = new Thread(() -> sleep(10_000), "leaked");
          thread.setDaemon(true);
          thread.start();
        });
  }

  static ResourceHandler thatPrint() {
    return before((uri, context) -> System.out.println("reading " + uri));
  }

  static ResourceHandler thatPrintErrors() {
    return before((uri, context) -> System.err.print("reading " + uri));
  }

  static ResourceHandler thatLog() {
    return before((uri, context) -> Logger.getLogger("sample").warning("reading " + uri));
  }

  static ResourceHandler thatLeaveFilesOpen() {
    return before(
        (uri, context) -> {
          Path file = context.workspace().resolve("opened");
          try {
            Files.writeString(file, "opened");
            synchronized (LEAKED) {
              LEAKED.add(Files.newInputStream(file));
            }
          } catch (IOException e) {
            throw new AssertionError(e); // a file in the workspace of a test
          }
        });
  }

  static ResourceHandler thatLeaveASourceOpen() {
    return new SampleHandler() {
      @Override
      List<Resource> read(ResourceUri uri, InputStream in, HandlerContext context)
          throws ResourceException {
        InputStream counted = SOURCE.open(in);
        Resource.Builder resource = context.read(uri, counted, ContentHints.NONE);
        try {
          counted.close(); // the mistake: not when reading fails
        } catch (IOException e) {
          throw new AssertionError(e); // it is in memory
        }
        return List.of(resource.name(uri.redacted().substring(4)).build());
      }
    };
  }

  static ResourceHandler thatManyThreadsConfuse() {
    return new SampleHandler() {
      private final AtomicInteger inside = new AtomicInteger();

      @Override
      public List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        boolean crowded = inside.incrementAndGet() > 4; // more than the engine's readers
        sleep(1);
        inside.decrementAndGet();
        return crowded && context.maxBytes() > 100 ? List.of() : super.resolve(uri, context);
      }
    };
  }

  static ResourceHandler thatManyExpansionsConfuse() {
    return new SampleHandler() {
      private final AtomicInteger inside = new AtomicInteger();

      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        boolean crowded = inside.incrementAndGet() > 1;
        sleep(1);
        inside.decrementAndGet();
        super.expand(crowded ? references.subList(0, 1) : references, context, sink);
      }
    };
  }

  static ResourceHandler thatKeepAContext() {
    return new SampleHandler() {
      private volatile @Nullable HandlerContext kept;

      @Override
      List<Resource> read(ResourceUri uri, InputStream in, HandlerContext context)
          throws ResourceException {
        kept = context;
        sleep(1);
        HandlerContext used = kept;
        return super.read(uri, in, used == null ? context : used);
      }
    };
  }

  static ResourceHandler thatKeepAnObjectOfARun() {
    return new SampleHandler() {
      private @Nullable Connection kept;

      @Override
      public synchronized List<Resource> resolve(ResourceUri uri, HandlerContext context)
          throws ResourceException {
        if (kept == null) {
          kept = context.perRun(Connection.class, Connection::new);
        }
        if (kept.isClosed && uri.value().equals("mem:top")) {
          throw ResourceException.of(Kind.FAILED, uri.value(), "the connection is closed");
        }
        return super.resolve(uri, context);
      }
    };
  }

  static ResourceHandler thatCannotCloseTheirObjects() {
    return new SampleHandler() {
      @Override
      public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
          throws ResourceException {
        context.perRun(
            Unclosable.class,
            () ->
                () -> {
                  throw new IllegalStateException("cannot be closed");
                });
        super.expand(references, context, sink);
      }
    };
  }

  private interface Unclosable extends Closeable {}

  /** A source that is no good after it was closed. */
  private static final class Connection implements AutoCloseable {
    private volatile boolean isClosed;

    @Override
    public void close() {
      isClosed = true;
    }
  }

  private interface Deed {
    void before(ResourceUri uri, HandlerContext context);
  }

  /** Does something before it reads an entry. */
  private static ResourceHandler before(Deed deed) {
    return new SampleHandler() {
      @Override
      List<Resource> read(ResourceUri uri, InputStream in, HandlerContext context)
          throws ResourceException {
        if (isEntry(uri)) {
          deed.before(uri, context);
        }
        return super.read(uri, in, context);
      }
    };
  }

  /** Takes its time, as a handler may: the longer it is inside, the more others are there, too. */
  static void sleep(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
