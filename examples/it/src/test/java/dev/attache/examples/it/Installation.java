package dev.attache.examples.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The distribution as somebody has it who installed it just now.
 *
 * @param home where all of the user's settings are
 * @param workspace the directory to work in
 */
record Installation(Path home, Path workspace) {

  /** What a run of a program came to. */
  record Run(int exit, String out, String err) {}

  static Installation in(Path directory) throws IOException {
    var installation =
        new Installation(
            Files.createDirectory(directory.resolve("home")),
            Files.createDirectory(directory.resolve("work")));
    Files.createDirectories(installation.handlers());
    return installation;
  }

  /** The folder that jars of handlers are dropped into. */
  Path handlers() {
    return home.resolve("config/attache/handlers");
  }

  /** Drops a jar in, which a system property names. */
  Path drop(String jar) throws IOException {
    return Files.copy(jar(jar), handlers().resolve(jar + ".jar"));
  }

  static Path jar(String jar) {
    return Path.of(System.getProperty("attache." + jar, "")).toAbsolutePath().normalize();
  }

  Run attache(String... arguments) throws IOException {
    Path distribution = Path.of(System.getProperty("attache.distribution", ""));
    var command = new ArrayList<String>();
    command.add(distribution.resolve("bin/attache").toString());
    command.addAll(List.of(arguments));
    return run(command);
  }

  Run git(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("git", "-c", "user.name=A", "-c", "user.email=a@b"));
    command.addAll(List.of(arguments));
    return run(command);
  }

  private Run run(List<String> command) throws IOException {
    var builder = new ProcessBuilder(command).directory(workspace.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("GIT_") || name.startsWith("XDG_"));
    environment.put("HOME", home.toString());
    environment.put("XDG_CONFIG_HOME", home.resolve("config").toString());
    environment.put("XDG_STATE_HOME", home.resolve("state").toString());
    environment.put("XDG_CACHE_HOME", home.resolve("cache").toString());
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("LC_ALL", "C.UTF-8");
    Path err = Files.createTempFile(home, "err", ".txt");
    Process process =
        builder
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectError(err.toFile())
            .start();
    try {
      String out = new String(process.getInputStream().readAllBytes(), UTF_8);
      int exit = process.waitFor();
      return new Run(exit, out, Files.readString(err));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroy();
    }
  }
}
