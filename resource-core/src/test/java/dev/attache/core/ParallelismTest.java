package dev.attache.core;

import static dev.attache.test.LongWait.await;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.ScriptedHandler;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many items of a handler are read at once. */
class ParallelismTest {

  private static final int ITEMS = 200;
  private static final int USUAL = 2 * Runtime.getRuntime().availableProcessors();

  @TempDir private Path workspace;

  @Test
  void readsAsManyItemsAtOnceAsAHandlerThatWaitsAsksFor() throws Exception {
    var handler = new Waiting(24);
    assertReadsAtOnce(24, handler, builder(handler));
  }

  @Test
  void readsAsManyItemsAtOnceAsTheUserSays() throws Exception {
    var handler = new Waiting(24);
    assertReadsAtOnce(2, handler, builder(handler).jobs(2));
  }

  @Test
  void leavesTheNumberToTheEngineWhenAHandlerAsksForLess() throws Exception {
    var handler = new Waiting(1);
    assertReadsAtOnce(USUAL, handler, builder(handler));
  }

  @Test
  void goesOnWhenAHandlerCannotSayHowManyItemsItWants() throws Exception {
    var handler =
        new Waiting(24) {
          @Override
          public int parallelism(HandlerContext context) {
            throw new IllegalStateException("broken");
          }
        };
    assertReadsAtOnce(USUAL, handler, builder(handler));
  }

  private Resolver.Builder builder(ResourceHandler handler) {
    return Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace);
  }

  /** So many are being read, and nobody is there to read one more. */
  private static void assertReadsAtOnce(int expected, Waiting handler, Resolver.Builder builder)
      throws Exception {
    Resolver resolver = builder.build();
    List<String> references = IntStream.range(0, ITEMS).mapToObj(i -> "xx:" + i).toList();
    var run = new RunGroup();
    try (Resolution resolution = run.call(() -> resolver.resolve(references))) {
      await().pollInterval(1, MILLISECONDS).until(() -> handler.current.get() >= expected);
      assertThat(run.readers()).isEqualTo(expected);
      handler.mayGoOn.countDown();
      assertThat((Iterable<Outcome>) resolution).hasSize(ITEMS);
      assertThat(handler.most).hasValue(expected);
    } finally {
      handler.mayGoOn.countDown();
    }
  }

  /** A handler whose items wait for each other, and which counts how many are being read. */
  private static class Waiting implements ResourceHandler {
    private final int parallelism;
    final CountDownLatch mayGoOn = new CountDownLatch(1);
    final AtomicInteger current = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();

    Waiting(int parallelism) {
      this.parallelism = parallelism;
    }

    @Override
    public Set<String> schemes() {
      return Set.of("xx");
    }

    @Override
    public int parallelism(HandlerContext context) {
      return parallelism;
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      most.accumulateAndGet(current.incrementAndGet(), Math::max);
      try {
        mayGoOn.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      current.decrementAndGet();
      return ScriptedHandler.text(uri, uri.value());
    }
  }
}
