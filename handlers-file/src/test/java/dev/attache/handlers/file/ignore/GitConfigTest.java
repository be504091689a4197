package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each value is compared with git's own answer. Needs git on the PATH. */
class GitConfigTest {
  @TempDir Path home;

  private final List<String> problems = new ArrayList<>();

  @Tag("process")
  @Test
  void readsValuesAsGitDoes() throws IOException {
    for (String content :
        List.of(
            "[core]\n\texcludesFile = /a b \t; comment\n",
            "[CORE]excludesfile=/a # b",
            "[core]\nexcludesFile = \"/a # b \" c\n",
            "[core]\nexcludesFile = /a\\\nb\n",
            "[core]\nexcludesFile = \"/a\\tb\\\"c\\\\d\"\n",
            "[core]\nexcludesFile = /a\n[core]\nexcludesFile = /b\n",
            "[core]\r\nexcludesFile = /a\r\n",
            "\ufeff[core]\nexcludesFile = /a\n",
            "[core]\nexcludesFile = ~/x\n",
            "[core]\nexcludesFile =\n",
            "[core \"x\"]\nexcludesFile = /sub\n[core]\nexcludesFile = /a\n[core.x]\nexcludesFile = /b\n",
            "# c\n; d\n\n[other \"]\\\"#\"]\nflag\nx = y\n[core] ; e\nexcludesFile = /a\n",
            "[core]\nexcludesFile = a\"b\"c \"d\" # e\n")) {
      assertThat(read(content)).as(content).isEqualTo(git("path", "core.excludesFile"));
    }
    assertThat(problems).isEmpty();
  }

  @Tag("process")
  @Test
  void readsTruthValuesAsGitDoes() throws IOException {
    for (String value :
        List.of(
            "",
            "=",
            "=true",
            "=TRUE",
            "=Yes",
            "=oN",
            "=false",
            "=No",
            "=OFF",
            "=0",
            "=1",
            "=-1",
            "=+0",
            "=00",
            "=0x0",
            "=0X1f",
            "=017",
            "=1k",
            "=0g",
            "=1G",
            "=2147483647",
            "=\"\"",
            "=\" 1\"",
            "=0\n[core]ignorecase=1",
            "=1\n[CORE]IGNORECASE=off")) {
      var config = config("[core]\nignorecase" + value + "\n");
      assertThat(String.valueOf(config.ignoresCase()))
          .as(value)
          .isEqualTo(git("bool", "core.ignoreCase"));
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void reportsWhatIsNoTruthValueAndKeepsTheOneBefore() throws IOException {
    for (String value : List.of("maybe", "08", "0x", "1kk", "\"1 \"", "2g", "t")) {
      assertThat(config("[core]\nignorecase\nignorecase = " + value).ignoresCase()).isTrue();
      assertThat(problems)
          .containsExactly(
              "core.ignoreCase (" + value.replace("\"", "") + ") must be true or false");
      problems.clear();
    }
  }

  @Test
  void takesTheNullDeviceForNoConfiguration() {
    var config = new GitConfig(home, problems::add);
    config.load(Path.of("/dev/null"));
    assertThat(config.excludesFile()).isNull();
    assertThat(problems).isEmpty();
  }

  @Test
  void followsIncludesFromTheirOwnDirectory() throws IOException {
    Files.createDirectories(home.resolve("sub"));
    Files.writeString(home.resolve("sub/more"), "[include]\npath = last\n");
    Files.writeString(home.resolve("sub/last"), "[core]\nexcludesFile = /last\n");
    assertThat(read("[include]\npath = ~/sub/more\npath = missing\n")).isEqualTo("/last");
  }

  @Test
  void stopsAnIncludeThatIncludesItself() throws IOException {
    assertThat(read("[core]\nexcludesFile = /a\n[include]\npath = config\n")).isEqualTo("/a");
    assertThat(problems)
        .containsExactly(home.resolve("config") + ": included more than 10 levels deep");
  }

  @Test
  void reportsTheFirstLineThatIsNoneAndKeepsWhatCameBefore() throws IOException {
    assertThat(read("[core]\nexcludesFile = /a\n1x = 2\nexcludesFile = /b\n")).isEqualTo("/a");
    assertThat(problems)
        .containsExactly(home.resolve("config") + ":3: not a line of a git configuration");
  }

  private @Nullable String read(String content) throws IOException {
    return config(content).excludesFile();
  }

  private GitConfig config(String content) throws IOException {
    Path file = home.resolve("config");
    Files.writeString(file, content);
    var config = new GitConfig(home, problems::add);
    config.load(file);
    return config;
  }

  private String git(String type, String key) {
    var environment = Map.of("HOME", home.toString(), "GIT_CONFIG_NOSYSTEM", "1");
    String value =
        Git.run(home, environment, "config", "--file", "config", "--type=" + type, "--null", key);
    return value.substring(0, value.length() - 1);
  }

  /** Fifty files at each of five levels would be hundreds of millions. */
  @Test
  void endsWhereFilesIncludeEachOtherManyTimes() throws IOException {
    for (int i = 0; i < 5; i++) {
      String next = "path = " + (i + 1) + "\n";
      Files.writeString(home.resolve(Integer.toString(i)), "[include]\n" + next.repeat(50));
    }
    assertThat(read("[core]\nexcludesFile = /a\n[include]\npath = 0\n")).isEqualTo("/a");
    assertThat(problems)
        .singleElement()
        .asString()
        .endsWith(
            "git's settings have more than 100 files including the files they include; the rest is"
                + " ignored");
  }

  @Test
  void letsARepositoryIncludeOnlyItsOwnFilesAndThoseOfItsUser() throws IOException {
    Path root = home.resolve("repository");
    Files.createDirectories(root.resolve(".git"));
    Path outside = Files.writeString(home.resolve("outside"), "[core]\nexcludesFile = /outside\n");
    Files.writeString(root.resolve("own"), "[core]\nexcludesFile = /own\n");
    Files.createSymbolicLink(root.resolve("link"), outside);
    Path file = root.resolve(".git/config");
    for (String path : new String[] {"../../outside", "../link", outside.toString()}) {
      Files.writeString(file, "[include]\npath = " + path + "\n[include]\npath = ../own\n");
      var config = new GitConfig(home, problems::add);
      config.load(file, List.of(root));
      assertThat(config.excludesFile()).as(path).isEqualTo("/own");
      assertThat(problems)
          .containsExactly(file + ": include.path points outside the repository and is ignored");
      problems.clear();
    }
  }
}
