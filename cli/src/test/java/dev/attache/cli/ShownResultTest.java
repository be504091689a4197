package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code attache tool-result --show}, and what is recorded of results that are for people. Here is
 * the acceptance of section 5 of the specification of tools but for line 2, the golden files of
 * {@code ResultViewTest}.
 */
class ShownResultTest {

  private static final String STATUS =
      "{\"kind\":\"git.status\",\"data\":{\"branch\":\"main\",\"staged\":[\"a\"]},"
          + "\"summary\":\"1 staged, 0 modified\",\"display\":{\"preferredView\":\"tree\"}}";

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
  }

  private CliRun show(String printed, String... options) {
    String[] line = new String[options.length + 2];
    line[0] = "tool-result";
    line[1] = "--show";
    System.arraycopy(options, 0, line, 2, options.length);
    return talk.input(printed).good(line);
  }

  /** Records what a tool printed in a conversation. */
  private CliRun record(String printed, String... options) {
    if (!Files.exists(conversations())) {
      talk.good("query", "--print", "--new", "--id", "one", "hello");
    }
    String[] line = new String[options.length + 1];
    line[0] = "tool-result";
    System.arraycopy(options, 0, line, 1, options.length);
    return talk.input(printed).good(line);
  }

  private String history() {
    try {
      return Files.readString(conversations().resolve("conversations/one/events.jsonl"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path conversations() {
    return talk.workspace().directory().resolve(".attache");
  }

  @Test
  void acceptance5Line1ShowsSummaryAndTree() {
    CliRun run = show(STATUS);
    assertThat(run.out())
        .isEqualTo(
            """
            1 staged, 0 modified
            ├─ branch: main
            └─ staged
               └─ a
            """);
    assertThat(run.err()).isEmpty();
    assertThat(conversations()).as("nothing is recorded").doesNotExist();
  }

  @Test
  void acceptance5Line3TakesABadKindForATextWithAProblem() {
    String bad = "{\"kind\":\"Bad Kind\",\"data\":1}";
    CliRun run = record(bad);
    assertThat(run.out()).isEqualTo(bad + "\n");
    assertThat(run.errLines())
        .contains(
            "attache: /kind: must be lower-case words joined by _ and ., such as git.status, of at"
                + " most 100 characters; the result is taken as a text");
    assertThat(show(bad).out()).isEqualTo(bad + "\n");
  }

  @Test
  void acceptance5Line4ShowsAnArrayOfFlatObjectsAsATable() {
    assertThat(show("{\"kind\":\"x\",\"data\":[{\"a\":1},{\"a\":2}]}").out())
        .isEqualTo("a\n1\n2\n");
  }

  @Test
  void acceptance5Line5ShowsNoEscapeOnATerminal() {
    talk.workspace().workspace().onTerminal();
    CliRun run = show("{\"kind\":\"x\",\"data\":\"\\u001b]0;pwn\\u0007\"}");
    assertThat(run.out()).isEqualTo("\\u001b]0;pwn\\u0007\n");
  }

  @Test
  void isGivenToModelsAsOneTextAndKeptForPeople() {
    CliRun run = record(STATUS, "--tool", "git_status");
    assertThat(run.out())
        .isEqualTo("1 staged, 0 modified\n\n{\"branch\":\"main\",\"staged\":[\"a\"]}\n");
    assertThat(history()).contains("\"dev.attache/view\":" + STATUS);
    String hidden =
        "{\"kind\":\"x\",\"data\":1,\"summary\":\"done\",\"display\":{\"preferredView\":\"hidden\"}}";
    assertThat(record(hidden).out()).isEqualTo("done\n");
  }

  @Test
  void isNotKeptForPeopleWhereItIsTooLargeToBeShown() {
    String large = "{\"kind\":\"text\",\"data\":\"" + "x".repeat(1 << 20) + "\"}";
    assertThat(record(large).out()).hasSize((1 << 20) + 1);
    assertThat(history()).contains("tool_result").doesNotContain("dev.attache/view");
    assertThat(show(large).out()).isEqualTo("[text, 1 MiB of JSON; --raw shows it]\n");
  }

  @Test
  void failsWhereTheToolSaysSo() {
    CliRun run = record("{\"kind\":\"text\",\"data\":\"no disk\",\"isError\":true}");
    assertThat(run.out()).contains("failed]", "no disk");
  }

  @Test
  void isFoundBesideTheBlocksThatAreForModels() {
    String blocks = "\"content\":[{\"type\":\"text\",\"text\":\"for models\"}]";
    assertThat(show("{" + blocks + ",\"_meta\":{\"dev.attache/view\":" + STATUS + "}}").out())
        .startsWith("1 staged, 0 modified\n├─");
    assertThat(show("{" + blocks + ",\"structuredContent\":" + STATUS + "}").out())
        .startsWith("1 staged, 0 modified\n├─");
    CliRun run = record("{" + blocks + ",\"_meta\":{\"dev.attache/view\":" + STATUS + "}}");
    assertThat(run.out()).isEqualTo("for models\n");
  }

  @Test
  void showsOtherAnswersAsModelsGetThem() {
    assertThat(show("plain\n").out()).isEqualTo("plain\n");
    assertThat(show("{\"a\":1}").out()).isEqualTo("{\"a\":1}\n");
    assertThat(show("{\"content\":[{\"type\":\"text\",\"text\":\"one\"}]}").out())
        .isEqualTo("one\n");
    assertThat(conversations()).doesNotExist();
  }

  @Test
  void showsTheJsonOfWhatIsHiddenAndOfEverything() {
    String hidden = "{\"kind\":\"x\",\"data\":1,\"display\":{\"preferredView\":\"hidden\"}}";
    assertThat(show(hidden).out()).isEmpty();
    assertThat(show(hidden, "--json").out()).isEqualTo(hidden + "\n");
    assertThat(show(hidden, "--raw").out())
        .isEqualTo(
            """
            {
              "kind": "x",
              "data": 1,
              "display": {
                "preferredView": "hidden"
              }
            }
            """);
  }

  @Test
  void saysOfBytesThatTheyAreBytes() {
    assertThat(
            show("{\"kind\":\"file_content\",\"data\":{\"path\":\"a.bin\",\"content\":\"AAE=\","
                    + "\"size\":2,\"encoding\":\"base64\"}}")
                .out())
        .isEqualTo("a.bin (2 B, base64)\n[bytes, not shown]\n");
    assertThat(
            show("{\"kind\":\"image\",\"data\":{\"base64\":\"AAAAA\"},\"mimeType\":\"image/png\"}")
                .out())
        .isEqualTo("[image, image/png, 5 characters that are not base64]\n");
  }

  @Test
  void isCutOnATerminalUntilAllIsWanted() {
    talk.workspace().workspace().onTerminal();
    String long_ = "{\"kind\":\"text\",\"data\":\"a\\nb\\nc\",\"display\":{\"maxHeight\":1}}";
    assertThat(show(long_).out()).isEqualTo("a\n\u001b[2m… 2 more lines (--expand)\u001b[0m\n");
    assertThat(show(long_, "--expand").out()).isEqualTo("a\nb\nc\n");
  }

  @Test
  void namesHintsOfTheWrongType() {
    assertThat(show("{\"kind\":\"x\",\"data\":\"a\",\"display\":{\"maxHeight\":\"7\"}}").err())
        .isEqualTo("attache: /display/maxHeight: must be a whole number above 0; ignored\n");
  }

  // Renderers by others

  private ForeignJar moon(String body) {
    return ForeignJar.empty(temporary).renderer("Moon", "moon.phase", body);
  }

  private static final String PHASE =
      "{\"kind\":\"moon.phase\",\"data\":{\"lit\":7},\"summary\":\"waxing\"}";

  @Test
  void isShownByARendererOfSomebodyElse() {
    Path jar =
        moon("return List.of(result.data() + \" of \" + width, \"\\u001b[31mred\");")
            .write(temporary.resolve("moon.jar"));
    CliRun run = show(PHASE, "--handler-jar", jar.toString());
    assertThat(run.out()).isEqualTo("waxing\n{lit=7} of 80\n\\u001b[31mred\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void isShownWithoutARendererThatFails() {
    Path jar = moon("throw new NoClassDefFoundError(\"a/B\");").write(temporary.resolve("m.jar"));
    CliRun run = show(PHASE, "--handler-jar", jar.toString());
    assertThat(run.out()).isEqualTo("waxing\n{\n  \"lit\": 7\n}\n");
    assertThat(run.errLines())
        .singleElement()
        .asString()
        .startsWith("attache: ext.Moon of ")
        .endsWith(" cannot show moon.phase: java.lang.NoClassDefFoundError: a/B");
    Path empty = moon("return null;").write(temporary.resolve("n.jar"));
    assertThat(show(PHASE, "--handler-jar", empty.toString()).err())
        .contains("cannot show moon.phase: java.lang.IllegalStateException: it returned null");
    Path endless =
        moon("return java.util.Collections.nCopies(2_000_000, \"x\");")
            .write(temporary.resolve("o.jar"));
    assertThat(show(PHASE, "--handler-jar", endless.toString()).err())
        .containsPattern("IllegalStateException: it returned more than [0-9]+ lines");
  }

  @Test
  void isShownWithoutARendererThatCannotBeLoaded() {
    Path jar =
        ForeignJar.empty(temporary).namesRenderer("ext.Missing").write(temporary.resolve("m.jar"));
    CliRun run = show(PHASE, "--handler-jar", jar.toString());
    assertThat(run.out()).isEqualTo("waxing\n{\n  \"lit\": 7\n}\n");
    assertThat(run.err()).contains("ext.Missing of ", " cannot be used: the class is missing;");
  }

  @Test
  void isNotShownByARendererThatClaimsAKindOfOurs() {
    Path jar =
        ForeignJar.empty(temporary)
            .renderer("Greedy", "text", "return List.of(\"mine\");")
            .write(temporary.resolve("g.jar"));
    String text = "{\"kind\":\"text\",\"data\":\"yours\"}";
    CliRun run = show(text, "--handler-jar", jar.toString());
    assertThat(run.out()).isEqualTo("yours\n");
    assertThat(run.err()).as("nothing was loaded").isEmpty();
    assertThat(talk.run("handlers", "doctor", "--handler-jar", jar.toString()).out())
        .contains("ext.Greedy of ", "cannot be used: its kind \"text\" is built in");
  }

  @Test
  void isShownByARendererOfTheUsersFolderOnceItIsTrusted() throws Exception {
    Path folder = talk.workspace().home().resolve("config/attache/handlers");
    Files.createDirectories(folder);
    Path jar = moon("return List.of(\"( )\");").write(folder.resolve("moon.jar"));
    CliRun before = show(PHASE);
    assertThat(before.out()).isEqualTo("waxing\n{\n  \"lit\": 7\n}\n");
    assertThat(before.err())
        .isEqualTo(
            "attache: "
                + jar
                + " is not trusted yet, so its renderers of results are not used; review it, then"
                + " trust it with: attache handlers trust "
                + jar
                + "\n");
    CliRun trust = talk.run("handlers", "trust", "--yes", Objects.toString(jar));
    assertThat(trust.exitCode()).as(trust.err()).isZero();
    assertThat(trust.err()).contains("schemes: none, it shows results of tools\n");
    assertThat(trust.out()).isEqualTo("trusted: " + jar + "  (shows results of tools)\n");
    CliRun after = show(PHASE);
    assertThat(after.out()).isEqualTo("waxing\n( )\n");
    assertThat(after.err()).isEmpty();
    assertThat(show(PHASE, "--handler-jar", jar.toString()).err()).as("the same bytes").isEmpty();
  }

  @Test
  void isShownByTheRendererOfThePage() throws IOException {
    String page = Files.readString(Path.of("../docs/tool-results.md"));
    int begin = page.indexOf("```java\n") + "```java\n".length();
    Path jar =
        ForeignJar.empty(temporary)
            .namesRenderer("org.example.git.GitStatusRenderer")
            .source("GitStatusRenderer", page.substring(begin, page.indexOf("```", begin)))
            .write(temporary.resolve("git.jar"));
    assertThat(show(STATUS, "--handler-jar", jar.toString()).out())
        .isEqualTo("1 staged, 0 modified\non main, staged [a]\n");
  }
}
