package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Comparison of a text with a file under {@code src/test/resources/golden}.
 *
 * <p>{@code -Dattache.golden=write} writes the files instead; look at what changes.
 */
final class Golden {

  private static final Path SOURCES = Path.of("src/test/resources/golden");

  private Golden() {}

  /** Fails with what to do if the texts differ. */
  static void assertMatches(String file, String actual, String whatToDo) {
    Path golden = SOURCES.resolve(file);
    try {
      if ("write".equals(System.getProperty("attache.golden"))) {
        Files.createDirectories(SOURCES);
        Files.writeString(golden, actual);
      }
      assertThat(actual.lines().toList())
          .as(whatToDo)
          .isEqualTo(Files.readString(golden).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("golden/" + file + " cannot be read", e);
    }
  }
}
