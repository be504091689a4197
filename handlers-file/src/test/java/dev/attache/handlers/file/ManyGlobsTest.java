package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Very many globs, for which one walk is enough: each says what it says alone. */
class ManyGlobsTest {

  private static final List<String> NAMES =
      List.of("a", "b.md", "c.java", "ü.md", ".hid", "A", "target", "x1", "x12.md", ".git");
  private static final List<String> PARTS =
      List.of("*", "**", "a", "*.md", "x*", "*1*", "?", "[ab]*", "{a,A}", ".*", "target", "*.java");

  @TempDir Path temporary;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @RepeatedTest(20)
  void sayWhatEachSaysWithAWalkOfItsOwn() throws IOException {
    int mostHeld = random.nextBoolean() ? 1000 : random.nextInt(100);
    Workspace together =
        Workspace.in(temporary).withHandler(inner -> new Walking(FileExpansion.FEW, mostHeld));
    Workspace alone =
        Workspace.at(together.root()).withHandler(inner -> new Walking(Integer.MAX_VALUE, 0));
    makeTree(together.root(), 3);
    together.write(".gitignore", "target/\n*.java\n!c.java\n");
    if (random.nextBoolean()) {
      together.with("hidden", true);
      alone.with("hidden", true);
    }
    String[] references = references(25 + random.nextInt(30));
    assertThat(together.resolve(references))
        .as("seed %d: %s", seed, String.join(" ", references))
        .isEqualTo(alone.resolve(references));
  }

  private void makeTree(Path directory, int levels) throws IOException {
    Files.createDirectories(directory);
    for (String name : NAMES) {
      Path entry = directory.resolve(name);
      if (random.nextInt(3) > 0 && levels > 0 && !name.contains(".md")) {
        makeTree(entry, levels - 1);
      } else if (random.nextBoolean()) {
        Files.writeString(entry, name);
      } else if (random.nextInt(8) == 0) {
        Files.createSymbolicLink(entry, Path.of(NAMES.get(random.nextInt(NAMES.size()))));
      }
    }
  }

  private String[] references(int count) {
    var references = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      var text = new StringBuilder();
      int kind = random.nextInt(12);
      text.append(kind == 0 ? "!" : kind == 1 ? "a/" : kind == 2 ? "a/../" : "");
      for (int part = random.nextInt(3); part >= 0; part--) {
        text.append(PARTS.get(random.nextInt(PARTS.size()))).append(part > 0 ? "/" : "");
      }
      references.add(kind == 3 ? NAMES.get(random.nextInt(NAMES.size())) : text.toString());
    }
    return references.toArray(String[]::new);
  }

  @Test
  void sayInTheirOrderWhatMatchesNothing() throws IOException {
    Workspace workspace = Workspace.in(temporary).files("f1.txt", "f2.txt", "d/f3.txt");
    var references = new ArrayList<String>();
    var expected = new ArrayList<String>();
    for (int i = 0; i < 100; i++) {
      references.add("**/f" + i + "*.txt");
      boolean isThere = i >= 1 && i <= 3;
      expected.add(
          isThere
              ? "+ " + (i == 3 ? "d/" : "") + "f" + i + ".txt"
              : "! **/f" + i + "*.txt (NOT_FOUND: matches nothing)");
    }
    assertThat(workspace.resolve(references.toArray(String[]::new))).isEqualTo(expected);
  }

  /** The handler with other bounds. */
  private record Walking(int few, int mostHeld, ResourceHandler inner) implements ResourceHandler {

    private static final Map<String, String> USER = Map.of("GIT_CONFIG_NOSYSTEM", "1");

    Walking(int few, int mostHeld) {
      this(few, mostHeld, new FileHandler(USER));
    }

    @Override
    public Set<String> schemes() {
      return inner.schemes();
    }

    @Override
    public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      return inner.canonicalize(uri, context);
    }

    @Override
    public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
      new FileExpansion(references, context, sink, new FileRights(context, USER), few, mostHeld)
          .run();
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      return inner.resolve(uri, context);
    }
  }
}
