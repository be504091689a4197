package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the handler looks for the settings of the user's git. */
class GitSettingsTest {

  @TempDir Path temporary;

  @Test
  void takesTheUsersExcludesFromTheHomeOfTheEnvironment() throws Exception {
    Path home = temporary.resolve("another home");
    Files.createDirectories(home.resolve(".config/git"));
    Files.writeString(home.resolve(".config/git/ignore"), "*.log\n");
    Workspace workspace = Workspace.in(temporary).files("a.log", "a.txt");
    assertThat(workspace.withEnvironment(Map.of("HOME", home.toString())).resolve("."))
        .containsExactly(
            "- a.log (ignored: by " + home + "/.config/git/ignore:1 `*.log`)", "+ a.txt");
  }

  @Test
  void takesTheUsersExcludesFromTheConfigurationDirectoryOfTheEnvironment() throws Exception {
    Path xdg = temporary.resolve("xdg");
    Files.createDirectories(xdg.resolve("git"));
    Files.writeString(xdg.resolve("git/ignore"), "*.log\n");
    Workspace workspace = Workspace.in(temporary).files("a.log", "a.txt");
    assertThat(workspace.withEnvironment(Map.of("XDG_CONFIG_HOME", xdg.toString())).resolve("."))
        .containsExactly("- a.log (ignored: by " + xdg + "/git/ignore:1 `*.log`)", "+ a.txt");
  }

  @Test
  void reportsSettingsThatCannotBeUsedAtTheReference() throws Exception {
    Path home = Files.createDirectory(temporary.resolve("home"));
    Files.writeString(home.resolve(".gitconfig"), "[core]\nexcludesFile = ~bob/ignore\n");
    Workspace workspace = Workspace.in(temporary).files("a.txt");
    assertThat(workspace.withEnvironment(Map.of("HOME", home.toString())).resolve("a.txt"))
        .containsExactly(
            "+ a.txt",
            "# a.txt (core.excludesFile (~bob/ignore) must not name another user's home)");
  }
}
