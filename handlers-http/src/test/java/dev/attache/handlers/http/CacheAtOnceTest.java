package dev.attache.handlers.http;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.cache.TemporaryFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many users of one cache at the same time. */
@Tag("process")
@Tag("network")
class CacheAtOnceTest {

  private static final int TIMES = Boolean.getBoolean("attache.slow") ? 200 : 80;

  @Test
  void processesAndThreadsNeverGetWrongBytes(@TempDir Path caches) throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int seed = 0; seed < 2; seed++) {
      processes.add(CacheHammer.start(caches, seed, TIMES));
    }
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<Integer>> hammers = new ArrayList<>();
    for (int seed = 10; seed < 13; seed++) {
      var hammer = new CacheHammer(caches, seed);
      hammers.add(threads.submit(() -> hammer.strike(TIMES)));
    }
    for (Future<Integer> hammer : hammers) {
      assertThat(hammer.get()).isPositive();
    }
    for (Process process : processes) {
      String out = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).as(out).isZero();
      assertThat(Integer.parseInt(out.strip())).isPositive();
    }
    threads.shutdown();
    assertThat(CachingClient.files(caches.resolve("attache/http/tmp"))).isEmpty();
  }

  @Test
  void aResolveNeverFailsWhileTheCacheIsEmptied(@TempDir Path caches) throws Exception {
    try (var server = new WebServer()) {
      String body = "x".repeat(200_000);
      ScriptedPage page = new ScriptedPage(server, "/page").whileUnchanged("\"1\"", body);
      ExecutorService threads = Executors.newFixedThreadPool(3);
      Callable<Void> resolving =
          () -> {
            for (int i = 0; i < TIMES / 5; i++) {
              assertThat(new CachingClient(server, caches).text(page.url())).isEqualTo(body);
            }
            return null;
          };
      List<Future<Void>> resolves = List.of(threads.submit(resolving), threads.submit(resolving));
      while (!resolves.stream().allMatch(Future::isDone)) {
        var client = new CachingClient(server, caches);
        await()
            .pollInterval(1, TimeUnit.MILLISECONDS)
            .until(() -> !client.bodies().isEmpty() || resolves.stream().allMatch(Future::isDone));
        client.records().forEach(TemporaryFiles::delete);
        client.bodies().forEach(TemporaryFiles::delete);
      }
      for (Future<Void> resolve : resolves) {
        resolve.get();
      }
      threads.shutdown();
    }
  }
}
