package dev.attache.handlers.file.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealPathTest {

  @TempDir Path temporary;

  private Path top;

  @BeforeEach
  void makeTree() throws IOException {
    top = temporary.toRealPath();
    Files.createDirectories(top.resolve("a/b/c"));
    Files.writeString(top.resolve("f"), "");
    link("to b", "a/b");
    link("to to b", "to b");
    link("nowhere", "gone/x");
    link("loop", "loop");
    link("absolute", top + "/a");
  }

  @Test
  void resolvesLinksBeforeWhatFollowsThem() throws IOException {
    assertThat(real("to b")).isEqualTo("a/b");
    assertThat(real("to to b/..")).isEqualTo("a");
    assertThat(real("to b/../../f")).isEqualTo("f");
    assertThat(real("absolute/b/./c")).isEqualTo("a/b/c");
  }

  @Test
  void keepsTheSpellingOfWhatDoesNotExist() throws IOException {
    assertThat(real("gone")).isEqualTo("gone");
    assertThat(real("to b/gone/x")).isEqualTo("a/b/gone/x");
    assertThat(real("to b/gone/../x")).isEqualTo("a/b/x");
    assertThat(real("gone/../to b/x")).isEqualTo("a/b/x");
    assertThat(real("gone/../../gone")).isEqualTo("../gone");
    assertThat(real("f/x")).isEqualTo("f/x");
  }

  @Test
  void letsALinkThatLeadsNowhereNameItself() throws IOException {
    assertThat(real("nowhere")).isEqualTo("nowhere");
    assertThat(real("nowhere/x")).isEqualTo("nowhere/x");
    assertThat(real("loop")).isEqualTo("loop");
    assertThat(real("loop/../to b")).isEqualTo("a/b");
  }

  @Test
  void goesNoHigherThanTheRoot() throws IOException {
    assertThat(RealPath.of(Path.of("/../../gone"))).isEqualTo(Path.of("/gone"));
    assertThat(RealPath.of(Path.of("/.."))).isEqualTo(Path.of("/"));
  }

  private String real(String path) throws IOException {
    Path real = RealPath.of(top.resolve(path));
    assertThat(RealPath.of(real)).as("a fixed point").isEqualTo(real);
    return top.relativize(real).toString();
  }

  private void link(String name, String target) throws IOException {
    Files.createSymbolicLink(top.resolve(name), Path.of(target));
  }
}
