package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.handlers.cmd.CommandHandler;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages about what seldom happens, each of them whole. */
class RareMessagesTest {

  @TempDir Path temporary;

  /** A stream that fails at once, as a directory does that a shell has led to standard input. */
  private static final class Broken extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("Is a directory");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return read();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "canonicalize -, standard input cannot be read: Is a directory",
    "query -, standard input cannot be read: is a directory",
  })
  void saysThatStandardInputCannotBeRead(String line, String message) {
    CliRun run = TestWorkspace.in(temporary).standardInput(new Broken()).run(line.split(" ", -1));
    assertThat(run.errLines().get(0)).isEqualTo("attache: " + message);
    assertThat(run.exitCode()).isNotZero();
  }

  @Test
  void saysThatAFileNeedsNoTrust() {
    CliRun run = TestWorkspace.in(temporary).file("a.txt", "a").run("trust", "add", "file:a.txt");
    assertThat(run.err())
        .isEqualTo(
            "attache: file:a.txt: is not a command ('cmd:make test'), tool (tool:lint), server (mcp+docs+) or jar"
                + " (git.jar)\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void saysWhereASettingForSecretsIsNoGlob() throws IOException {
    Path config = temporary.resolve("own.toml");
    Files.writeString(config, "[secrets]\nallow = ['a[']\n");
    CliRun run =
        TestWorkspace.in(temporary)
            .file("a.txt", "a")
            .run("resolve", "--config", config.toString(), "a.txt");
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: "
                + config
                + ":2: [secrets] allow (a[) must contain globs only, such as \"src/test/\" and"
                + " \"*.pem\"");
  }

  @Test
  void saysThatAFileIsNotToml() throws IOException {
    Path config = temporary.resolve("own.toml");
    Files.writeString(config, "a = \u0001\n");
    CliRun run = TestWorkspace.in(temporary).run("resolve", "--config", config.toString(), ".");
    assertThat(run.errLines().get(0))
        .isEqualTo("attache: " + config + ":1:5: not valid TOML: illegal control character");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void saysWhichSettingIsNoNumberOfTokens() throws IOException {
    Path config = temporary.resolve("own.toml");
    Files.writeString(config, "[tokens]\nmax-tokens = true\n");
    assertThat(first("resolve", "--config", config.toString(), "a.txt"))
        .isEqualTo(
            "attache: "
                + config
                + ":2: [tokens] max-tokens must be a number of tokens, or a string such as"
                + " \"50k\"");
    Files.writeString(config, "[tokens]\nmax-tokens = 'many'\n");
    assertThat(first("resolve", "--config", config.toString(), "a.txt"))
        .isEqualTo(
            "attache: "
                + config
                + ":2: [tokens] max-tokens (many) must be a number of tokens, such as 8000, 50k or"
                + " 1.5M");
  }

  private String first(String... line) {
    return TestWorkspace.in(temporary).run(line).errLines().get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          resolve --max-tokens many . | --max-tokens (many) must be a number of tokens, such as 8000, 50k or 1.5M
          resolve --max-tokens 5k -f table . | --max-tokens needs a form with contents; attache plan --max-tokens shows what would fit
          resolve --mcp-config a~b . | --mcp-config (a~b) is not a path: Nul character not allowed
          serve --print-config cursor --config a~b | a~b is not a path: Nul character not allowed
          """)
  void saysWhatIsWrongWithAnOption(String line, String message) {
    CliRun run = TestWorkspace.in(temporary).run(line.replace('~', '\0').split(" "));
    assertThat(run.errLines().get(0)).isEqualTo("attache: " + message.replace("~", "\\u0000"));
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void saysThatWhatStartsNoProgramNeedsNoTrust() throws IOException {
    HandlerFolders folders = HandlerFolders.in(temporary);
    folders.moon("hello").write(folders.own().resolve("moon.jar"));
    folders.workspace().run("handlers", "trust", "moon.jar");
    CliRun run = folders.workspace().run("trust", "add", "moon:full");
    assertThat(run.err())
        .isEqualTo("attache: moon:full: does not start a program and needs no trust\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void saysThatAJarDoesNotNameItsSchemes() throws IOException {
    HandlerFolders folders = HandlerFolders.in(temporary);
    Path jar =
        ForeignJar.empty(temporary)
            .handler("Moon", "moon", "return \"x\";", "")
            .write(folders.own().resolve("moon.jar"));
    CliRun run = folders.workspace().run("handlers", "trust", "moon.jar");
    assertThat(run.errLines()).contains("schemes: its manifest does not say");
    assertThat(run.out()).isEqualTo("trusted: " + jar + "  (moon:)\n");
  }

  @Test
  void saysThatADirectoryCannotBeOpened() throws IOException {
    Path link = DeepDirectory.in(temporary);
    try {
      CliRun run = TestWorkspace.in(temporary).run("resolve", "--root", link.toString(), ".");
      assertThat(run.errLines().get(0))
          .isEqualTo("attache: a directory cannot be opened: " + link + ": File name too long");
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    } finally {
      DeepDirectory.delete(temporary);
    }
  }

  @Test
  void saysThatAFileCannotBeReadThatACommandNeeds() {
    var err = new StringWriter();
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(err, true),
            false,
            false,
            false,
            false,
            Map.of());
    var failure = new NoSuchFileException("/etc/x");
    var console = new Console(streams, false);
    assertThat(new RunFailure(console, "attache plan").of(failure)).isEqualTo(ExitCode.FAILED);
    assertThat(new RunFailure(console, "attache store gc").of(failure)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString())
        .isEqualTo(
            "attache: cannot read a required file: /etc/x: no such file or directory\n"
                + "attache: cannot read the conversation store: /etc/x: no such file or directory;"
                + " `attache store verify` reports what is damaged\n");
  }

  @Test
  @Tag("process")
  void saysWhatToRemoveFromTheClassPath() throws Exception {
    Path jar = ForeignJar.of(temporary, "Mine", "cmd", "x").write(temporary.resolve("mine.jar"));
    Launch.Ended run =
        Launch.in(
                temporary,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + jar,
                "dev.attache.cli.Main",
                "handlers",
                "doctor")
            .run();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            "handlers of the class path cannot be used: two handlers claim the scheme \"cmd\":"
                + " dev.attache.handlers.cmd.CommandHandler of "
                + Path.of(
                    CommandHandler.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                + " and ext.Mine of "
                + jar
                + "; remove one of them\nfix: remove one of them from the class path\n"
                + "0 usable, 1 not\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }
}
