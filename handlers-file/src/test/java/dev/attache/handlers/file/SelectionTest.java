package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.place.RootedPath;
import dev.attache.resource.spi.Reference;
import dev.attache.support.glob.ExcludeGlob;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {

  private static final Path ROOT = Path.of("/w");

  @Test
  void takesAwayWhatALaterExclusionMatches() {
    Inclusion source = directory(0, "src");
    Exclusion tests = exclusion(1, "test");
    var selection = new Selection(List.of(source), List.of(tests));
    assertThat(excluder(selection, source, "src/test", true)).isEqualTo(tests);
    assertThat(excluder(selection, source, "src/test/A.java", false)).isEqualTo(tests);
    assertThat(excluder(selection, source, "src/A.java", false)).isNull();
  }

  @Test
  void asksTheLastExclusionFirstAndNoneBeforeTheInclusion() {
    Exclusion before = exclusion(0, "A.java");
    Inclusion source = directory(1, "src");
    Exclusion first = exclusion(2, "*.java");
    Exclusion last = exclusion(3, "src/A.*");
    var selection = new Selection(List.of(source), List.of(before, first, last));
    assertThat(excluder(selection, source, "src/A.java", false)).isEqualTo(last);
    assertThat(excluder(selection, source, "src/B.java", false)).isEqualTo(first);
    assertThat(
            excluder(new Selection(List.of(source), List.of(before)), source, "src/A.java", false))
        .isNull();
  }

  @Test
  void entersAnExcludedDirectoryInWhichALaterInclusionMayNameSomething() {
    Inclusion source = directory(0, "src");
    Exclusion tests = exclusion(1, "src/test");
    Inclusion kept = file(2, "src/test/x/Keep.java");
    var selection = new Selection(List.of(source, kept), List.of(tests));
    assertThat(excluder(selection, source, "src/test", true)).isNull();
    assertThat(excluder(selection, source, "src/test/x", true)).isNull();
    assertThat(excluder(selection, source, "src/test/y", true)).isEqualTo(tests);
    assertThat(excluder(selection, source, "src/test/x/Keep.java", false)).isNull();
    assertThat(excluder(selection, source, "src/test/x/Other.java", false)).isEqualTo(tests);
  }

  @Test
  void keepsRootsApart() {
    Inclusion source = directory(0, "src");
    Exclusion elsewhere =
        new Exclusion(
            Reference.of(1, "!/other/src"),
            ExcludeGlob.parse("/src"),
            Path.of("/other"),
            Spelling.SAME);
    var selection = new Selection(List.of(source), List.of(elsewhere));
    assertThat(excluder(selection, source, "src", true)).isNull();
    assertThat(source.names(Path.of("/other"), "src/A.java", "src/A.java".getBytes(UTF_8)))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/a, /a, x, x",
    "/a, /a/b, b/x, x",
    "/a, /a/b, bx, ",
    "/a, /a/b, b, ",
    "/a/b/c, /a, x, b/c/x",
    "/, /a, a/x, x",
    "/a, /, x, a/x",
    "/a, /b, x, ",
  })
  void movesAPathFromOneRootToAnother(Path from, Path to, String path, String expected) {
    byte[] moved = RootedPath.moved(path.getBytes(UTF_8), from, to);
    assertThat(moved == null ? null : new String(moved, UTF_8)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "src src src/A src/A",
        "src to/src src/A to/src/A",
        "'' .. a/b ../a/b",
        "src '' src/A A",
        "src to srcs/A srcs/A",
        "src to sr sr",
        "src to src to",
        "é /w/é é/x /w/é/x",
      })
  void spellsAPathAsThePatternDoes(String base, String spelled, String path, String expected) {
    byte[] respelled = new Spelling(base, spelled).of(path.getBytes(UTF_8));
    assertThat(new String(respelled, UTF_8)).isEqualTo(expected);
  }

  private static @Nullable Exclusion excluder(
      Selection selection, Inclusion inclusion, String path, boolean isDirectory) {
    return selection.excluder(inclusion, path, path.getBytes(UTF_8), isDirectory);
  }

  private static Exclusion exclusion(int position, String pattern) {
    return new Exclusion(
        Reference.of(position, "!" + pattern), ExcludeGlob.parse(pattern), null, Spelling.SAME);
  }

  private static Inclusion directory(int position, String path) {
    return new Inclusion(Reference.of(position, path), ROOT, path, null, Spelling.SAME, null, true);
  }

  private static Inclusion file(int position, String path) {
    return new Inclusion(
        Reference.of(position, path), ROOT, path, null, Spelling.SAME, null, false);
  }
}
