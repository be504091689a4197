package dev.attache.support.glob;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcludeGlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "target target",
        "target a/b/target",
        "target target/classes/A.class",
        "*.log a/.x.log",
        "/target target/x",
        "src/*.c src/a.c",
        "target/ target/x",
        "build/out build/out/x",
        "docs/** docs/a/b",
        "**/gen a/gen/x",
        "{*.o,/bin} a/b.o",
        "{*.o,/bin} bin/x",
        "* .hidden",
        "./a a",
      })
  void leavesOut(String glob, String path) {
    assertThat(excludes(glob, path, false)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/target a/target",
        "src/*.c a/src/a.c",
        "target/ target",
        "target/ a/target",
        "docs/** docs",
        "{*.o,/bin} a/bin",
        "target targets",
        "./a b/a",
      })
  void keeps(String glob, String path) {
    assertThat(excludes(glob, path, false)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {"target/ a/target", "/target/ target", "{a,b}/ x/a"})
  void leavesOutDirectories(String glob, String path) {
    assertThat(excludes(glob, path, true)).isTrue();
  }

  private static boolean excludes(String glob, String path, boolean isDirectory) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    return ExcludeGlob.parse(glob).excludes(bytes, 0, bytes.length, isDirectory);
  }
}
