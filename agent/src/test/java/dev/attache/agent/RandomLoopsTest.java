package dev.attache.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationStore;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.memory.MemoryStore;
import dev.attache.test.FakeWire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops by chance over all that persons, models and their tools do, and that goes wrong. */
@Tag("network")
class RandomLoopsTest {

  private static final int LOOPS =
      Integer.getInteger("attache.loops", Boolean.getBoolean("attache.slow") ? 500 : 50);
  private static final int FIRST_SEED = Integer.getInteger("attache.seed", 0);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void keepsThePromisesToTheModel(FakeWire wire) throws Exception {
    var counts = new HashMap<String, Integer>();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + LOOPS; seed++) {
      Path workspace = Files.createDirectories(directory.resolve("w" + seed));
      ConversationStore store =
          seed % 20 == 0
              ? EmbeddedStore.at(workspace.resolve(".attache"))
              : MemoryStore.of(1L << 24);
      try (var loop = new RandomLoop(wire, seed, workspace, store)) {
        loop.run();
        loop.counts().forEach((what, count) -> counts.merge(what, count, Integer::sum));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + " of " + wire + ": " + e.getMessage(), e);
      }
    }
    assertThat(counts.keySet())
        .as("so that this tests something")
        .containsAll(
            List.of(
                "ANSWERED",
                "CANCELLED",
                "LENGTH",
                "REQUESTS",
                "broken off",
                "elided",
                "forked",
                "refused for now",
                "stopped"));
  }
}
