package dev.attache.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Threads of the JVM of the tests that are each the {@link TestServer} of a process: a shell, which
 * has a thread read its standard input and write its standard output. It starts in a hundredth of
 * the time that a JVM takes.
 */
final class ServerThreads {

  /** Starts with the file that says that it was started. */
  private static final String SHELL =
      """
      mkfifo "$0.$$.in" "$0.$$.out"
      echo "$$ $1" > "$0.asked"
      cat "$0.$$.out" &
      exec cat > "$0.$$.in"
      """;

  private static final Path SCRIPT = listen();

  private ServerThreads() {}

  /** The program and its arguments. */
  static List<String> command(Path marker) {
    return List.of("/bin/sh", SCRIPT.toString(), marker.toString());
  }

  private static Path listen() {
    try {
      Path folder = Files.createTempDirectory("servers-");
      Path script = Files.writeString(folder.resolve("server"), SHELL);
      Launch.in(folder, "mkfifo", "server.asked").run();
      start(() -> answer(script));
      for (Path each : List.of(folder, script, folder.resolve("server.asked"))) {
        each.toFile().deleteOnExit();
      }
      return script;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void start(Task task) {
    var thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // the other end has gone, as that of a process that was killed
              }
            },
            "server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Gives each process a thread. */
  private static void answer(Path script) throws IOException {
    // Open for writing as well, so that it does not end when there is no process.
    try (var asked = new RandomAccessFile(script + ".asked", "rw")) {
      while (true) {
        String line = new String(asked.readLine().getBytes(ISO_8859_1), UTF_8);
        int end = line.indexOf(' ');
        String streams = script + "." + line.substring(0, end);
        start(() -> serve(streams, Path.of(line.substring(end + 1))));
      }
    }
  }

  private static void serve(String streams, Path marker) throws IOException {
    try (var in = new FileInputStream(streams + ".in");
        var out = new FileOutputStream(streams + ".out")) {
      TestServer.serve(marker, in, out);
    } finally {
      Files.delete(Path.of(streams + ".in"));
      Files.delete(Path.of(streams + ".out"));
    }
  }

  @FunctionalInterface
  private interface Task {
    void run() throws IOException;
  }
}
