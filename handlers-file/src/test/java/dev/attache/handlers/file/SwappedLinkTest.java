package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The race that a check of paths loses: while files are found and read, another thread keeps
 * swapping a directory and a file with symbolic links that lead outside.
 */
@Tag("slow")
class SwappedLinkTest {

  private static final int TRIES = Boolean.getBoolean("attache.slow") ? 2_000 : 250;

  /** How long to go on when the machine is busy, where either side may not get its turn. */
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** In every file outside, and in a rule there that matches; nowhere inside. */
  private static final String SECRET = "S[E]CRET";

  private static final List<List<String>> REFERENCES =
      List.of(
          List.of("d/f.SECRET"),
          List.of("."),
          List.of("g.SECRET"),
          List.of("d"),
          List.of("d/e/*"),
          List.of("file:d/e/f.SECRET", "**/f*"));

  @TempDir Path temporary;

  private Workspace workspace;
  private Path outside;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspace.in(temporary);
    workspace.write("d/f.SECRET", "inside").write("d/e/f.SECRET", "inside");
    workspace.write("g.SECRET", "inside").write("d/.gitignore", "#\n").write("d/e/.gitignore", "#");
    outside = Files.createDirectories(temporary.toRealPath().resolve("outside"));
    Files.createDirectory(outside.resolve("e"));
    for (String name : List.of("f.SECRET", "e/f.SECRET", "g.SECRET")) {
      Files.writeString(outside.resolve(name), SECRET);
    }
    Files.writeString(outside.resolve(".gitignore"), "*." + SECRET + "\n");
    Files.writeString(outside.resolve("e/.gitignore"), "*." + SECRET + "\n");
  }

  @Test
  void neverLeadsOutside() throws Exception {
    var over = new AtomicBoolean();
    var swaps = new AtomicLong();
    var swapper = new Thread(() -> swap(over, swaps), "swapper");
    swapper.start();
    Resolver resolver = workspace.resolver();
    long start = System.nanoTime();
    int inside = 0;
    int refused = 0;
    int tries = 0;
    try {
      while ((tries < TRIES || !isEnough(swaps.get(), inside, refused))
          && System.nanoTime() - start < LONGEST_NANOS) {
        for (Outcome outcome : outcomes(resolver, REFERENCES.get(tries % REFERENCES.size()))) {
          assertThat(shown(outcome)).as("try %d", tries).doesNotContain(SECRET);
          inside += outcome instanceof Outcome.Resolved ? 1 : 0;
          refused += outcome instanceof Outcome.Resolved ? 0 : 1;
        }
        tries++;
      }
    } finally {
      over.set(true);
      swapper.join();
    }
    assertThat(tries).as("tries").isGreaterThanOrEqualTo(TRIES);
    assertThat(isEnough(swaps.get(), inside, refused))
        .as("%d tries, %d swaps, %d read inside, %d refused", tries, swaps.get(), inside, refused)
        .isTrue();
  }

  /** Whether both sides met often: what was asked for was there at times, and at times a link. */
  private static boolean isEnough(long swaps, int inside, int refused) {
    return swaps > TRIES / 2 && inside > TRIES / 10 && refused > TRIES / 10;
  }

  private static List<Outcome> outcomes(Resolver resolver, List<String> references) {
    var outcomes = new ArrayList<Outcome>();
    try (Resolution resolution = resolver.resolve(references)) {
      resolution.forEach(outcomes::add);
    }
    return outcomes;
  }

  /** All that anybody could see of it. */
  private static String shown(Outcome outcome) {
    return outcome instanceof Outcome.Resolved resolved
        ? outcome
            + resolved
                .snapshot()
                .resource()
                .content()
                .match(t -> t.value(), blob -> "blob", stored -> "stored")
        : outcome.toString();
  }

  private void swap(AtomicBoolean over, AtomicLong swaps) {
    try {
      while (!over.get()) {
        swap("d", outside, swaps);
        swap("g.SECRET", outside.resolve("g.SECRET"), swaps);
        swap("d/e", outside.resolve("e"), swaps);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void swap(String name, Path target, AtomicLong swaps) throws IOException {
    Path place = workspace.path(name);
    Path aside = temporary.resolve("aside");
    Files.move(place, aside);
    Files.createSymbolicLink(place, target);
    Thread.onSpinWait();
    Files.delete(place);
    Files.move(aside, place);
    swaps.incrementAndGet();
  }
}
