package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A workspace that an installed {@code attache serve} is started in, and the settings of its user.
 *
 * @param attache the launcher
 * @param directory the workspace
 * @param home the home directory of the user
 */
record ServedWorkspace(Path attache, Path directory, Path home) {

  static ServedWorkspace in(Path directory, Path attache) throws IOException {
    Path real = directory.toRealPath();
    return new ServedWorkspace(
        attache,
        Files.createDirectory(real.resolve("ws")),
        Files.createDirectory(real.resolve("home")));
  }

  Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** Writes the configuration of the user. */
  void settings(String toml) throws IOException {
    Path settings = Files.createDirectories(home.resolve(".config/attache"));
    Files.writeString(settings.resolve("config.toml"), toml);
  }

  /** What its environment has besides that of the test. */
  Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("JAVA_HOME", System.getProperty("java.home"));
    variables.put("HOME", home.toString());
    variables.put("XDG_CONFIG_HOME", home.resolve(".config").toString());
    variables.put("XDG_CACHE_HOME", home.resolve(".cache").toString());
    variables.put("XDG_STATE_HOME", home.resolve(".state").toString());
    variables.put("ATTACHE_QUIET_START", "1");
    return variables;
  }

  /** The words of {@code attache serve} with these options. */
  List<String> serve(String... options) {
    List<String> words = new ArrayList<>(List.of(attache.toString(), "serve"));
    words.addAll(List.of(options));
    return words;
  }

  /** A program to be started in the workspace, for the user. */
  ProcessBuilder program(List<String> words) {
    var builder = new ProcessBuilder(Launch.hearing(words)).directory(directory.toFile());
    builder.environment().putAll(environment());
    return builder;
  }

  /** Starts it on the standard streams; what it says on standard error comes to the test's. */
  Process start(String... options) throws IOException {
    return program(serve(options)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Runs a program of Node.js to its end. */
  Launch.Ended node(String... words) {
    List<String> all = new ArrayList<>(List.of("node"));
    all.addAll(List.of(words));
    Launch launch = Launch.in(directory, all.toArray());
    environment().forEach(launch::with);
    return launch.run();
  }

  /** Starts it for HTTP, and waits until it has said where it listens. */
  Listening listen(String... options) throws IOException {
    List<String> words = serve(options);
    words.add("--http=0");
    Process process = program(words).start();
    var said = new StringBuilder();
    var lines = process.errorReader(UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      said.append(line).append('\n');
      int at = line.indexOf("listening on ");
      if (at >= 0) {
        return new Listening(process, line.substring(at + "listening on ".length()));
      }
    }
    throw new AssertionError("it said no URL: " + said);
  }

  /**
   * A server that listens, until it is closed.
   *
   * @param url its endpoint
   */
  record Listening(Process process, String url) implements AutoCloseable {
    @Override
    public void close() {
      process.destroy();
      try {
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
          process.destroyForcibly();
          throw new AssertionError("it does not end when it is told to");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
