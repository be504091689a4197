package dev.attache.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationStore;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.memory.MemoryStore;
import dev.attache.test.FakeWire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops by chance over all that persons, models and their tools do, and that goes wrong. */
@Tag("network")
class RandomLoopsTest {

  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");
  private static final int LOOPS = Integer.getInteger("attache.loops", IS_WHOLE ? 500 : 10);
  private static final int FIRST_SEED = Integer.getInteger("attache.seed", 0);
  private static final int AT_ONCE = 6;

  /** What happens in so many loops, whichever they are. */
  private static final List<String> EXPECTED =
      List.of(
          "ANSWERED",
          "CANCELLED",
          "LENGTH",
          "REQUESTS",
          "asked meanwhile",
          "besides ANSWERED",
          "broken off",
          "diffs",
          "elided",
          "forked",
          "made room",
          "overtaken",
          "quarantined",
          "refused for now",
          "stopped",
          "undone");

  private static final Map<String, Integer> ALL = new ConcurrentHashMap<>();

  @TempDir Path directory;

  /** Of all wires together, since what is rare does not happen with each of them. */
  @AfterAll
  static void testsSomething() {
    System.out.println("random loops: " + new TreeMap<>(ALL));
    if (LOOPS >= 10) {
      assertThat(ALL.keySet()).as("so that this tests something").containsAll(EXPECTED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsThePromisesToTheModel(FakeWire wire) throws Exception {
    var counts = new ConcurrentHashMap<String, Integer>();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE); // which wait for each other
    try {
      List<FakeWire> wires = List.of(FakeWire.values());
      var loops = new ArrayList<Future<Map<String, Integer>>>();
      for (int i = 0; i < LOOPS; i++) {
        long seed = FIRST_SEED + (IS_WHOLE ? i : (long) i * wires.size() + wires.indexOf(wire));
        loops.add(threads.submit(() -> counts(wire, seed)));
      }
      for (Future<Map<String, Integer>> loop : loops) {
        loop.get().forEach((what, count) -> counts.merge(what, count, Integer::sum));
      }
    } finally {
      threads.shutdownNow();
    }
    counts.forEach((what, count) -> ALL.merge(what, count, Integer::sum));
  }

  /** Runs a loop; returns how often each of the things that can happen did. */
  private Map<String, Integer> counts(FakeWire wire, long seed) {
    try {
      Path workspace = Files.createDirectories(directory.resolve("w" + seed));
      ConversationStore store =
          seed % 20 == 0
              ? EmbeddedStore.at(workspace.resolve(".attache"))
              : MemoryStore.of(1L << 24);
      try (var loop = new RandomLoop(wire, seed, workspace, store)) {
        loop.run();
        return loop.counts();
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed " + seed + " of " + wire + ": " + e.getMessage(), e);
    }
  }
}
