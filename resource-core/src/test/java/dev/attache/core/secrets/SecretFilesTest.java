package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.secrets.ListedFiles.Listed;
import dev.attache.resource.Blob;
import dev.attache.resource.Text;
import dev.attache.resource.secrets.NameTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules of names and of shapes beside the lists of files with and without secrets. */
class SecretFilesTest {

  /** What the build makes a class of, which no jar has. */
  private static final Path NAMES =
      Path.of(
          "../resource-api/src/main/resources/dev/attache/resource/secrets/sensitive-names.txt");

  /** How often each file is made, with other secrets. */
  private static final int SAMPLES = 40;

  private static final double LEAST_PERCENT_KEPT = 95;
  private static final double MOST_PERCENT_WITHHELD = 2;
  private static final int LEAST_ECOSYSTEMS = 30;

  private static List<Listed> secret = List.of();
  private static List<Listed> harmless = List.of();

  /** A file with its secrets made up. */
  private static final class Made {

    private final Listed listed;
    private final String path;
    private final byte[] content;

    Made(Listed listed, int seed) {
      var random = new Random(seed);
      this.listed = listed;
      this.path = listed.path(random);
      this.content = listed.content(random);
    }

    boolean isNamed(NameTable names) {
      int slash = path.lastIndexOf('/');
      String directory = path.substring(0, Math.max(0, slash));
      return names.match(directory, path.substring(slash + 1));
    }

    boolean hasKey(KeyTable shapes) {
      for (byte b : content) {
        if (b == 0) {
          return !KeyFinder.find(Blob.of(content, 0, content.length)).isEmpty();
        }
      }
      return !KeyFinder.find(Text.of(new String(content, UTF_8)), path, shapes).isEmpty();
    }

    @Override
    public String toString() {
      return listed.toString();
    }
  }

  @BeforeAll
  static void readLists() {
    secret = ListedFiles.read("secret-files.txt");
    harmless = ListedFiles.read("harmless-files.txt");
  }

  private static String names() {
    return read(NAMES);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shapes() {
    return ListedFiles.text("key-shapes.txt");
  }

  @Test
  void keepsOutTheSecretsOfEachEcosystem() {
    Map<String, Double> percents = percentsWithheld(secret);
    assertThat(percents).hasSizeGreaterThanOrEqualTo(LEAST_ECOSYSTEMS);
    assertThat(percents)
        .allSatisfy(
            (ecosystem, percent) -> assertThat(percent).isBetween(LEAST_PERCENT_KEPT, 100.0));
  }

  @Test
  void leavesHarmlessFilesAlone() {
    Map<String, Double> percents = percentsWithheld(harmless);
    assertThat(percents)
        .allSatisfy((kind, percent) -> assertThat(percent).isBetween(0.0, MOST_PERCENT_WITHHELD));
  }

  private static Map<String, Double> percentsWithheld(List<Listed> files) {
    NameTable names = NameTable.of(names());
    return files.stream()
        .flatMap(file -> IntStream.range(0, SAMPLES).mapToObj(seed -> new Made(file, seed)))
        .collect(
            Collectors.groupingBy(
                made -> made.listed.ecosystem(),
                Collectors.averagingInt(
                    made -> made.isNamed(names) || made.hasKey(KeyFinder.TABLE) ? 100 : 0)));
  }

  @Test
  void needsEachLineOfTheNames() {
    List<Made> unknown = made(secret, file -> !file.hasKey(KeyFinder.TABLE));
    List<Made> free = made(harmless, file -> true);
    assertThat(
            linesWithoutEffect(
                names(),
                lines -> {
                  NameTable names = NameTable.of(lines);
                  return unknown.stream().allMatch(file -> file.isNamed(names))
                      && free.stream().noneMatch(file -> file.isNamed(names));
                }))
        .isEmpty();
  }

  @Test
  void needsEachLineOfTheShapes() {
    NameTable names = NameTable.of(names());
    List<Made> found = made(secret, file -> !file.isNamed(names) && file.hasKey(KeyFinder.TABLE));
    List<Made> free = made(harmless, file -> !file.isNamed(names));
    assertThat(
            linesWithoutEffect(
                shapes(),
                lines -> {
                  KeyTable shapes = KeyTable.of(KeyTableCompiler.compile(lines));
                  return found.stream().allMatch(file -> file.hasKey(shapes))
                      && free.stream().noneMatch(file -> file.hasKey(shapes));
                }))
        .isEmpty();
  }

  private static List<Made> made(List<Listed> files, Predicate<Made> filter) {
    return files.stream().map(file -> new Made(file, SAMPLES)).filter(filter).toList();
  }

  /** The lines of a table without which all is judged as before. */
  private static List<String> linesWithoutEffect(String table, Predicate<String> judgesAsBefore) {
    List<String> lines = table.lines().toList();
    var without = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.isEmpty() && !line.startsWith("#")) {
        var rest = new ArrayList<>(lines);
        rest.remove(i);
        if (judgesAsBefore.test(String.join("\n", rest) + "\n")) {
          without.add(line);
        }
      }
    }
    return without;
  }
}
