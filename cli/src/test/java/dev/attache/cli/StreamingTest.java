package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results on their way to standard output. */
class StreamingTest {

  private static final String[] COMMANDS = {
    "resolve",
    "resolve --json",
    "resolve -f table",
    "resolve --strict",
    "plan",
    "plan --json",
    "plan --strict",
    "canonicalize a.txt",
    "canonicalize --json a.txt",
    "handlers ls",
    "handlers ls --json",
    "handlers doctor",
    "help",
    "help resolve",
    "--version",
    "completion bash",
    "completion zsh",
    "completion fish"
  };

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary).file("a.txt", "a");
  }

  /** A stream whose every write fails. */
  private static final class Broken extends OutputStream {
    private final String reason;

    Broken(String reason) {
      this.reason = reason;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(reason);
    }
  }

  /** An input that ends when the first result has come out. */
  private static final class Awaiting extends InputStream {
    private final CountDownLatch shown;

    Awaiting(CountDownLatch shown) {
      this.shown = shown;
    }

    @Override
    public int read() throws IOException {
      try {
        if (!shown.await(3, TimeUnit.MINUTES)) {
          throw new IOException("nothing came out");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return read();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"resolve --jobs 4", "resolve --json", "resolve -f table"})
  void comeOutWhileOthersAreStillRead(String line) {
    var shown = new CountDownLatch(1);
    var out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            if (toString(UTF_8).contains("a.txt")) {
              shown.countDown();
            }
          }
        };
    var err = new StringWriter();
    int exitCode =
        workspace()
            .standardInput(new Awaiting(shown))
            .run(out, err, (line + " a.txt -").split(" "));
    assertThat(err.toString()).isEmpty();
    assertThat(exitCode).isZero();
  }

  @Test
  void answerALineBeforeTheNextIsThere() throws IOException {
    var shown = new CountDownLatch(1);
    var out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            super.write(bytes, offset, length);
            shown.countDown();
          }
        };
    var in =
        new SequenceInputStream(
            new ByteArrayInputStream("a.txt\n".getBytes(UTF_8)), new Awaiting(shown));
    var err = new StringWriter();
    assertThat(workspace().standardInput(in).run(out, err, "canonicalize")).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void endSilentlyWhenTheReaderHasGone() {
    for (String line : COMMANDS) {
      var err = new StringWriter();
      int exitCode = workspace().run(new Broken("Broken pipe"), err, line.split(" "));
      assertThat(exitCode).as(line).isEqualTo(141);
      assertThat(err.toString()).as(line).isEmpty();
    }
  }

  @Test
  void failWhenTheyCannotBeWritten() {
    for (String line : COMMANDS) {
      var err = new StringWriter();
      int exitCode = workspace().run(new Broken("No space left on device"), err, line.split(" "));
      assertThat(exitCode).as(line).isEqualTo(ExitCode.FAILED);
      assertThat(err.toString())
          .as(line)
          .isEqualTo("attache: cannot write the result: no space left on device\n");
    }
  }

  @Test
  void areNothingButResults() {
    CliRun run = workspace().file("b.txt", "b").run("resolve", "-v", "missing", "a.txt", "!b*");
    assertThat(run.outLines().subList(3, 6))
        .containsExactly("<not-attached>", "missing: no such file or directory", "</not-attached>");
    assertThat(run.err()).startsWith("attache: missing: ");
  }

  @Test
  @Tag("slow")
  void failWhenStandardInputTakesLongerThanAllowed() {
    assertThat(workspace().run("resolve", "a.txt").exitCode())
        .as("what it takes to read a file is loaded, and its time is enough for that alone")
        .isZero();
    var never = new Awaiting(new CountDownLatch(1));
    CliRun run = workspace().standardInput(never).run("resolve", "a.txt", "-", "--timeout", "1");
    assertThat(run.out()).contains("a.txt");
    assertThat(run.err()).startsWith("attache: stdin:-: took longer than 1 s");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }
}
