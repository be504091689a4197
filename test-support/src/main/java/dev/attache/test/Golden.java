package dev.attache.test;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.util.diff.DiffUtils;

/**
 * Comparison of a text with a file under {@code src/test/resources/golden} of the module.
 *
 * <p>{@code -Dattache.golden=write} writes the files instead; look at what changes.
 */
public final class Golden {

  private static final Path SOURCES = Path.of("src/test/resources/golden");

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(SerializationFeature.INDENT_OUTPUT);

  private Golden() {}

  /**
   * Compares an object of JSON, which has no blanks between its fields, with a file that has it on
   * many lines, in the same order.
   */
  public static void assertBodyMatches(String file, String body) {
    try {
      var tree = JSON.readTree(body);
      if (!tree.toString().equals(body)) {
        throw new AssertionError("it has blanks, or something written in another way: " + body);
      }
      assertMatches(file, JSON.writeValueAsString(tree) + "\n");
    } catch (JsonProcessingException e) {
      throw new AssertionError("it is not JSON: " + body, e);
    }
  }

  public static void assertMatches(String file, String actual) {
    assertMatches(file, actual, "-Dattache.golden=write writes it anew");
  }

  /** Fails with what to do if the texts differ. */
  public static void assertMatches(String file, String actual, String whatToDo) {
    if ("write".equals(System.getProperty("attache.golden"))) {
      write(file, actual);
    }
    String expected = read(file);
    if (!expected.equals(actual)) {
      throw new AssertionError(
          "golden/" + file + " differs (" + whatToDo + "):\n" + diff(expected, actual));
    }
  }

  /** Returns what a file has. */
  public static String read(String file) {
    try {
      return Files.readString(SOURCES.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException("golden/" + file + " cannot be read", e);
    }
  }

  private static String diff(String expected, String actual) {
    var patch =
        DiffUtils.diff(expected.lines().toList(), actual.lines().toList()).getDeltas().stream()
            .map(Object::toString)
            .toList();
    return (patch.isEmpty() ? "in line ends only" : String.join("\n", patch))
        + "\n--- all of it:\n"
        + actual;
  }

  private static void write(String file, String actual) {
    try {
      Path path = SOURCES.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, actual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
