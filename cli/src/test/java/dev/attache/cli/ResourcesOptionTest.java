package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.resource.Text;
import dev.attache.test.Golden;
import dev.attache.tokens.jtokkit.O200k;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Resources as elements or between fences: by option, by configuration, as recorded. Here is the
 * acceptance of section 3 of the specification of tools but for the golden files of 12 types in
 * three forms, those of {@code ResourceLayoutTest}.
 */
class ResourcesOptionTest {

  private static final String FENCE = "src/main.rs\n```rust\nfn main() {}\n```\n";
  private static final String ELEMENT = "<resource path=\"src/main.rs\" digest=";
  private static final String FENCED = "[prompt]\nresources = 'fence'\n";

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk =
        Talk.in(temporary)
            .file("src/main.rs", "fn main() {}\n")
            .file("src/lib.rs", "pub fn lib() {}\n")
            .file("four.md", "````\ncode\n````")
            .file("long.txt", Talk.LONG);
  }

  @Test
  void acceptance3Line2PrintsAFenceWithTheLanguage() {
    assertThat(talk.good("resolve", "--resources", "fence", "src/main.rs").out()).isEqualTo(FENCE);
    assertThat(talk.good("resolve", "--resources=fence", "src/main.rs#L1-4").out())
        .isEqualTo(
            "src/main.rs, lines 1-4\n```rust\nfn main() {}\n```\n[note: it ends with line 1]\n");
    assertThat(talk.good("resolve", "--resources", "element+fence", "src/main.rs").out())
        .isEqualTo("<resource path=\"src/main.rs\">\n```rust\nfn main() {}\n```\n</resource>\n");
    assertThat(talk.good("resolve", "--resources", "element", "src/main.rs").out())
        .isEqualTo("<resource path=\"src/main.rs\">\nfn main() {}\n\n</resource>\n")
        .isEqualTo(talk.good("resolve", "src/main.rs").out());
  }

  @Test
  void acceptance3Line3PrintsFiveBackticksAroundFour() {
    assertThat(talk.good("resolve", "--resources", "fence", "four.md").out())
        .isEqualTo("four.md\n`````markdown\n````\ncode\n````\n`````\n");
  }

  @Test
  void goesWithATreeAndWithNumbers() {
    CliRun run =
        talk.run(
            "resolve", "--resources=fence", "--tree", "--line-numbers", "src/main.rs", "none.txt");
    assertThat(run.out())
        .isEqualTo(
            """
            directory tree
            ```
            src/main.rs
            ```
            src/main.rs
            ```rust
            1\tfn main() {}
            ```
            <not-attached>
            none.txt: no such file or directory
            </not-attached>
            """);
  }

  /** Each form costs other tokens, and what is counted is what is written. */
  @ParameterizedTest
  @CsvSource({"element", "fence", "element+fence"})
  void fitsIntoALimit(String form) {
    for (int i = 0; i < 20; i++) {
      talk.file("many/File" + i + ".rs", "a line of this file\n".repeat(i + 1));
    }
    for (int most : new int[] {150, 400, 900}) {
      String out =
          talk.run(
                  "resolve",
                  "--resources=" + form,
                  "--tree",
                  "--tokenizer=o200k",
                  "--max-tokens=" + most,
                  "many")
              .out();
      assertThat(out).contains("many/File");
      assertThat(new O200k().count(Text.of(out))).as(out).isLessThanOrEqualTo(most);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resolve --resources tag a | --resources (tag) must be element, fence or element+fence",
        "resolve --resources fence --json a | --resources needs --format prompt",
        "resolve --resources fence -f markdown a | --resources needs --format prompt",
        "query --print --resources fence --json a | --resources needs --format prompt",
        "refresh --resources fence --json a | --resources cannot be combined with --json",
        "tool-result --resources fence --json a | --resources cannot be combined with --json",
        "conversation set --resources tag | --resources (tag) must be element, fence or"
            + " element+fence",
      })
  void refusesWhatDoesNotGoTogether(String line, String message) {
    assertThat(talk.refusal(line.split(" "))).isEqualTo(message);
  }

  @Test
  void isTakenFromTheConfigurationUnlessAnOptionSaysMore() {
    talk.workspace().withUser(FENCED, "four.md");
    assertThat(talk.good("resolve", "src/main.rs").out()).isEqualTo(FENCE);
    assertThat(talk.good("resolve", "--resources=element", "src/main.rs").out())
        .startsWith("<resource path=");
    assertThat(talk.good("resolve", "-f", "markdown", "src/main.rs").out()).startsWith("## `");
    assertThat(talk.good("plan", "src/main.rs").out())
        .as("the tokens of the form")
        .isNotEqualTo(plan("[prompt]\nresources = 'element+fence'\n"));
    talk.file(".attache/config.toml", "[prompt]\nresources = 'element+fence'\n");
    assertThat(talk.good("resolve", "src/main.rs").out()).startsWith("<resource path=");
    talk.workspace().withUser("[resolve]\nformat = 'markdown'\n", "four.md");
    assertThat(talk.good("resolve", "--resources=fence", "src/main.rs").out()).isEqualTo(FENCE);
    talk.file(".attache/config.toml", "[prompt]\nresources = 'tag'\n");
    assertThat(talk.refusal("resolve", "src/main.rs"))
        .isEqualTo(
            ".attache/config.toml:2: [prompt] resources must be element, fence or element+fence");
  }

  private String plan(String settings) {
    talk.workspace().withUser(settings, "four.md");
    String out = talk.good("plan", "src/main.rs").out();
    talk.workspace().withUser(FENCED, "four.md");
    return out;
  }

  @Test
  void isRecordedWithTheFirstTurnSoThatAnotherDefaultChangesNothing() {
    talk.workspace().withUser(FENCED, "src/lib.rs");
    String first =
        talk.good("query", "--print", "--new", "--id=one", "-a", "src/main.rs", "one").out();
    assertThat(first).contains(FENCE).endsWith("```\none\n");
    String printed = talk.good("conversation", "print", "one").out();
    assertThat(talk.good("conversation", "show", "one").out())
        .contains("settings      resources=fence\n");
    talk.workspace().withUser("[prompt]\nresources = 'element+fence'\n", "src/lib.rs");
    assertThat(talk.good("conversation", "print", "one").out()).isEqualTo(printed);
    assertThat(talk.good("query", "--print", "--id=one", "--whole", "-a", "four.md", "two").out())
        .startsWith(printed)
        .contains("\nfour.md\n`````markdown\n");
    talk.workspace().withUser("", "src/lib.rs");
    assertThat(talk.good("refresh", "--id=one", "--force", "src/main.rs").out()).isEqualTo(FENCE);
    assertThat(talk.good("attachment", "print", "--id=one").out())
        .as("in the form of the conversation")
        .contains(FENCE);
    assertThat(talk.good("query", "--print", "--new", "-a", "src/main.rs", "one").out())
        .contains(ELEMENT);
  }

  @Test
  void ofAConversationThatBeganWithElementsStaysThat() {
    talk.good("query", "--print", "--new", "--id=one", "-a", "src/main.rs", "one");
    String printed = talk.good("conversation", "print", "one").out();
    talk.workspace().withUser(FENCED, "src/lib.rs");
    assertThat(
            talk.good("query", "--print", "--id=one", "--whole", "-a", "src/lib.rs", "two").out())
        .startsWith(printed)
        .contains("<resource path=\"src/lib.rs\" digest=")
        .doesNotContain("```");
    for (String turns : List.of("0", "1")) {
      talk.good("conversation", "fork", "one", "--turns", turns);
      assertThat(talk.good("query", "--print", "-a", "src/lib.rs", "fork").out())
          .as("turns %s", turns)
          .contains("<resource path=\"src/lib.rs\" digest=")
          .doesNotContain("```");
    }
  }

  @Test
  void isKeptByForks() {
    talk.workspace().withUser(FENCED, "src/lib.rs");
    talk.good("query", "--print", "--new", "--id=one", "-a", "src/main.rs", "one");
    talk.workspace().withUser("", "src/lib.rs");
    for (String turns : List.of("0", "1")) {
      talk.good("conversation", "fork", "one", "--turns", turns);
      assertThat(talk.good("query", "--print", "fork").out()).as("turns %s", turns).contains(FENCE);
    }
  }

  @Test
  void isSetForOneConversation() {
    talk.good("query", "--print", "--new", "-a", "src/main.rs", "one");
    talk.good("conversation", "set", "--resources", "fence");
    assertThat(talk.good("query", "--print", "-a", "src/lib.rs", "two").out())
        .isEqualTo("src/lib.rs\n```rust\npub fn lib() {}\n```\ntwo\n");
    talk.good("conversation", "set", "resources=element+fence", "line-numbers=true");
    assertThat(talk.good("query", "--print", "-a", "four.md", "three").out())
        .contains("<resource path=\"four.md\" digest=", "\n`````markdown\n1\t````\n");
    talk.good("conversation", "set", "resources=");
    assertThat(talk.good("refresh", "--force", "src/lib.rs").out())
        .contains("<resource path=\"src/lib.rs\" digest=", ">\n1\tpub fn lib() {}\n");
    assertThat(talk.good("conversation", "print").out())
        .as("each turn as it was")
        .contains(ELEMENT, "\nsrc/lib.rs\n```rust\npub fn lib() {}\n```\n", "\n`````markdown\n1\t");
    assertThat(talk.good("conversation", "print", "--resources=fence").out())
        .as("all in one form")
        .contains("\nsrc/main.rs\n```rust\n1\tfn main() {}\n```\n")
        .doesNotContain("<resource");
  }

  @Test
  void ofOneRunIsRecordedWithWhatItGave() {
    talk.good("query", "--print", "--new", "one");
    assertThat(talk.good("query", "--print", "--resources=fence", "-a", "src/main.rs", "two").out())
        .isEqualTo(FENCE + "two\n");
    assertThat(talk.good("refresh", "--force", "src/main.rs").out()).startsWith(ELEMENT);
    assertThat(talk.good("refresh", "--force", "--resources=fence", "src/main.rs").out())
        .isEqualTo(FENCE);
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":\"done\"},{\"type\":\"resource\",\"resource\":"
            + "{\"uri\":\"notes:today\",\"mimeType\":\"text/rust\",\"text\":\"fn a() {}\"}}]}";
    assertThat(talk.input(json).good("tool-result", "--resources=fence").out())
        .isEqualTo("done\nnotes:today (text/rust)\n```rust\nfn a() {}\n```\n[tool:tool]\n");
    assertThat(talk.good("attachment", "print", "--resources=fence", "src/main.rs").out())
        .isEqualTo(FENCE);
    assertThat(talk.good("conversation", "print").out())
        .contains(
            "<user turn=\"1\">\n" + FENCE + "two\n",
            "\ndone\nnotes:today (text/rust)\n```rust\nfn a() {}\n```\n[tool:tool]\n");
  }

  /** Who asks for the first turn in a form begins a conversation in that form. */
  @Test
  void ofTheFirstTurnIsThatOfTheConversation() {
    talk.good("query", "--print", "--new", "--resources=fence", "-a", "src/main.rs", "one");
    assertThat(talk.good("query", "--print", "-a", "src/lib.rs", "two").out())
        .startsWith("src/lib.rs\n```");
  }

  @Test
  void isNothingThatAModelHasToBeToldAgainFor() {
    talk.good("query", "--print", "--new", "-a", "long.txt", "one");
    assertThat(talk.good("query", "--print", "--resources=fence", "-a", "long.txt", "two").out())
        .as("the same characters")
        .startsWith("The content of long.txt is identical to the attachment at turn 0");
  }

  @Test
  void acceptance3Line4IsNothingToThePrintOfAnOlderConversation() throws IOException {
    Path history = talk.workspace().directory().resolve(".attache/conversations/old/events.jsonl");
    Files.createDirectories(history.getParent());
    Files.copy(Path.of("src/test/resources/golden/history/elements.jsonl"), history);
    Golden.assertMatches("history/elements.txt", talk.good("conversation", "print", "old").out());
    talk.workspace().withUser(FENCED, "src/lib.rs");
    Golden.assertMatches("history/elements.txt", talk.good("conversation", "print", "old").out());
  }

  @Test
  void isNothingToJson() {
    talk.workspace().withUser(FENCED, "src/lib.rs");
    JsonNode resource = talk.good("resolve", "--json", "src/main.rs").json().get(0);
    assertThat(resource.get("text").asText()).isEqualTo("fn main() {}\n");
    assertThat(talk.good("query", "--print", "--json", "--new", "-a", "src/main.rs", "one").out())
        .doesNotContain("```");
  }
}
