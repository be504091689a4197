package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import dev.attache.handlers.file.HostileTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules against git itself, tree by tree. Needs git on the PATH. */
@Tag("process")
@Tag("slow")
class IgnoreRulesAgainstGitTest {
  private static final int TREES =
      Integer.getInteger("attache.trees", Boolean.getBoolean("attache.slow") ? 2_100 : 200);
  private static final int FIRST_SEED = Integer.getInteger("attache.seed", 0);

  @TempDir Path directory;

  @Test
  void ignoresWhatGitIgnoresInEveryTree() throws Exception {
    var threads = Executors.newFixedThreadPool(2);
    try {
      Callable<List<String>> even = () -> differences(0);
      Callable<List<String>> odd = () -> differences(1);
      var found = new ArrayList<String>();
      for (Future<List<String>> half : threads.invokeAll(List.of(even, odd))) {
        found.addAll(half.get());
      }
      assertThat(found).as("%d differences; the first", found.size()).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }

  private List<String> differences(int parity) throws IOException {
    var found = new ArrayList<String>();
    for (int seed : IntStream.range(FIRST_SEED, FIRST_SEED + TREES).toArray()) {
      if (seed % 2 == parity && found.size() < 3) {
        compare(HostileTree.create(directory.resolve("" + seed), seed), found);
      }
    }
    return found;
  }

  private static void compare(HostileTree tree, List<String> found) throws IOException {
    var problems = new ArrayList<String>();
    var user = new GitUser(tree.environment, tree.home(), problems::add);
    for (TestWalk.Listing listing : TestWalk.of(tree.workspace, user)) {
      List<String> expected = Git.untracked(listing.directory(), tree.environment);
      if (!expected.equals(listing.paths()) || !problems.isEmpty()) {
        found.add(
            """

            seed %d, in %s
            git:  %s
            ours: %s
            problems: %s
            environment: %s
            %s"""
                .formatted(
                    tree.seed,
                    tree.base.toRealPath().relativize(listing.directory()),
                    expected,
                    listing.paths(),
                    problems,
                    tree.environment,
                    tree.script()));
      }
    }
  }
}
