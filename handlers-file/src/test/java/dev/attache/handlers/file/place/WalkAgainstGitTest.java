package dev.attache.handlers.file.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.handlers.file.Git;
import dev.attache.handlers.file.HostileTree;
import dev.attache.handlers.file.Workspace;
import dev.attache.handlers.file.ignore.GitUser;
import dev.attache.handlers.file.ignore.WorkspaceRules;
import dev.attache.resource.spi.SkipReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine finds with this handler, against git itself. Needs git on the PATH. */
@Tag("process")
class WalkAgainstGitTest {

  private static final int TREES =
      Integer.getInteger("attache.walks", Boolean.getBoolean("attache.slow") ? 300 : 40);
  private static final int FIRST_SEED = Integer.getInteger("attache.seed", 50_000);

  @TempDir Path temporary;

  @Test
  void findsWhatGitListsInEveryTree() throws IOException {
    int compared = 0;
    for (int seed = FIRST_SEED; seed < FIRST_SEED + TREES; seed++) {
      HostileTree tree = HostileTree.create(temporary.toRealPath().resolve("" + seed), seed);
      if (isComparable(tree)) {
        compared++;
        assertThat(found(tree))
            .as("seed %d, in %s\n%s", seed, tree.workspace, tree.script())
            .isEqualTo(listed(tree.workspace, tree.environment));
      }
    }
    assertThat(compared).as("trees that could be compared").isGreaterThan(TREES / 2);
  }

  /** Where the workspace itself is ignored git lists nothing, and we do: it was named. */
  private static boolean isComparable(HostileTree tree) throws IOException {
    boolean isText = PathBytes.isUtf8(Git.bytes(decoded(tree.workspace)));
    var user = new GitUser(tree.environment, tree.home(), problem -> {});
    return isText && WorkspaceRules.of(tree.workspace, user).ignoredBy() == null;
  }

  /** What is offered, and links, which git lists; not what is left out by a rule. */
  private static Set<String> found(HostileTree tree) throws IOException {
    Workspace workspace =
        Workspace.at(tree.workspace).withEnvironment(tree.environment).with("hidden", true);
    String start = FileUri.of(tree.workspace.toString(), null) + "/";
    var found = new TreeSet<String>();
    for (Outcome outcome : workspace.planned(".")) {
      boolean isLink =
          outcome instanceof Outcome.Skipped skipped && skipped.reason() == SkipReason.SPECIAL_FILE;
      if (isLink || outcome instanceof Outcome.Planned) {
        found.add(Workspace.candidate(outcome).uri().value().substring(start.length()));
      } else if (outcome instanceof Outcome.Failed || outcome instanceof Outcome.Noted) {
        found.add(outcome.toString());
      }
    }
    return found;
  }

  /** What git lists there and in the repositories below, but for names that are no text. */
  private static Set<String> listed(Path directory, Map<String, String> environment) {
    var listed = new TreeSet<String>();
    for (String path : Git.untracked(directory, environment)) {
      Path entry = Git.path(directory, path);
      if (!PathBytes.isUtf8(Git.bytes(path))) {
        continue;
      }
      String encoded = FileUri.encode(Git.bytes(path));
      if (path.endsWith("/")) {
        listed(entry, environment).forEach(inside -> listed.add(encoded + inside));
      } else {
        listed.add(encoded);
      }
    }
    return listed;
  }

  private static String decoded(Path path) {
    var names = new ArrayList<String>();
    for (Path part = path; part != null && part.getFileName() != null; part = part.getParent()) {
      names.add(Git.bytes(PathBytes.ofName(part)));
    }
    Collections.reverse(names);
    return String.join("/", names);
  }
}
