package dev.attache.models.ollama;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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

  /** Compares a body by its fields and their order, which people can read in the file. */
  static void assertBodyMatches(String file, String body) throws IOException {
    assertThat(JSON.readTree(body).toString()).as("without blanks").isEqualTo(body);
    assertMatches(
        file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(body)) + "\n");
  }

  static void assertMatches(String file, String actual) throws IOException {
    Path golden = SOURCES.resolve(file);
    if ("write".equals(System.getProperty("attache.golden"))) {
      Files.createDirectories(SOURCES);
      Files.writeString(golden, actual);
    }
    assertThat(actual.lines().toList()).isEqualTo(Files.readString(golden).lines().toList());
  }
}
