package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.KnownAddress;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.ScriptedHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutorTest {

  private static final int ITEMS = 1_500; // more than are in flight at once

  @TempDir Path workspace;

  private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
  private final List<ExecutorService> pools = new ArrayList<>();

  @AfterEach
  void endPools() {
    pools.forEach(ExecutorService::shutdownNow);
  }

  private ExecutorService pool(int threads) {
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, work -> new Thread(work, "pool-of-the-program"));
    pools.add(pool);
    return pool;
  }

  /** A handler of many items, which remembers who reads them. */
  private ScriptedHandler many(String scheme) {
    return ScriptedHandler.of(scheme)
        .expanding(
            (references, context, sink) -> {
              for (int i = 0; i < ITEMS; i++) {
                sink.candidate(references.get(0), Candidate.of(ResourceUri.of(scheme + ":" + i)));
              }
            })
        .resolving(
            (uri, context) -> {
              readers.add(Thread.currentThread());
              return ScriptedHandler.text(uri, uri.value());
            });
  }

  private Resolver resolver(Executor executor) throws IOException {
    return Resolver.builder(HandlerRegistry.of(many("one"), many("two")))
        .workspace(workspace)
        .executor(executor)
        .build();
  }

  private static int count(Resolver resolver) {
    int resolved = 0;
    try (Resolution resolution = resolver.resolve(List.of("one:all", "two:all"))) {
      for (Outcome outcome : resolution) {
        resolved += outcome instanceof Outcome.Resolved ? 1 : 0;
      }
    }
    return resolved;
  }

  @Test
  void readsOnTheThreadsOfTheExecutor() throws Exception {
    assertThat(count(resolver(pool(32)))).isEqualTo(2 * ITEMS);
    assertThat(readers).extracting(Thread::getName).containsOnly("pool-of-the-program");
  }

  @Test
  void runsThatShareAPoolOfOneThreadAllEnd() throws Exception {
    Resolver resolver = resolver(pool(1));
    var runs = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < 6; i++) {
      runs.add(() -> count(resolver));
    }
    for (Future<Integer> run : pool(6).invokeAll(runs)) {
      assertThat(run.get()).isEqualTo(2 * ITEMS);
    }
  }

  @Test
  void runsThatAreReadOnThePoolThatReadsForThemAllEnd() throws Exception {
    ExecutorService pool = pool(3);
    Resolver resolver = resolver(pool);
    var runs = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < 6; i++) {
      runs.add(() -> count(resolver));
    }
    for (Future<Integer> run : pool.invokeAll(runs)) {
      assertThat(run.get()).isEqualTo(2 * ITEMS);
    }
  }

  @Test
  void anExecutorThatRunsEverythingAtOnceDoesNotHoldUpItsCaller() throws Exception {
    assertThat(count(resolver(Runnable::run))).isEqualTo(2 * ITEMS);
    assertThat(readers).doesNotContain(Thread.currentThread());
  }

  @Test
  void anExecutorThatTakesNothingMoreCostsOnlyThreads() throws Exception {
    ExecutorService pool = pool(2);
    pool.shutdown();
    assertThat(count(resolver(pool))).isEqualTo(2 * ITEMS);
  }

  @Test
  void closingARunInterruptsItsTaskAndNothingThatComesAfterIt() throws Exception {
    var begun = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    var slow =
        ScriptedHandler.of("slow")
            .resolving(
                (uri, context) -> {
                  begun.countDown();
                  try {
                    Thread.sleep(60_000);
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                    Thread.currentThread().interrupt();
                  }
                  return List.of();
                });
    ExecutorService pool = pool(4);
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(slow)).workspace(workspace).executor(pool).build();
    try (Resolution resolution = resolver.resolve(List.of("slow:a"))) {
      assertThat(resolution.isOver()).isFalse();
      begun.await();
    }
    interrupted.await();
    for (int i = 0; i < 20; i++) {
      assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
    }
  }

  @Test
  void virtualThreadsRead() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "no virtual threads before Java 21");
    var executor =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    pools.add(executor);
    assertThat(count(resolver(executor))).isEqualTo(2 * ITEMS);
    for (Thread reader : readers) {
      assertThat(Thread.class.getMethod("isVirtual").invoke(reader)).isEqualTo(true);
    }
  }

  /** A handler of things of this machine. */
  private final class Local implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("here");
    }

    @Override
    public Locality locality(ResourceUri uri) {
      return Locality.LOCAL;
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      readers.add(Thread.currentThread());
      return ScriptedHandler.text(uri, uri.value());
    }
  }

  private static List<KnownAddress> addresses(String... uris) {
    var addresses = new ArrayList<KnownAddress>();
    for (String uri : uris) {
      addresses.add(new KnownAddress(ResourceUri.of(uri), uri, Requester.USER));
    }
    return addresses;
  }

  @Test
  void whatIsOfThisMachineIsReadAgainByWhoAsks() throws Exception {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new Local())).workspace(workspace).build();
    try (Resolution resolution = resolver.reread(addresses("here:a"))) {
      assertThat(resolution).extracting(Outcomes::line).containsExactly("resolved here:a");
    }
    assertThat(readers).containsExactly(Thread.currentThread());
  }

  @Test
  void anInterruptionOfWhoAsksCancelsWhatItReadsItself() throws Exception {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new Local())).workspace(workspace).build();
    Thread.currentThread().interrupt();
    try (Resolution resolution = resolver.reread(addresses("here:a"))) {
      assertThatThrownBy(resolution::hasNext).isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
