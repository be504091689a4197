package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
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
  private static final ObjectMapper JSON = new ObjectMapper();

  private Golden() {}

  /** Compares a body, which the file has in the same order and with line ends. */
  static void assertMatchesBody(String file, String body) throws IOException {
    assertMatches(
        file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(body)) + "\n");
  }

  static void assertMatches(String file, String actual) {
    Path golden = SOURCES.resolve(file);
    try {
      if ("write".equals(System.getProperty("attache.golden"))) {
        Files.createDirectories(SOURCES);
        Files.writeString(golden, actual);
      }
      assertThat(actual).isEqualTo(Files.readString(golden));
    } catch (IOException e) {
      throw new UncheckedIOException("golden/" + file + " cannot be read", e);
    }
  }
}
