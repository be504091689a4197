package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The words of all messages, of the help and of all pages: none of {@code odd-phrases.txt}, which
 * says what to write instead.
 */
class OddPhrasesTest {

  private static final Path HOUSE = Path.of("..");

  private static final Pattern COMMENT =
      Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//.*$", Pattern.DOTALL);

  /** Texts that are put together, so that a phrase may lie in two lines. */
  private static final Pattern JOIN = Pattern.compile("\"\\s*\\+\\s*\"");

  private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\\n]|\\\\.)*\"");

  private final Map<Pattern, String> phrases = phrases();

  private static Map<Pattern, String> phrases() {
    var phrases = new LinkedHashMap<Pattern, String>();
    try {
      for (String line : Files.readAllLines(Path.of("src/test/resources/odd-phrases.txt"))) {
        if (!line.startsWith("#") && !line.isBlank()) {
          String[] parts = line.split(" = ", 2);
          phrases.put(pattern(parts[0]), "\"" + parts[0] + "\": write " + parts[1]);
        }
      }
    } catch (IOException e) {
      throw new AssertionError("the list is there", e);
    }
    return phrases;
  }

  /** Between slashes stands a regular expression; all else is a phrase. */
  private static Pattern pattern(String phrase) {
    if (phrase.startsWith("/") && phrase.endsWith("/")) {
      return Pattern.compile(phrase.substring(1, phrase.length() - 1).replace(" ", "\\s"));
    }
    String words = Pattern.quote(phrase).replace(" ", "\\E\\s+\\Q");
    return Pattern.compile("(?<!\\w)" + words + "(?!\\w)", Pattern.CASE_INSENSITIVE);
  }

  /** What is odd in a text, each with its line. */
  private List<String> found(Path file, String text) {
    var found = new ArrayList<String>();
    phrases.forEach(
        (phrase, better) ->
            phrase
                .matcher(text)
                .results()
                .map(MatchResult::start)
                .map(at -> text.substring(0, at).lines().count())
                .map(line -> HOUSE.relativize(file) + ":" + Math.max(1, line) + ": " + better)
                .forEach(found::add));
    return found;
  }

  /** The literals of a source, on the lines where they begin. */
  private static String literals(String source) {
    String code = COMMENT.matcher(source).replaceAll(each -> blank(each.group()));
    var text = new StringBuilder();
    int end = 0;
    for (MatchResult each : LITERAL.matcher(code).results().toList()) {
      String between = code.substring(end, each.start());
      boolean isJoined = JOIN.matcher("\"" + between + "\"").matches();
      text.append(isJoined ? between.replaceAll("[^\\n]", "") : blank(between) + "\u0000");
      text.append(each.group(), 1, each.group().length() - 1);
      end = each.end();
    }
    return text.toString();
  }

  private static String blank(String text) {
    return text.replaceAll("[^\\n]", "");
  }

  private static List<Path> files(String directory, String name) throws IOException {
    try (Stream<Path> files = Files.walk(HOUSE.resolve(directory))) {
      return files.filter(each -> each.toString().endsWith(name)).sorted().toList();
    }
  }

  private static List<String> modules() throws IOException {
    try (Stream<Path> modules = Files.list(HOUSE)) {
      return modules
          .filter(each -> Files.isDirectory(each.resolve("src/main/java")))
          .map(each -> each.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void areInNoMessage() throws IOException {
    var found = new ArrayList<String>();
    List<String> modules = modules();
    assertThat(modules).contains("cli", "resource-core", "mcp-server");
    for (String module : modules) {
      for (Path file : files(module + "/src/main", ".java")) {
        String source = Files.readString(file);
        found.addAll(found(file, file.toString().contains("/java/") ? literals(source) : source));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void areInNoPage() throws IOException {
    var found = new ArrayList<String>();
    var pages = new ArrayList<Path>(files("docs", ".md"));
    pages.removeIf(page -> page.toString().contains("/decisions/")); // which say what was decided
    pages.add(HOUSE.resolve("README.md"));
    assertThat(pages).hasSizeGreaterThan(10);
    for (Path page : pages) {
      found.addAll(found(page, Files.readString(page)));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void areInNoHelp() throws IOException {
    var found = new ArrayList<String>();
    List<Path> pages = files("cli/src/test/resources/golden", ".txt");
    assertThat(pages).hasSizeGreaterThan(30);
    for (Path page : pages) {
      found.addAll(found(page, Files.readString(page)));
    }
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          x("it is no file");                        | 1
          x(a + " is no file");                      | 1
          // "it is no file"                         | 0
          x("is no"); y("file");                     | 0
          x("it is no filer");                       | 0
          """)
  void areFoundInLiteralsOnly(String source, int count) {
    assertThat(found(HOUSE.resolve("X.java"), literals(source))).hasSize(count);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          It is read, too.            | 1
          Sessions are kept, too; no  | 1
          It is read, too late.       | 0
          too large                   | 0
          files, of which many are    | 1
          files, of which 17 are new  | 0
          half of which is read       | 0
          what is no text             | 1
          Done. What is left is gone. | 1
          What is left?               | 0
          It says what is missing.    | 0
          """)
  void areFoundWhereTheyAreOdd(String text, int count) {
    assertThat(found(HOUSE.resolve("docs/x.md"), text)).hasSize(count);
  }

  @Test
  void areFoundInTextsThatArePutTogether() {
    assertThat(found(HOUSE.resolve("X.java"), literals("x(\"it is no\"\n    + \" file\");")))
        .hasSize(1);
  }

  @Test
  void areNamedWithTheirFileTheirLineAndABetterOne() {
    assertThat(found(HOUSE.resolve("docs/x.md"), "One.\nIt leads\noutside."))
        .containsExactly("docs/x.md:2: \"leads outside\": write points outside");
  }
}
