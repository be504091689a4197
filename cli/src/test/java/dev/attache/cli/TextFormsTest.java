package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Text;
import dev.attache.tokens.jtokkit.O200k;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms in which texts are printed for models: by option, by configuration, as recorded. */
class TextFormsTest {

  private static final String CLASS = "## `src/App.java`\n\n```java\nclass App {}\n```\n\n";

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk =
        Talk.in(temporary)
            .file("src/App.java", "class App {}\n")
            .file("src/util/Text.java", "one\ntwo\nthree\nfour\n")
            .file("notes.md", "```\ncode\n```");
    talk.workspace().workspace().file("logo.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0});
  }

  @Test
  void printMarkdown() {
    CliRun run =
        talk.run("resolve", "--format", "markdown", "src/App.java", "notes.md", "logo.png");
    assertThat(run.out())
        .isEqualTo(
            CLASS
                + "## `notes.md`\n\n````markdown\n```\ncode\n```\n````\n"
                + "\\ No newline at end of file\n\n"
                + "## `logo.png`\n\n[image/png, 5 bytes, sha256:"
                + "ad91235e882292469812e16da0b8fc77075a7c6d6f8760c24be14a5c792508cf"
                + ", not shown because it is not text]\n\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void sayInMarkdownWhatIsNotThere() {
    CliRun run = talk.run("resolve", "-f", "markdown", "src/App.java", "none.txt");
    assertThat(run.out())
        .isEqualTo(CLASS + "## Not attached\n\n```\nnone.txt: no such file or directory\n```\n\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void numberTheLinesFromTheFirstThatIsSelected() {
    assertThat(talk.good("resolve", "--line-numbers", "src/util/Text.java#L2-3").out())
        .isEqualTo(
            """
            <resource path="src/util/Text.java#L2-3">
            2\ttwo
            3\tthree

            </resource>
            """);
    assertThat(
            talk.good("resolve", "--line-numbers", "-f", "markdown", "src/util/Text.java#L3-9")
                .out())
        .isEqualTo(
            """
            ## `src/util/Text.java#L3-9`
            note: it ends with line 4

            ```java
            3\tthree
            4\tfour
            ```

            """);
  }

  @Test
  void beginWithATreeOfWhatIsIncluded() {
    CliRun run = talk.run("resolve", "--tree", "src", "notes.md", "none.txt");
    assertThat(run.out())
        .startsWith(
            """
            <resource name="directory tree">
            src/
              App.java
              util/Text.java
            notes.md

            </resource>
            <resource path="src/App.java">
            """)
        .endsWith("<not-attached>\nnone.txt: no such file or directory\n</not-attached>\n");
    assertThat(talk.good("resolve", "--tree", "--format", "markdown", "src/App.java").out())
        .isEqualTo("## Directory tree\n\n```\nsrc/App.java\n```\n\n" + CLASS);
  }

  /** What fits is counted with the tree, and only that is in the tree. */
  @Test
  void beginWithATreeOfWhatFitsIntoALimit() {
    for (int i = 0; i < 20; i++) {
      talk.file(
          "many/part" + (i % 3) + "/File" + i + ".txt", "a line of this file\n".repeat(i + 1));
    }
    for (String form : new String[] {"prompt", "markdown"}) {
      for (int most : new int[] {150, 400, 900}) {
        String out =
            talk.run(
                    "resolve",
                    "--tree",
                    "-f",
                    form,
                    "--tokenizer=o200k",
                    "--max-tokens=" + most,
                    "many")
                .out();
        assertThat(new O200k().count(Text.of(out))).as(out).isLessThanOrEqualTo(most);
        long named = out.lines().filter(line -> line.matches(" *.*File[0-9]+\\.txt")).count();
        long shown =
            out.lines().filter(line -> line.matches("(<resource path=|## `).*File.*")).count();
        assertThat(named).as(out).isEqualTo(shown).isPositive();
      }
    }
  }

  @Test
  void goToTheClipboardInsteadOfStandardOutput() {
    String text = "<resource path=\"src/App.java\">\nclass App {}\n\n</resource>\n";
    talk.workspace().workspace().onTerminal();
    CliRun run = talk.good("resolve", "--no-progress", "--copy", "src/App.java");
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "\u001b]52;c;"
                + Base64.getEncoder().encodeToString(text.getBytes(UTF_8))
                + "\u0007attache: copied 57 B to the terminal's clipboard (OSC 52)\n");
  }

  @Test
  void leaveTheClipboardAsItIsWhereThereIsNothingToCopy() throws IOException {
    Files.createDirectory(talk.workspace().directory().resolve("empty"));
    talk.workspace().workspace().onTerminal();
    CliRun run = talk.run("resolve", "--no-progress", "--copy", "empty");
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).doesNotContain("\u001b]52", "copied");
  }

  @Test
  void sayWhyTheyCannotBeCopied() {
    CliRun run = talk.run("resolve", "--copy", "src/App.java");
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            "attache: cannot copy: no terminal that takes OSC 52, and none of wl-copy, xclip, xsel"
                + " and pbcopy can be used here; write to a file with --output FILE\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resolve --format xml a | --format (xml) must be prompt, markdown, json or table",
        "query --print --format table a | --format (table) must be prompt, markdown or json",
        "resolve --line-numbers --json a | --line-numbers needs --format prompt or markdown",
        "resolve --tree --format table a | --tree needs --format prompt or markdown",
        "resolve --no-content --format markdown a | --no-content needs --format json",
        "resolve --copy -o out a | --copy cannot be combined with --output",
      })
  void refuseWhatDoesNotGoTogether(String line, String message) {
    assertThat(talk.refusal(line.split(" "))).isEqualTo(message);
  }

  @Test
  void areTakenFromTheConfigurationUnlessAnOptionSaysMore() {
    talk.workspace().withUser("[resolve]\nformat = 'markdown'\n", "notes.md");
    assertThat(talk.good("resolve", "src/App.java").out()).isEqualTo(CLASS);
    assertThat(talk.good("resolve", "--format", "prompt", "src/App.java").out())
        .isEqualTo("<resource path=\"src/App.java\">\nclass App {}\n\n</resource>\n");
    assertThat(talk.good("resolve", "--json", "src/App.java").out()).startsWith("{");
    talk.workspace().withUser("[resolve]\nformat = 'table'\nline-numbers = true\n", "notes.md");
    assertThat(talk.good("resolve", "src/App.java").out()).startsWith("KIND");
    assertThat(talk.good("resolve", "--tree", "src/App.java").out())
        .as("which is no table")
        .endsWith("<resource path=\"src/App.java\">\n1\tclass App {}\n\n</resource>\n");
    talk.file(".attache/config.toml", "[resolve]\nformat = 'prompt'\n");
    assertThat(talk.good("resolve", "src/App.java").out()).startsWith("<resource path=");
    talk.file(".attache/config.toml", "[resolve]\nformat = 'pdf'\n");
    assertThat(talk.refusal("resolve", "src/App.java"))
        .isEqualTo(
            ".attache/config.toml:2: [resolve] format must be prompt, markdown, json or table");
  }

  @Test
  void areRecordedWithAConversationSoThatOldRequestsStayAsTheyWere() {
    String element =
        "<resource path=\"src/App.java\" digest=\"sha256:7857929bc003\">\nclass App {}\n";
    String section = "## `notes.md`\nsha256:4128f8620e69\n\n````markdown\n```\ncode\n```\n````\n";
    talk.good("query", "--print", "--new", "-a", "src/App.java", "one");
    talk.good("conversation", "set", "format=markdown");
    String second = talk.good("query", "--print", "-a", "notes.md", "two").out();
    assertThat(second).isEqualTo(section + "\\ No newline at end of file\n\ntwo\n");
    talk.good("conversation", "set", "format=", "line-numbers=true");
    assertThat(talk.good("query", "--print", "-a", "src/util/Text.java", "three").out())
        .contains("<resource path=\"src/util/Text.java\" digest=", "\n1\tone\n2\ttwo\n");
    assertThat(talk.good("conversation", "print").out())
        .contains(element, section, "\n1\tone\n2\ttwo\n");
    assertThat(talk.good("refresh", "--force", "src/App.java").out())
        .contains("digest=\"sha256:7857929bc003\">\n1\tclass App {}\n");
    assertThat(talk.good("conversation", "print", "--format", "markdown").out())
        .as("all in one form")
        .contains("<user turn=\"0\">\n## `src/App.java`\nsha256:7857929bc003\n\n```java\n1\tclass")
        .doesNotContain("<resource");
  }

  @Test
  void ofOneTurnAreRecordedWithIt() {
    String markdown =
        "## `src/App.java`\nsha256:7857929bc003\n\n```java\nclass App {}\n```\n\none\n";
    assertThat(
            talk.good("query", "--print", "--new", "-f", "markdown", "-a", "src/App.java", "one")
                .out())
        .isEqualTo(markdown);
    assertThat(talk.good("query", "--print", "--whole", "-a", "logo.png", "two").out())
        .contains(markdown, "<resource path=\"logo.png\">");
    assertThat(talk.good("query", "--print", "--format", "json", "three").json()).hasSize(1);
  }

  @Test
  void areThoseOfTheConfigurationForNewTurns() {
    talk.workspace().withUser("format = 'markdown'\nline-numbers = true\n", "notes.md");
    assertThat(talk.good("query", "--print", "--new", "-a", "src/App.java", "one").out())
        .contains("```java\n1\tclass App {}\n```\n");
    talk.good("conversation", "set", "line-numbers=false");
    assertThat(talk.good("query", "--print", "-a", "src/util/Text.java", "two").out())
        .contains("\n\n```java\none\ntwo\n");
  }

  @Test
  void printWhatIsAttachedAsEachIsKnown() {
    talk.good("query", "--print", "--new", "-a", "src/App.java", "-a", "notes.md", "one");
    assertThat(talk.good("attachment", "print", "-f", "markdown").out()).startsWith(CLASS);
    assertThat(talk.good("attachment", "print", "--line-numbers", "src/App.java").out())
        .isEqualTo("<resource path=\"src/App.java\">\n1\tclass App {}\n\n</resource>\n");
    assertThat(talk.good("attachment", "print", "src/App.java").out()).isEqualTo("class App {}\n");
    assertThat(talk.good("attachment", "print", "--format", "table").out()).startsWith("KIND");
  }

  @Test
  void leaveNothingBehindInTheTemporaryDirectory() throws IOException {
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    talk.good("resolve", "--tree", "src");
    try (var files = Files.newDirectoryStream(directory, "attache-*.tree")) {
      assertThat(files).isEmpty();
    }
  }
}
