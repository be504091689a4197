package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.secrets.ListedFiles.Listed;
import dev.attache.resource.Blob;
import dev.attache.resource.Text;
import dev.attache.resource.secrets.NameTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules of names and of shapes beside the lists of files with and without secrets. */
class SecretFilesTest {

  /** How often each file is made, with other secrets. */
  private static final int SAMPLES = 40;

  private static final int LEAST_PERCENT_KEPT = 95;
  private static final int MOST_PERCENT_WITHHELD = 2;
  private static final int LEAST_ECOSYSTEMS = 30;

  private static List<Listed> secret = List.of();
  private static List<Listed> harmless = List.of();

  /** A file with its secrets made up. */
  private record Made(Listed listed, String path, byte[] content) {

    static Made of(Listed listed, int seed) {
      var random = new Random(seed);
      return new Made(listed, listed.path(random), listed.content(random));
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
    return ListedFiles.text("/dev/attache/resource/secrets/sensitive-names.txt");
  }

  private static String shapes() {
    return ListedFiles.text("key-shapes.txt");
  }

  @Test
  void keepsOutTheSecretsOfEachEcosystem() {
    Map<String, Integer> percents = percentsWithheld(secret);
    assertThat(percents).hasSizeGreaterThanOrEqualTo(LEAST_ECOSYSTEMS);
    assertThat(percents)
        .allSatisfy((ecosystem, percent) -> assertThat(percent).isBetween(LEAST_PERCENT_KEPT, 100));
  }

  @Test
  void leavesHarmlessFilesAlone() {
    Map<String, Integer> percents = percentsWithheld(harmless);
    assertThat(percents)
        .allSatisfy((kind, percent) -> assertThat(percent).isBetween(0, MOST_PERCENT_WITHHELD));
  }

  private static Map<String, Integer> percentsWithheld(List<Listed> files) {
    NameTable names = NameTable.of(names());
    var withheld = new TreeMap<String, Integer>();
    var all = new TreeMap<String, Integer>();
    for (Listed file : files) {
      for (int seed = 0; seed < SAMPLES; seed++) {
        Made made = Made.of(file, seed);
        boolean isWithheld = made.isNamed(names) || made.hasKey(KeyFinder.TABLE);
        withheld.merge(file.ecosystem(), isWithheld ? 1 : 0, Integer::sum);
        all.merge(file.ecosystem(), 1, Integer::sum);
      }
    }
    withheld.replaceAll((ecosystem, count) -> count * 100 / all.get(ecosystem));
    return withheld;
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
    return files.stream().map(file -> Made.of(file, SAMPLES)).filter(filter).toList();
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
