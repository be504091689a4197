package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many items of a handler are read at once. */
class ParallelismTest {

  private static final int ITEMS = 200;

  @TempDir private Path workspace;

  @Test
  void readsAsManyItemsAtOnceAsAHandlerThatWaitsAsksFor() throws Exception {
    var handler = new Waiting(24);
    run(builder(handler));
    assertThat(handler.most).hasValue(24);
  }

  @Test
  void readsAsManyItemsAtOnceAsTheUserSays() throws Exception {
    var handler = new Waiting(24);
    run(builder(handler).jobs(2));
    assertThat(handler.most).hasValue(2);
  }

  @Test
  void leavesTheNumberToTheEngineWhenAHandlerAsksForLess() throws Exception {
    var handler = new Waiting(1);
    run(builder(handler));
    assertThat(handler.most).hasValue(2 * Runtime.getRuntime().availableProcessors());
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
    run(builder(handler));
    assertThat(handler.most).hasValue(2 * Runtime.getRuntime().availableProcessors());
  }

  private Resolver.Builder builder(ResourceHandler handler) throws Exception {
    return Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace);
  }

  private static void run(Resolver.Builder builder) throws Exception {
    List<String> references = IntStream.range(0, ITEMS).mapToObj(i -> "xx:" + i).toList();
    assertThat(Outcomes.of(builder.build(), references.toArray(String[]::new))).hasSize(ITEMS);
  }

  /** A handler whose items take their time, and which counts how many are being read. */
  private static class Waiting implements ResourceHandler {
    private final int parallelism;
    private final AtomicInteger current = new AtomicInteger();
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
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      current.decrementAndGet();
      return ScriptedHandler.text(uri, uri.value());
    }
  }
}
