package dev.attache.models.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Comparison of bodies and tables with files under {@code src/test/resources/golden}.
 *
 * <p>{@code -Dattache.golden=write} writes the files instead; look at what changes.
 */
final class Golden {

  private static final Path SOURCES = Path.of("src/test/resources/golden");
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(SerializationFeature.INDENT_OUTPUT);

  private Golden() {}

  /** Compares a body, which the file has on many lines. */
  static void assertBody(String file, String body) {
    try {
      assertMatches(file, JSON.writeValueAsString(JSON.readTree(body)) + "\n");
    } catch (JsonProcessingException e) {
      throw new AssertionError("the body is no JSON: " + body, e);
    }
  }

  static void assertMatches(String file, String actual) {
    Path golden = SOURCES.resolve(file);
    try {
      if ("write".equals(System.getProperty("attache.golden"))) {
        Files.createDirectories(SOURCES);
        Files.writeString(golden, actual);
      }
      assertThat(actual.lines().toList()).isEqualTo(Files.readString(golden).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("golden/" + file + " cannot be read", e);
    }
  }
}
