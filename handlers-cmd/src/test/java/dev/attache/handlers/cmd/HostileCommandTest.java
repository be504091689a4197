package dev.attache.handlers.cmd;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.handlers.cmd.run.Commands;
import dev.attache.handlers.cmd.run.Launch;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Invocation;
import dev.attache.support.process.PlatformText;
import dev.attache.support.process.ProgramPath;
import dev.attache.support.process.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs and words that are meant to deceive. */
class HostileCommandTest {

  private static final SearchPath PATH = SearchPath.of("/usr/bin:/bin");

  private Path workspace = Path.of("/");

  @BeforeEach
  void create(@TempDir Path temporary) throws IOException {
    workspace = Files.createDirectory(temporary.toRealPath().resolve("ws"));
  }

  private Path program(String path, String says) throws IOException {
    Path file = workspace.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\necho " + says + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static String message(String program, Path directory) {
    try {
      return ProgramPath.find("cmd://x", program, PATH, directory).toString();
    } catch (ResourceException e) {
      return e.message();
    }
  }

  /** Else trust in {@code tool} would be trust in another program that is reached by a link. */
  @Tag("process")
  @Test
  void followsLinksBeforeItGoesToTheParent() throws Exception {
    program("tool", "good");
    Path other = program("other/tool", "bad");
    Files.createDirectories(workspace.resolve("other/deep"));
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("other/deep"));
    String written = workspace + "/link/../tool";
    Path found = ProgramPath.find("cmd://x", written, PATH, workspace);
    assertThat(found).isEqualTo(other);
    try (var commands = new Commands()) {
      // the link has been changed since
      Files.delete(workspace.resolve("link"));
      Files.createDirectory(workspace.resolve("link"));
      var invocation = new Invocation(written, found, List.of(), workspace);
      var launch = new Launch(invocation, Map.of(), PATIENCE, 100, 100);
      assertThat(commands.run(launch).output().head()).asString().isEqualTo("bad\n");
    }
  }

  @Test
  void findsNothingBehindAMissingParent() {
    assertThat(message("missing/../tool", workspace))
        .isEqualTo("no such program: " + workspace + "/missing/../tool");
    assertThat(message("./..", workspace)).isEqualTo(workspace + "/./.. is a directory");
  }

  @Test
  void showsNoSecretOfAProgramThatDoesNotExist() {
    assertThat(message("API_TOKEN=s3cret", workspace))
        .isEqualTo("program \"API_TOKEN=REDACTED\" is not in the PATH");
  }

  @Test
  void showsNoArgumentThatCannotBePassed() {
    assertThat(PlatformText.faultOfArguments(List.of("--token", "s3\0cret")))
        .isEqualTo("argument 2 must not contain a NUL");
  }

  @Test
  void showsNoSecretInAWarning() throws Exception {
    CommandUri command = CommandUri.parse("cmd:echo --password pa$$word* {x}", workspace);
    assertThat(command.warnings())
        .isNotEmpty()
        .allSatisfy(warning -> assertThat(warning).doesNotContain("word"))
        .contains(
            "something in what is REDACTED is passed to echo as is, because no shell is involved;"
                + " quote it, or write sh -c '…' for its value");
  }

  @Test
  void refusesAProgramThatLeavesTheWorkspaceByALink() throws Exception {
    Files.createSymbolicLink(workspace.resolve("out"), Path.of(".."));
    assertThatThrownBy(() -> CommandUri.parse("cmd:out/tool", workspace))
        .isInstanceOf(ResourceException.class)
        .hasMessageContaining("program (out/tool) leaves the workspace");
  }
}
