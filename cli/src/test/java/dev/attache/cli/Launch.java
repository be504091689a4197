package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program to start, and then what became of it. */
final class Launch {

  private final ProcessBuilder builder;
  private final Path files;
  private byte[] input = {};

  /**
   * What a program left behind.
   *
   * @param exitCode its exit code
   */
  record Ended(int exitCode, String out, String err) {}

  private Launch(Path directory, List<String> command) {
    this.builder = new ProcessBuilder(new ArrayList<>(command));
    builder.directory(directory.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("ATTACHE_QUIET_START", "1");
    try {
      this.files = Files.createTempDirectory("launch-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command to be run in a directory. */
  static Launch in(Path directory, Object... command) {
    return new Launch(directory, Stream.of(command).map(Object::toString).toList());
  }

  /** A copy of the distribution, which was not started yet. */
  static Path distribution(Path target) {
    Path source = Path.of(System.getProperty("attache.distribution"));
    try {
      for (String file : List.of("bin/attache", "lib/attache.jar")) {
        copy(source.resolve(file), target.resolve(file));
      }
      try (Stream<Path> repository = Files.walk(source.resolve("repository"))) {
        for (Path file : repository.filter(Files::isRegularFile).toList()) {
          copy(file, target.resolve(source.relativize(file)));
        }
      }
      return target.resolve("bin/attache");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }

  Launch with(String variable, String value) {
    builder.environment().put(variable, value);
    return this;
  }

  Launch without(String variable) {
    builder.environment().remove(variable);
    return this;
  }

  Launch input(String text) {
    input = text.getBytes(UTF_8);
    return this;
  }

  /** Starts the program. */
  Launched start() {
    try {
      Path in = Files.write(files.resolve("in"), input);
      Process process =
          builder
              .redirectInput(in.toFile())
              .redirectOutput(files.resolve("out").toFile())
              .redirectError(files.resolve("err").toFile())
              .start();
      return () -> end(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the program and waits for its end. */
  Ended run() {
    return start().end();
  }

  /** A program that runs. */
  @FunctionalInterface
  interface Launched {
    /** Waits for its end. */
    Ended end();
  }

  private Ended end(Process process) {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("still running: " + builder.command());
      }
      var ended =
          new Ended(
              process.exitValue(),
              Files.readString(files.resolve("out")),
              Files.readString(files.resolve("err")));
      for (String file : List.of("in", "out", "err", "")) {
        Files.deleteIfExists(files.resolve(file));
      }
      return ended;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
