package dev.attache.handlers.file.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Outcome;
import dev.attache.handlers.file.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Within one reference the order is the byte order of canonical URIs, whatever else differs. */
class OrderTest {

  private static final int TREES = Boolean.getBoolean("attache.slow") ? 20 : 8;

  /** What sorts just before or after a slash or a percent sign, once it is encoded or not. */
  private static final List<String> PARTS =
      List.of("a", "A", "0", "-", ".", "~", " ", "!", "$", "%", "&", "'", "+", ",", ":", "@", "[");

  private static final List<String> MORE_PARTS =
      List.of(
          "_", "{", "é", "e\u0301", "\u07ff", "\ufffd", "\uffee", "\ud83d\ude00", "\n", "\u007f");

  @TempDir Path temporary;

  @Test
  void sortsADirectoryByWhatStandsBelowIt() throws IOException {
    Workspace workspace =
        Workspace.in(temporary)
            .files("a/x", "a-b", "a.b", "a b", "a0", "a!b", "aé", "a%", "A", "b");
    assertThat(workspace.attached("."))
        .containsExactly("A", "a!b", "a b", "a%", "aé", "a-b", "a.b", "a/x", "a0", "b");
  }

  @Test
  void isTheByteOrderOfCanonicalUrisInEveryTree() throws IOException {
    for (int seed = 0; seed < TREES; seed++) {
      List<String> files = files(new Random(seed));
      Workspace workspace = create("t" + seed, files);
      var expected = new ArrayList<String>();
      for (String file : files) {
        expected.add(FileUri.of(workspace.path(file).toString(), null));
      }
      Collections.sort(expected);
      assertThat(uris(workspace.withJobs(1), ".")).as("seed %d", seed).isEqualTo(expected);
      assertThat(uris(workspace.withJobs(8), ".")).as("seed %d", seed).isEqualTo(expected);
      assertThat(uris(workspace, "**")).as("seed %d, glob", seed).isEqualTo(expected);
      Collections.shuffle(files, new Random(seed));
      Workspace other = create("u" + seed, files);
      assertThat(names(other))
          .as("seed %d, created in another order", seed)
          .isEqualTo(names(workspace));
    }
  }

  @Test
  void keepsTheReferencesInTheirOrder() throws IOException {
    Workspace workspace = Workspace.in(temporary).files("b/y", "b/x", "a", "c");
    assertThat(workspace.attached("c", "b", "a")).containsExactly("c", "b/x", "b/y", "a");
    assertThat(workspace.withJobs(8).attached("b/y", "b", "c", "a"))
        .containsExactly("b/y", "b/x", "c", "a");
  }

  private Workspace create(String name, List<String> files) throws IOException {
    Workspace workspace = Workspace.at(temporary.toRealPath().resolve(name));
    for (String file : files) {
      workspace.write(file, "");
    }
    return workspace.with("hidden", true);
  }

  private static List<String> names(Workspace workspace) {
    return workspace.attached(".");
  }

  private static List<String> uris(Workspace workspace, String reference) {
    var uris = new ArrayList<String>();
    for (Outcome outcome : workspace.outcomes(reference)) {
      uris.add(((Outcome.Resolved) outcome).snapshot().resource().uri().value());
    }
    return uris;
  }

  private static List<String> files(Random random) {
    Set<String> files = new TreeSet<>();
    Set<String> directories = new TreeSet<>();
    for (int i = 0; i < 60; i++) {
      var path = new StringBuilder();
      for (int depth = random.nextInt(4); depth > 0; depth--) {
        path.append(name(random)).append('/');
      }
      String file = path + name(random);
      boolean clashes = directories.contains(file);
      for (int at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
        clashes |= files.contains(file.substring(0, at));
      }
      if (!clashes) {
        files.add(file);
        for (int at = file.indexOf('/'); at >= 0; at = file.indexOf('/', at + 1)) {
          directories.add(file.substring(0, at));
        }
      }
    }
    return new ArrayList<>(files);
  }

  private static String name(Random random) {
    var name = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      List<String> parts = random.nextInt(4) == 0 ? MORE_PARTS : PARTS;
      name.append(parts.get(random.nextInt(parts.size())));
    }
    boolean isSpecial = name.toString().matches("\\.{1,2}");
    return isSpecial ? "x" : name.toString();
  }
}
