package dev.attache.resource.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.spi.ToolProvider;

/**
 * The build step that turns {@code sensitive-names.txt} into a class, which a class-data archive
 * holds, so that no start opens the jar for it or reads its lines. The jar holds the class and
 * neither the file nor this one.
 */
public final class SensitiveNamesGenerator {

  private static final String FOLDER = "dev/attache/resource/secrets";

  private SensitiveNamesGenerator() {}

  /**
   * Writes the class.
   *
   * @param args the folder of classes that it is written below, and one for sources
   * @throws IOException if the table cannot be read, or the class not be written
   */
  public static void main(String[] args) throws IOException {
    Path classes = Path.of(args[0], FOLDER);
    Path folder = Files.createDirectories(Path.of(args[1]));
    String lines = Files.readString(classes.resolve("sensitive-names.txt"), US_ASCII);
    Path source = Files.writeString(folder.resolve("GeneratedNames.java"), source(lines));
    compile(source, folder);
    byte[] made = Files.readAllBytes(folder.resolve(FOLDER).resolve("GeneratedNames.class"));
    Path file = classes.resolve("GeneratedNames.class");
    // A newer file has all modules above compiled again, so one that is the same stays.
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), made)) {
      Files.write(file, made);
    }
  }

  private static String source(String lines) {
    var cases = new StringBuilder();
    NamePatterns.groups(lines)
        .forEach(
            (key, patterns) ->
                cases.append("case \"" + key + "\":\nreturn \"" + escaped(patterns) + "\";\n"));
    return """
        package dev.attache.resource.secrets;

        final class GeneratedNames implements java.util.function.UnaryOperator<String> {
          @Override
          public String apply(String key) {
            switch (key) {
              %s
              default:
                return null;
            }
          }
        }
        """
        .formatted(cases);
  }

  private static String escaped(String patterns) {
    return patterns.replace("\n", "\\n");
  }

  private static void compile(Path source, Path folder) {
    ToolProvider javac =
        ToolProvider.findFirst("javac")
            .orElseThrow(() -> new IllegalStateException("the build needs a JDK with javac"));
    String[] line = {"--release", "17", "-proc:none", "-d", folder.toString(), source.toString()};
    if (javac.run(System.err, System.err, line) != 0) {
      throw new IllegalStateException("cannot compile " + source);
    }
  }
}
