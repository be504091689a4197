package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceRulesTest {
  @TempDir Path temporary;

  private final List<String> problems = new ArrayList<>();
  private final Map<String, String> environment =
      new HashMap<>(Map.of("GIT_CONFIG_NOSYSTEM", "true"));
  private Path base;
  private Path top;

  @BeforeEach
  void makeRepository() throws IOException {
    base = temporary.toRealPath();
    top = Files.createDirectory(base.resolve("top"));
    Git.init(top.resolve(".git"));
  }

  @Test
  void bringsTheRulesOfTheDirectoriesAboveTheWorkspace() throws IOException {
    write("top/.gitignore", "/a/b/c\n");
    write("top/a/.gitignore", "*.log\n");
    write("top/a/.attacheignore", "!x.log\n");
    write("top/a/b/.gitignore", "d\n");
    WorkspaceRules above = above("top/a/b");
    assertThat(Git.bytes(above.prefix())).isEqualTo("a/b/");
    assertThat(above.ignoredBy()).isNull();
    assertThat(decide(above, "a/b/c")).isEqualTo(base + "/top/.gitignore:1 `/a/b/c`");
    assertThat(decide(above, "a/b/y.log")).isEqualTo(base + "/top/a/.gitignore:1 `*.log`");
    assertThat(decide(above, "a/b/x.log")).isEqualTo(base + "/top/a/.attacheignore:1 `!x.log`");
    assertThat(decide(above, "a/b/d")).isEqualTo("null");
  }

  @Test
  void saysWhichRuleIgnoresTheWorkspaceItself() throws IOException {
    write("top/.gitignore", "a/\n");
    write("top/a/.gitignore", "!b\n");
    write("top/a/b/x", "");
    WorkspaceRules above = above("top/a/b");
    assertThat(above.ignoredBy()).hasToString(base + "/top/.gitignore:1 `a/`");
    assertThat(Git.bytes(above.prefix())).isEqualTo("a/b/");
  }

  @Test
  void appliesTheUsersExcludesAlsoOutsideARepository() throws IOException {
    write("home/.config/git/ignore", "x\n");
    write("alone/a", "");
    WorkspaceRules above = above("alone");
    assertThat(above.prefix()).isEmpty();
    assertThat(decide(above, "x")).isEqualTo(base + "/home/.config/git/ignore:1 `x`");
  }

  @Test
  void takesTheLastSettingOfTheExcludesFile() throws IOException {
    for (String name : List.of("system", "xdg", "user", "repository", "variable")) {
      write("home/" + name, name + "\n");
    }
    write("home/systemconfig", "[core]\nexcludesFile = ~/system\n");
    environment.remove("GIT_CONFIG_NOSYSTEM");
    environment.put("GIT_CONFIG_SYSTEM", base + "/home/systemconfig");
    assertThat(decide(above("top"), "system")).endsWith("/home/system:1 `system`");
    write("home/.config/git/config", "[core]\nexcludesFile = ~/xdg\n");
    assertThat(decide(above("top"), "xdg")).endsWith("/home/xdg:1 `xdg`");
    write("home/.gitconfig", "[core]\nexcludesFile = ~/user\n");
    assertThat(decide(above("top"), "user")).endsWith("/home/user:1 `user`");
    write("top/.git/config", "[core]\nexcludesFile = ../home/repository\n");
    assertThat(decide(above("top"), "repository")).endsWith("/home/repository:1 `repository`");
    environment.putAll(
        Map.of(
            "GIT_CONFIG_COUNT", "1",
            "GIT_CONFIG_KEY_0", "Core.ExcludesFile",
            "GIT_CONFIG_VALUE_0", "~/variable"));
    assertThat(decide(above("top"), "variable")).endsWith("/home/variable:1 `variable`");
  }

  @Test
  void foldsCaseInAllFilesOfARepositoryThatIsSetToIgnoreIt() throws IOException {
    write("top/.git/config", "[core]\nignorecase = true\n");
    write("home/.config/git/ignore", "G\n");
    write("top/.git/info/exclude", "I\n");
    write("top/.gitignore", "T\n");
    write("top/.attacheignore", "O\n");
    write("top/a/x", "");
    WorkspaceRules above = above("top/a");
    assertThat(decide(above, "a/g")).endsWith("/ignore:1 `G`");
    assertThat(decide(above, "a/i")).endsWith("/exclude:1 `I`");
    assertThat(decide(above, "a/t")).endsWith("/.gitignore:1 `T`");
    assertThat(decide(above, "a/o")).endsWith("/.attacheignore:1 `O`");
  }

  @Test
  void takesTheLastSettingOfTheCase() throws IOException {
    write("top/.git/info/exclude", "X\n");
    write("home/.gitconfig", "[core]\nignorecase\n");
    assertThat(decide(above("top"), "x")).endsWith("/exclude:1 `X`");
    write("top/.git/config", "[core]\nignorecase = no\n");
    assertThat(decide(above("top"), "x")).isEqualTo("null");
    environment.putAll(
        Map.of(
            "GIT_CONFIG_COUNT", "2",
            "GIT_CONFIG_KEY_0", "Core.IgnoreCase",
            "GIT_CONFIG_VALUE_0", "1",
            "GIT_CONFIG_KEY_1", "core.ignorecase"));
    assertThat(decide(above("top"), "x")).endsWith("/exclude:1 `X`");
    assertThat(problems).isEmpty();
  }

  @Test
  void foldsNoCaseOutsideARepository() throws IOException {
    write("home/.gitconfig", "[core]\nignorecase = true\n");
    write("home/.config/git/ignore", "X\n");
    write("alone/a", "");
    assertThat(above("alone").rules().foldsCase()).isFalse();
    assertThat(decide(above("alone"), "x")).isEqualTo("null");
  }

  @Test
  void readsOneGlobalConfigurationInPlaceOfTheUsersTwo() throws IOException {
    write("home/user", "x\n");
    write("home/.gitconfig", "[core]\nexcludesFile = ~/user\n");
    environment.put("GIT_CONFIG_GLOBAL", "");
    assertThat(decide(above("top"), "x")).isEqualTo("null");
  }

  @Test
  void turnsTheDefaultExcludesOffWithAnEmptySetting() throws IOException {
    write("home/.config/git/ignore", "x\n");
    write("home/.gitconfig", "[core]\nexcludesFile =\n");
    assertThat(decide(above("top"), "x")).isEqualTo("null");
    assertThat(problems).isEmpty();
  }

  @Test
  void findsTheSharedExcludesOfALinkedWorktree() throws IOException {
    write("top/.git/info/exclude", "x\n");
    write("top/.git/worktrees/w/HEAD", "0123456789012345678901234567890123456789\n");
    write("top/.git/worktrees/w/commondir", "../..\n");
    write("linked/.git", "gitdir: ../top/.git/worktrees/w\r\n");
    assertThat(decide(above("linked"), "x")).isEqualTo(base + "/top/.git/info/exclude:1 `x`");
  }

  @Test
  void takesNothingForARepositoryThatGitDoesNot() throws IOException {
    write("top/.gitignore", "x\n");
    write("top/a/.git/config", "");
    write("top/b/.git", "gitdir: ../nowhere\n");
    assertThat(decide(above("top/a"), "a/x")).endsWith("/top/.gitignore:1 `x`");
    assertThat(decide(above("top/b"), "b/x")).endsWith("/top/.gitignore:1 `x`");
  }

  @Test
  void reportsAnIgnoreFileThatIsTooLarge() throws IOException {
    write("top/a/x", "");
    try (var file = new RandomAccessFile(top.resolve(".gitignore").toFile(), "rw")) {
      file.setLength(RuleFile.MAX_BYTES + 1L);
    }
    above("top/a");
    assertThat(problems)
        .containsExactly(
            base + "/top/.gitignore: larger than 8388608 bytes; its rules are ignored");
  }

  @Tag("process")
  @Test
  void opensNoFifoAndFollowsNoLink() throws Exception {
    write("top/a/x", "");
    write("top/rules", "x\n");
    Files.createSymbolicLink(top.resolve(".gitignore"), Path.of("rules"));
    var fifo = top.resolve(".attacheignore");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    assertThat(decide(above("top/a"), "a/x")).isEqualTo("null");
    assertThat(problems)
        .containsExactly(
            base + "/top/.gitignore: not a regular file; its rules are ignored",
            base + "/top/.attacheignore: not a regular file; its rules are ignored");
  }

  @Test
  void reportsAnotherUsersHome() throws IOException {
    write("home/.gitconfig", "[core]\nexcludesFile = ~bob/x\n");
    above("top");
    assertThat(problems)
        .containsExactly("core.excludesFile (~bob/x) must not name another user's home");
  }

  private WorkspaceRules above(String workspace) throws IOException {
    return WorkspaceRules.of(
        base.resolve(workspace), new GitUser(environment, base.resolve("home"), problems::add));
  }

  private static String decide(WorkspaceRules above, String path) {
    byte[] bytes = Git.bytes(path);
    return String.valueOf(
        above.rules().decide(bytes, bytes.length, path.lastIndexOf('/') + 1, false));
  }

  private void write(String path, String content) throws IOException {
    Path file = base.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
