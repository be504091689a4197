package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.tokens.TokenEstimator;
import dev.attache.tokens.jtokkit.O200k;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaxTokensTest {

  private static final TokenEstimator EXACT = new O200k();

  private static final int TREES = Boolean.getBoolean("attache.slow") ? 12 : 3;

  private static final Pattern NAMED = Pattern.compile("<resource[^>]* (?:name|path)=\"([^\"]*)\"");

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary)
        .file("package-lock.json", "{\"a\": 1}\n")
        .file("src/Large.java", "int sum = 1;\n".repeat(400))
        .file("src/Middle.java", "int sum = 1;\n".repeat(40))
        .file("src/Small.java", "class Small {}\n")
        .file("src/fixtures/one.txt", "one\n")
        .file("src/fixtures/two.txt", "two\n".repeat(300));
  }

  private static List<String> names(CliRun run) {
    var names = new ArrayList<String>();
    Matcher matcher = NAMED.matcher(run.out());
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  @Test
  void letsInSourcesBeforeTheRestAndSmallBeforeLarge() {
    CliRun run = workspace().run("resolve", "--max-tokens", "700", "--tokenizer", "o200k");
    assertThat(names(run))
        .containsExactly(
            "package-lock.json", "src/Middle.java", "src/Small.java", "src/fixtures/one.txt");
    assertThat(run.exitCode()).isZero();
    assertThat(EXACT.count(run.out())).isLessThanOrEqualTo(700);
  }

  @Test
  void saysWhatIsLeftOutALineForEachDirectoryToTheUserAndTheModel() {
    CliRun run = workspace().run("resolve", "--max-tokens", "700");
    assertThat(run.out())
        .containsPattern(
            """
            <not-attached>
            src/Large.java: skipped for the limit of 700 tokens \\(≈ 2\\.\\dk tokens\\)
            src/fixtures/two.txt: skipped for the limit of 700 tokens \\(≈ \\d+ tokens\\)
            </not-attached>
            $""");
    assertThat(run.errLines()).hasSize(3);
    assertThat(run.errLines().get(0))
        .matches(
            "attache: src/Large.java: skipped for the limit of 700 tokens \\(≈ 2\\.\\dk tokens\\)");
    assertThat(run.errLines().get(2))
        .matches("attache: ≈ \\d{3} of 700 tokens used; 2 items left out");
  }

  @Test
  void letsInFirstWhatIsNamed() {
    TestWorkspace workspace = workspace();
    assertThat(names(workspace.run("resolve", "--max-tokens", "2.6k", "src", "src/Large.java")))
        .contains("src/Large.java", "src/Small.java")
        .doesNotContain("src/Middle.java");
    assertThat(names(workspace.run("resolve", "--max-tokens", "290", "src/fixtures", "src/*.java")))
        .containsExactly("src/fixtures/one.txt", "src/Small.java");
  }

  @Test
  void failsForWhatIsNamedAndDoesNotFit() {
    CliRun run =
        workspace().run("resolve", "--max-tokens", "200", "src/Large.java", "src/Small.java");
    assertThat(names(run)).containsExactly("src/Small.java");
    assertThat(run.err())
        .matches(
            "attache: src/Large.java: skipped, over-limit: its ≈ 2\\.\\dk tokens do not fit into"
                + " the limit of 200 tokens; raise it with --max-tokens\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void sumsUpWhatIsMissingForOtherReasonsWhereTheLinesDoNotFit() {
    String[] line = new String[63];
    line[0] = "resolve";
    line[1] = "--max-tokens";
    line[2] = "200";
    for (int i = 3; i < line.length; i++) {
      line[i] = "a-file-that-is-not-there-" + i + ".txt";
    }
    assertThat(workspace().run(line).out())
        .contains("\n60 more were not attached, for other reasons\n");
  }

  @Test
  void printsNothingWhenStrictAndSomethingDoesNotFit() {
    CliRun run = workspace().run("resolve", "--strict", "--max-tokens", "700");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace().run("resolve", "--strict", "--max-tokens", "50k").exitCode()).isZero();
  }

  @Test
  void listsEachWhenVerbose() {
    assertThat(workspace().run("resolve", "-v", "--max-tokens", "700").errLines())
        .anyMatch(
            line ->
                line.matches(
                    "attache: src/Large.java: skipped, over-limit: its ≈ 2\\.\\dk tokens do not fit"
                        + " into the limit of 700 tokens"));
  }

  @Test
  void countsWhatJsonPrints() {
    CliRun run =
        workspace().run("resolve", "--json", "--max-tokens", "1500", "--tokenizer", "o200k");
    assertThat(EXACT.count(run.out())).isLessThanOrEqualTo(1500);
    JsonNode last = run.json().get(run.json().size() - 1).get("omitted");
    assertThat(last.get("directory").asText()).isEqualTo("src/fixtures/");
    assertThat(last.get("reason").asText()).isEqualTo("over-limit");
    assertThat(last.get("items").asInt()).isEqualTo(1);
    assertThat(last.get("tokens").asInt()).isGreaterThan(600);
    assertThat(last.get("message").asText()).startsWith("src/fixtures/two.txt: skipped for");
  }

  @Test
  void isShownByAPlan() {
    CliRun plan = workspace().run("plan", "--max-tokens", "700");
    assertThat(plan.outLines())
        .filteredOn(line -> line.startsWith("skip"))
        .hasSize(2)
        .allMatch(line -> line.contains("over-limit"));
    assertThat(plan.outLines().get(7)).matches("4 to attach, .* tokens as a prompt; 2 skipped");
    assertThat(workspace().run("plan", "--tree", "--max-tokens", "700").out())
        .contains("4 to attach");
  }

  @Test
  void isSetInTheConfigurationAndLiftedByNone() {
    TestWorkspace workspace =
        workspace().file(".attache/config.toml", "[tokens]\nmax-tokens = \"700\"\n");
    assertThat(names(workspace.run("resolve"))).hasSize(4);
    assertThat(names(workspace.run("resolve", "--max-tokens", "none"))).hasSize(6);
    assertThat(workspace.run("resolve", "--format", "table").outLines()).hasSize(7);
  }

  @ParameterizedTest
  @CsvSource({
    "0, '--max-tokens (0) must be a number of tokens, such as 8000, 50k or 1.5M'",
    "50kb, '--max-tokens (50kb) must be a number of tokens, such as 8000, 50k or 1.5M'"
  })
  void hasToBeANumber(String spelled, String message) {
    CliRun run = workspace().run("resolve", "--max-tokens", spelled);
    assertThat(run.err()).startsWith("attache: " + message + "\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void wantsAFormWithContents() {
    assertThat(workspace().run("resolve", "--format", "table", "--max-tokens", "1k").err())
        .startsWith(
            "attache: --max-tokens needs a form with contents; attache plan --max-tokens shows what"
                + " would fit\n");
  }

  @Test
  void countsWhatTheModelOfAConversationHasAlreadyAsOneLine() {
    TestWorkspace workspace = workspace();
    CliRun first =
        workspace.run(
            "query",
            "--print",
            "--new",
            "one",
            "-a",
            "src/Large.java",
            "hello",
            "--max-tokens",
            "3k");
    assertThat(names(first)).containsExactly("src/Large.java");
    CliRun second =
        workspace.run(
            "query",
            "--print",
            "again",
            "-a",
            "src",
            "--max-tokens",
            "300",
            "--tokenizer",
            "o200k");
    assertThat(second.out())
        .contains("Large.java", "class Small {}")
        .contains("not attached: src/");
    assertThat(names(second)).doesNotContain("src/Large.java").contains("src/Small.java");
    assertThat(EXACT.count(second.out())).isLessThanOrEqualTo(300);
  }

  @Test
  void recordsNoTurnWhenStrictAndSomethingDoesNotFit() {
    TestWorkspace workspace = workspace();
    CliRun run =
        workspace.run("query", "--print", "--strict", "-a", "src", "hello", "--max-tokens", "700");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .anyMatch(line -> line.startsWith("attache: src/Large.java: skipped for the limit"))
        .last()
        .isEqualTo("attache: nothing was recorded, because of --strict");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("conversation", "ls", "--json").out()).isEmpty();
  }

  @Test
  void saysOfTheFirstThatAreNamedALineEach() {
    TestWorkspace workspace = workspace();
    var line = new ArrayList<>(List.of("resolve", "--max-tokens", "100"));
    for (int i = 0; i < 9; i++) {
      workspace.file("many/" + i + ".txt", "word ".repeat(200));
      line.add("many/" + i + ".txt");
    }
    CliRun run = workspace.run(line.toArray(String[]::new));
    assertThat(run.errLines()).hasSize(5);
    assertThat(run.errLines().get(3))
        .matches("attache: many/: 6 skipped for the limit of 100 tokens \\(≈ 1\\.\\dk tokens\\)");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  /** Trees of words, numbers and signs; every third of the files has a name of little worth. */
  @Test
  void isNeverExceededAndIsFilledByWhatThereIs() throws IOException {
    var random = new Random(1125);
    for (int round = 0; round < TREES; round++) {
      Path directory = temporary.resolve("tree" + round);
      randomTree(random, directory);
      TestWorkspace workspace = TestWorkspace.in(directory);
      long all = EXACT.count(workspace.run("resolve").out());
      long limit = 60 + (long) (random.nextDouble() * 1.1 * all);
      for (String format : List.of("prompt", "json")) {
        String[] line = {
          "resolve", "--format", format, "--max-tokens", "" + limit, "--tokenizer", "o200k"
        };
        CliRun run = workspace.run(line);
        long printed = EXACT.count(run.out());
        assertThat(printed).isLessThanOrEqualTo(limit);
        assertThat(workspace.run(line)).isEqualTo(run);
        if (format.equals("prompt") && printed < 0.95 * limit) {
          assertThat(smallestLeftOut(workspace, new TreeSet<>(names(run))))
              .isGreaterThan(limit - printed - 40); // but for the line that says it
        }
      }
    }
  }

  private static long smallestLeftOut(TestWorkspace workspace, Set<String> printed) {
    return workspace.run("plan", "--json", "--tokenizer", "o200k").json().stream()
        .filter(row -> !printed.contains(row.get("name").asText()))
        .mapToLong(row -> row.get("tokens").asLong())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static void randomTree(Random random, Path directory) throws IOException {
    String[] ends = {".java", ".md", ".txt", ".csv", ".min.js", ".lock"};
    String[] parts = {"src", "docs", "fixtures", "a b", "größe"};
    int files = 5 + random.nextInt(60);
    for (int i = 0; i < files; i++) {
      Path parent = directory.resolve(parts[random.nextInt(parts.length)]);
      Files.createDirectories(parent);
      Files.writeString(
          parent.resolve(i + ends[random.nextInt(ends.length)]),
          randomText(random, (int) Math.exp(random.nextDouble() * 8)));
    }
  }

  private static String randomText(Random random, int words) {
    String[] known = {
      "public", "the", " Übergröße", "1234", "</resource>", "\n", "\n\n", "  ", "{}"
    };
    var text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(known[random.nextInt(known.length)]).append(random.nextInt(3) == 0 ? " " : "");
    }
    return text.toString();
  }
}
