package dev.attache.core.trust;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A program that trusts many commands, one after the other. */
final class TrustingProgram {

  private TrustingProgram() {}

  static void trustMany(Path file, String name, int count) {
    TrustStore store = TrustStore.at(file);
    for (int i = 0; i < count; i++) {
      try {
        store.trust(TrustStoreTest.command(name + " " + i));
      } catch (TrustException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Starts it in a JVM of its own. */
  static Process start(Path file, String name, int count) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            TrustingProgram.class.getName(),
            file.toString(),
            name,
            Integer.toString(count))
        .inheritIO()
        .start();
  }

  /** Takes the file, a name, and how many. */
  public static void main(String[] arguments) {
    trustMany(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2]));
  }
}
