package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.attache.cli.terminal.Streams;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A JVM that runs the commands of a shell one after the other, as most of them take less than its
 * start. A program in the place of the launcher asks it to, and starts the launcher for commands in
 * another directory, and for those whose streams are piped or redirected.
 */
final class Standby implements AutoCloseable {

  private static final String PROGRAM =
      """
      #!/bin/sh
      if [ $# -gt 0 ] && [ "$PWD" = '%1$s' ] && [ /dev/stdin -ef /dev/null ] \\
        && [ /dev/stdout -ef '%2$s' ] && [ /dev/stderr -ef '%2$s' ]; then
        printf '%%s\\0' "$@" > '%3$s'/$$.words
        mkfifo '%3$s'/$$.end
        echo $$ > '%3$s'/asked
        read -r code < '%3$s'/$$.end
        exit "$code"
      fi
      exec '%4$s' "$@"
      """;

  private final Path program;
  private final Process process;

  private Standby(Path program, Process process) {
    this.program = program;
    this.process = process;
  }

  /**
   * Starts the JVM.
   *
   * @param folder an empty directory for its own files
   * @param shell the directory and the environment of the shell
   * @param output the file that both of the shell's streams go to
   */
  static Standby start(Path folder, ProcessBuilder shell, Path output) throws IOException {
    Path launcher = Launch.installed();
    Path program = folder.resolve("attache");
    Files.writeString(program, PROGRAM.formatted(shell.directory(), output, folder, launcher));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Launch.Ended made = Launch.in(folder, "mkfifo", "asked").run();
    if (made.exitCode() != 0) {
      throw new IOException(made.err());
    }
    List<String> words =
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            "-Dattache.launcher=" + launcher,
            "-cp",
            launcher.resolve("../../lib/attache.jar").normalize() + ":" + classes(folder),
            Commands.class.getName(),
            folder.toString(),
            output.toString());
    shell.command(Launch.hearing(words)).redirectInput(Redirect.PIPE);
    shell.redirectErrorStream(true).redirectOutput(Redirect.appendTo(output.toFile()));
    return new Standby(program, shell.start());
  }

  /** A directory with the class of its program, and nothing else of the tests. */
  private static Path classes(Path folder) throws IOException {
    String name = Commands.class.getName().replace('.', '/') + ".class";
    Path file = folder.resolve("classes").resolve(name);
    Files.createDirectories(file.getParent());
    try (InputStream in = Standby.class.getResourceAsStream("/" + name)) {
      Files.copy(requireNonNull(in), file);
    }
    return folder.resolve("classes");
  }

  /** The program that asks it. */
  Path program() {
    return program;
  }

  @Override
  public void close() {
    process.destroy();
  }

  /** The program of the JVM. */
  static final class Commands {

    private Commands() {}

    /** Runs the commands that it is asked for, until its standard input is closed. */
    public static void main(String[] args) throws IOException, InterruptedException {
      var end = new Thread(Commands::endWithTheTests, "end");
      end.setDaemon(true);
      end.start();
      System.setOut(System.err); // as the command does
      Path folder = Path.of(args[0]);
      // Open for writing as well, so that it does not end whenever a program has asked.
      try (var asked = new RandomAccessFile(folder.resolve("asked").toFile(), "rw")) {
        while (true) {
          String id = asked.readLine();
          String[] words = Files.readString(folder.resolve(id + ".words")).split("\0", -1);
          int exitCode = run(Path.of(args[1]), Arrays.copyOf(words, words.length - 1));
          Files.writeString(folder.resolve(id + ".end"), exitCode + "\n");
        }
      }
    }

    private static void endWithTheTests() {
      try {
        while (System.in.read() >= 0) {}
      } catch (IOException e) {
        // it cannot be read any more, as it is closed
      }
      System.exit(0);
    }

    /**
     * Runs one in a thread of its own, whose end by an exception is reported as that of a start.
     */
    private static int run(Path output, String... words) throws InterruptedException {
      var exitCode = new AtomicInteger(1);
      var main = new Thread(() -> exitCode.set(run(words, output)), "main");
      main.start();
      main.join();
      return exitCode.get();
    }

    private static int run(String[] words, Path output) {
      var err = new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), UTF_8);
      try (var out = new FileOutputStream(output.toFile(), true)) {
        return QuickStart.run(
            new Streams(
                InputStream.nullInputStream(),
                out,
                new PrintWriter(err, true),
                false,
                false,
                false,
                System.getenv()),
            words);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
