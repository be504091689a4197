package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A directory with files, and runs of the command in it with captured streams.
 *
 * <p>All files are of the same age, so that results can be compared with golden files.
 */
public final class TestWorkspace {

  public static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05Z");

  private final Path directory;
  private InputStream in = InputStream.nullInputStream();
  private boolean inIsTerminal;
  private boolean inIsPiped;
  private boolean outIsTerminal;
  private boolean errIsTerminal;
  private Map<String, String> environment = Map.of();

  private TestWorkspace(Path directory) {
    this.directory = directory;
  }

  /** An empty workspace below a directory of a test. */
  public static TestWorkspace in(Path directory) {
    try {
      return new TestWorkspace(Files.createDirectories(directory.toRealPath().resolve("ws")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path directory() {
    return directory;
  }

  /** Returns a text in which {@code $WORKSPACE} stands for its path, as in golden files. */
  public String portable(String text) {
    return text.replace(directory.toString(), "$WORKSPACE");
  }

  public Path path(String name) {
    return directory.resolve(name);
  }

  /** The URI of the workspace, without a slash at the end. */
  public String uri() {
    return "file://" + directory;
  }

  public TestWorkspace file(String name, String text) {
    return file(name, text.getBytes(UTF_8));
  }

  public TestWorkspace file(String name, byte[] bytes) {
    try {
      Path file = path(name);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
      Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a sparse file. */
  TestWorkspace hugeFile(String name, long size) {
    try (var file = new RandomAccessFile(path(name).toFile(), "rw")) {
      file.setLength(size);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public TestWorkspace standardInput(String text) {
    return standardInput(text.getBytes(UTF_8));
  }

  public TestWorkspace standardInput(byte[] bytes) {
    return standardInput(new ByteArrayInputStream(bytes));
  }

  public TestWorkspace standardInput(InputStream stream) {
    in = stream;
    return this;
  }

  /** Lets standard input be a pipe. */
  TestWorkspace piped(String text) {
    inIsPiped = true;
    return standardInput(text);
  }

  /** Lets both standard output and standard error be terminals with colours. */
  TestWorkspace onTerminal() {
    outIsTerminal = true;
    errIsTerminal = true;
    environment = Map.of("TERM", "xterm");
    return this;
  }

  /**
   * Lets somebody answer on standard input what is asked on standard error, where no progress is
   * shown, as it depends on time.
   */
  TestWorkspace answering(String answers) {
    inIsTerminal = true;
    errIsTerminal = true;
    return standardInput(answers);
  }

  /** Lets standard error alone be a terminal. */
  TestWorkspace redirected() {
    outIsTerminal = false;
    errIsTerminal = true;
    return this;
  }

  /** Lets standard error lead where nobody sees it. */
  TestWorkspace unseen() {
    errIsTerminal = false;
    return this;
  }

  public TestWorkspace environment(Map<String, String> variables) {
    environment = variables;
    return this;
  }

  /** Runs a command in this workspace. */
  public CliRun run(String... args) {
    var out = new ByteArrayOutputStream();
    var err = new StringWriter();
    int exitCode = run(out, err, args);
    return new CliRun(exitCode, utf8(out.toByteArray()), err.toString());
  }

  /** Runs a command in this workspace with standard output of its own. */
  int run(OutputStream out, StringWriter err, String... args) {
    List<String> line = new ArrayList<>(List.of("--workspace", directory.toString()));
    if (inIsTerminal) {
      line.add("--no-progress");
    }
    line.addAll(List.of(args));
    var streams =
        new Streams(
            in,
            out,
            new PrintWriter(err, true),
            inIsTerminal,
            outIsTerminal,
            errIsTerminal,
            inIsPiped,
            environment);
    return QuickStart.run(streams, line.toArray(String[]::new));
  }

  /** Whatever a command prints has to be UTF-8. */
  private static String utf8(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("standard output is not UTF-8", e);
    }
  }
}
