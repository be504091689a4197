package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program to start, and then what became of it. It is started as by the shell of a terminal: it
 * hears each signal that a build in the background of a script, or one below {@code nohup}, would
 * have it ignore.
 */
public final class Launch {

  /** Exits with the number of the signals that it hears. */
  private static final String HEARING =
      "n=0; for s in HUP INT PIPE TERM; do trap 'n=$((n + 1))' $s; kill -$s $$; done; exit $n";

  private static final int ALL_HEARD = 4;

  /** What starts a program so that it hears all signals: the first of these that does. */
  private static final List<String> HEARS =
      Stream.of(
              List.<String>of(),
              List.of("env", "--default-signal"),
              List.of(
                  "perl",
                  "-e",
                  "$SIG{$_} = 'DEFAULT' for qw(HUP INT PIPE TERM); exec {$ARGV[0]} @ARGV"))
          .filter(Launch::isHeardBelow)
          .findFirst()
          .orElse(List.of());

  /** The first Java release that can read an archive from any path. */
  private static final int ANYWHERE = 19;

  /** The paths from which earlier releases can read one. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/._~@+,()&!'$*-]*");

  /** Longer than a start that prepares the next ones takes on the slowest machine. */
  private static final long MINUTES = 5;

  /** What a program reads that is given nothing, as in a build or below {@code cron}. */
  private static final Path NOTHING = Path.of("/dev/null");

  private final ProcessBuilder builder;
  private final Path files;
  private byte @Nullable [] input;

  /**
   * What a program left behind.
   *
   * @param exitCode its exit code
   */
  public record Ended(int exitCode, String out, String err) {}

  private Launch(Path directory, List<String> command) {
    this.builder = new ProcessBuilder(hearing(command));
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
  public static Launch in(Path directory, Object... command) {
    return new Launch(directory, Stream.of(command).map(Object::toString).toList());
  }

  /** The same command, which hears all signals. */
  static List<String> hearing(List<String> command) {
    List<String> words = new ArrayList<>(HEARS);
    words.addAll(command);
    return words;
  }

  private static boolean isHeardBelow(List<String> starter) {
    List<String> words = new ArrayList<>(starter);
    words.addAll(List.of("sh", "-c", HEARING));
    try {
      return new ProcessBuilder(words).start().waitFor() == ALL_HEARD;
    } catch (IOException e) {
      return false; // there is no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /**
   * The launcher of the distribution, which was started before. All tests share it, also those of
   * other processes, of which only one starts it for the first time.
   */
  public static Path installed() {
    return Installed.LAUNCHER;
  }

  /** Made when somebody needs it. */
  private static final class Installed {
    private static final Path LAUNCHER = prepare();

    private static Path prepare() {
      Path source = Path.of(System.getProperty("attache.distribution"));
      Path launcher = source.resolve("bin/attache");
      Path lock = source.resolveSibling("attache.lock");
      try (var channel = FileChannel.open(lock, CREATE, WRITE);
          var held = channel.lock()) {
        Ended ended = in(source, launcher, "--version").run();
        if (!held.isValid() || ended.exitCode() != 0) {
          throw new AssertionError("the distribution does not start: " + ended);
        }
        return launcher;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A copy of the distribution, which was not started yet. */
  static Path distribution(Path target) {
    Path source = Path.of(System.getProperty("attache.distribution"));
    try {
      for (String file : List.of("bin/attache", "lib/attache.jar", "lib/attache.classes")) {
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

  /** Returns whether this Java reads an archive only from the path it was dumped at. */
  static boolean isArchiveBoundToItsPlace() {
    return Runtime.version().feature() < ANYWHERE;
  }

  /** Returns whether the launcher dumps an archive for a distribution in this directory. */
  static boolean isPreparedIn(Path directory) {
    return !isArchiveBoundToItsPlace() || PLAIN.matcher(directory.toString()).matches();
  }

  /** Skips the test if the distribution under test has no archive. */
  static void assumePrepared() {
    Path source = Path.of(System.getProperty("attache.distribution"));
    assumeTrue(isPreparedIn(source), "this Java takes no classes from an archive in " + source);
  }

  /** A copy of the distribution with what it was prepared with where it was copied from. */
  static Path moved(Path target) {
    assumePrepared();
    Path lib = installed().resolve("../../lib").normalize();
    Path launcher = distribution(target);
    String archive = "attache-" + System.getProperty("java.runtime.version") + ".jsa";
    try {
      for (String file : List.of(archive, archive + ".for")) {
        copy(lib.resolve(file), target.resolve("lib").resolve(file));
      }
      return launcher;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }

  public Launch with(String variable, String value) {
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
      Path in = input == null ? NOTHING : Files.write(files.resolve("in"), input);
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
  public Ended run() {
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
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
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
