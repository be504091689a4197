package dev.attache.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.util.diff.DiffUtils;

/**
 * Comparison of what a command printed with a file under {@code src/test/resources/golden}, in
 * which {@code $WORKSPACE} stands for the path of the workspace.
 *
 * <p>{@code -Dattache.golden=write} writes the files instead; look at what changes.
 */
public final class Golden {

  private static final Path SOURCES = Path.of("src/test/resources/golden");

  private Golden() {}

  public static void assertMatches(String file, String actual, TestWorkspace workspace) {
    assertMatches(file, actual.replace(workspace.directory().toString(), "$WORKSPACE"));
  }

  public static void assertMatches(String file, String actual) {
    if ("write".equals(System.getProperty("attache.golden"))) {
      write(file, actual);
    }
    String expected = read(file);
    if (!expected.equals(actual)) {
      throw new AssertionError("golden/" + file + " differs:\n" + diff(expected, actual));
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

  private static String read(String file) {
    try {
      return Files.readString(SOURCES.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException("golden/" + file + " cannot be read", e);
    }
  }

  private static void write(String file, String actual) {
    try {
      Files.createDirectories(SOURCES.resolve(file).getParent());
      Files.writeString(SOURCES.resolve(file), actual);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
