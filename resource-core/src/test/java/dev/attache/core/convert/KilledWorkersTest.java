package dev.attache.core.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Processes that are killed at any moment, as the system does when it runs out of memory. */
@ResourceLock(DocumentConverterTest.WORKERS)
class KilledWorkersTest {

  private static final int DOCUMENTS = Boolean.getBoolean("attache.slow") ? 200 : 80;
  private static final long SEED = 25;

  @TempDir Path temporary;

  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger kills = new AtomicInteger();

  @Test
  void costNoMoreThanTheDocumentThatTheyHad() throws Exception {
    var killer = new Thread(this::kill);
    List<String> results;
    try (var converter =
        DocumentConverter.builder()
            .addConverters(Objects.requireNonNull(WorkerCommand.placeOf(ObedientConverter.class)))
            .workers(2)
            .temporary(temporary)
            .heapBytes(64L << 20)
            .build()) {
      killer.start();
      results = convertAll(converter);
    } finally {
      isOver.set(true);
      killer.join();
    }
    List<String> lost = results.stream().filter(each -> !each.startsWith("# ")).toList();
    assertThat(results).hasSize(DOCUMENTS);
    assertThat(kills.get()).isPositive();
    assertThat(lost).hasSizeBetween(1, kills.get());
    assertThat(lost)
        .contains("the converter obedient was killed by SIGKILL")
        .isSubsetOf(
            "the converter obedient was killed by SIGKILL",
            "the process for it cannot be started: killed by SIGKILL");
    assertThat(results.stream().filter(each -> each.startsWith("# ")))
        .allMatch(each -> each.matches("# sleep [0-9]+\n"));
    assertThat(DocumentConverterTest.workers()).isEmpty();
    assertThat(temporary).isEmptyDirectory();
  }

  private List<String> convertAll(DocumentConverter converter) throws Exception {
    ExecutorService readers = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> tasks =
          IntStream.range(0, DOCUMENTS)
              .mapToObj(i -> (Callable<String>) () -> convert(converter, "sleep " + i % 50))
              .toList();
      return readers.invokeAll(tasks).stream().map(KilledWorkersTest::result).toList();
    } finally {
      readers.shutdownNow();
    }
  }

  private static String result(Future<String> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private String convert(DocumentConverter converter, String order)
      throws IOException, InterruptedException {
    try {
      return converter
          .convert(
              ResourceContent.blob(order.getBytes(UTF_8)),
              "application/x-orders",
              null,
              ConversionOptions.DEFAULT)
          .markdown();
    } catch (ConversionException e) {
      return e.message();
    } finally {
      done.incrementAndGet();
    }
  }

  /** Kills some process that converts, or is about to, whenever a few documents more are done. */
  private void kill() {
    var random = new Random(SEED);
    int next = 5;
    try {
      while (!isOver.get()) {
        Thread.sleep(random.nextInt(20));
        List<ProcessHandle> workers = List.copyOf(DocumentConverterTest.workers());
        if (done.get() >= next
            && !workers.isEmpty()
            && workers.get(random.nextInt(workers.size())).destroyForcibly()) {
          kills.incrementAndGet();
          next = done.get() + 5 + random.nextInt(10);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
