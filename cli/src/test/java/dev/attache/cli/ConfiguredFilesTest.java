package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The section {@code [file]}, and configuration files in whole runs. */
class ConfiguredFilesTest {

  @TempDir Path temporary;

  private TestWorkspace workspace(String settings) throws IOException {
    Path directory = temporary.resolve("settings");
    Files.createDirectories(directory.resolve("attache"));
    Files.writeString(directory.resolve("attache/config.toml"), settings);
    return TestWorkspace.in(temporary)
        .environment(Map.of("XDG_CONFIG_HOME", directory.toString()))
        .file(".gitignore", "*.log\n")
        .file("a.txt", "a")
        .file("b.log", "b");
  }

  private static List<String> names(CliRun run) {
    assertThat(run.exitCode()).isZero();
    return run.snapshots().stream().map(o -> o.get("name").asText()).toList();
  }

  @Test
  void sayWhatIsIncluded() throws IOException {
    String[] line = {"resolve", "--json"};
    assertThat(names(workspace("").run(line))).containsExactly("a.txt");
    assertThat(names(workspace("[file]\nignore = false\n").run(line)))
        .containsExactly("a.txt", "b.log");
    assertThat(names(workspace("[file]\nhidden = true\n").run(line)))
        .containsExactly(".gitignore", "a.txt");
  }

  @Test
  @Tag("process")
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void mayBePipes() throws Exception {
    Path pipe = temporary.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder("sh", "-c", "printf '[file]\nhidden = true\n' > \"$0\"", pipe.toString())
            .start();
    CliRun run = workspace("").run("resolve", "--json", "--config", pipe.toString());
    assertThat(writer.waitFor()).isZero();
    assertThat(run.err()).doesNotContain("cannot be read");
    assertThat(names(run)).containsExactly(".gitignore", "a.txt");
  }

  @Test
  void giveWayToOptions() throws IOException {
    TestWorkspace workspace = workspace("[file]\nignore = true\nhidden = false\n");
    assertThat(names(workspace.run("resolve", "--json", "--no-ignore", "--hidden")))
        .containsExactly(".gitignore", "a.txt", "b.log");
  }

  @Test
  void areReadByEveryCommandThatResolves() throws IOException {
    TestWorkspace workspace = workspace("[file]\nignore = 1\n");
    for (String command : List.of("resolve", "plan", "canonicalize")) {
      CliRun run = workspace.run(command, "a.txt");
      assertThat(run.errLines())
          .containsExactly(
              "attache: "
                  + temporary.resolve("settings/attache/config.toml")
                  + ":2: [file] ignore must be true or false",
              "attache: see attache help " + command);
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.out()).isEmpty();
    }
    assertThat(workspace.run("handlers", "ls").exitCode()).isZero();
    assertThat(names(workspace.run("--config=/dev/null", "resolve", "--json")))
        .containsExactly("a.txt");
  }
}
