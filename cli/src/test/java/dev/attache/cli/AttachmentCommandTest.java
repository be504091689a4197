package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code attache attachment}: what is declared, attached and printed. */
class AttachmentCommandTest {

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0};

  @TempDir Path temporary;

  private Talk talk;

  @BeforeEach
  void createWorkspace() {
    talk = Talk.in(temporary);
    talk.file("src/foo.txt", Talk.LONG).file("bar.txt", "bar\n");
    talk.workspace().workspace().file("logo.png", PNG);
  }

  @Test
  void listsWhatIsAttachedThenWhatIsPending() {
    talk.good("query", "--print", "-a", "src", "-a", "logo.png", "one");
    talk.good("query", "--print", "-a", "src/foo.txt", "two");
    talk.good("attachment", "add", "bar.txt", "cmd:echo --token hunter2");
    assertThat(talk.good("attachment", "ls").out())
        .isEqualTo(
            """
            TYPE                          BYTES    TOKENS  DIGEST        DELIVERY    TURN  SOURCE    NAME
            text/plain                     1520       380  %s  = turn 1       2  file      src/foo.txt
            image/png                        11         -  %s  described      1  file      logo.png
            -                                 -         -  -             pending     next  -         bar.txt
            -                                 -         -  -             pending     next  -         cmd:echo --token REDACTED
            """
                .formatted(digest("src/foo.txt"), digest("logo.png")));
  }

  private String digest(String name) {
    return talk.events("attachment").stream()
        .filter(each -> each.get("name").asText().equals(name))
        .map(each -> each.get("digest").asText().substring(7, 19))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Tag("process")
  void looksWhetherItHasChanged() throws Exception {
    talk.file("same.txt", "same\n").file("gone.txt", "gone\n");
    talk.good(
        "query",
        "--print",
        "-a",
        "src",
        "-a",
        "same.txt",
        "-a",
        "gone.txt",
        "-a",
        "cmd:echo hi",
        "one");
    talk.file("src/foo.txt", "changed\n");
    Files.delete(talk.workspace().directory().resolve("gone.txt"));
    assertThat(talk.good("attachment", "ls", "--check", "--json").json())
        .extracting(each -> each.get("name").asText() + " " + each.get("now").asText())
        .containsExactly(
            "src/foo.txt changed", "same.txt current", "gone.txt gone", "echo hi unchecked");
    CliRun table = talk.good("attachment", "ls", "--check");
    assertThat(table.outLines().get(0)).contains("SOURCE    NOW         NAME");
    assertThat(table.outLines().get(1)).endsWith("file      changed     src/foo.txt");
  }

  @Test
  @Tag("process")
  void showsWhetherItHasChanged() throws Exception {
    talk.file("same.txt", "same\n").file("gone.txt", "gone\n");
    talk.good(
        "query",
        "--print",
        "-a",
        "src",
        "-a",
        "same.txt",
        "-a",
        "gone.txt",
        "-a",
        "cmd:echo hi",
        "one");
    talk.good("query", "--print", "-a", "same.txt", "-a", "bar.txt", "two");
    talk.good("attachment", "rm", "bar.txt");
    talk.file("src/foo.txt", "changed\n").file("bar.txt", "changed\n");
    Files.delete(talk.workspace().directory().resolve("gone.txt"));
    List<String> shown =
        talk.good("conversation", "show", "--check").outLines().stream()
            .filter(line -> line.contains("sha256:"))
            .map(line -> line.strip().replaceAll("  .*sha256:[0-9a-f]{12}", ""))
            .toList();
    assertThat(shown)
        .containsExactly(
            "src/foo.txt, full, now changed",
            "same.txt, full",
            "gone.txt, full, now gone",
            "echo hi, full, now unchecked",
            "same.txt, full, now current",
            "bar.txt, full");
    assertThat(talk.good("conversation", "show", "--check", "--json").json())
        .filteredOn(each -> each.has("now"))
        .extracting(each -> each.get("name").asText() + " " + each.get("now").asText())
        .containsExactly(
            "src/foo.txt changed", "gone.txt gone", "echo hi unchecked", "same.txt current");
    assertThat(talk.good("conversation", "show").out()).doesNotContain("now changed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"odd.txt", "!odd.txt", "[b]ar.txt", "x:odd"})
  void saysThatAFileIsGoneWhateverItsNameLooksLike(String name) throws Exception {
    talk.file(name, "odd\n");
    talk.good("attachment", "add", name);
    Files.delete(talk.workspace().directory().resolve(name));
    CliRun run = talk.run("query", "--print", "go on");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains("attache: " + name + ": no such file or directory\n");
    assertThat(run.out()).contains("not attached: " + name + ": no such file or directory");
    assertThat(run.out()).doesNotContain("bar\n");
  }

  @Test
  void leavesOutWhatWasLeftOutThoughAFileOfThatNameHasCome() {
    talk.file("src/keep.txt", "kept\n");
    talk.good("attachment", "add", "src", "!foo.txt");
    talk.file("!foo.txt", "odd\n");
    assertThat(talk.good("query", "--print", "go on").out()).contains("kept").doesNotContain("odd");
    CliRun list = talk.good("attachment", "ls", "--json");
    assertThat(list.json())
        .extracting(each -> each.get("name").asText())
        .containsExactly("src/keep.txt");
    assertThat(list.err()).isEmpty();
  }

  @Test
  void listsWhatAnotherDeclarationStillCovers() {
    talk.file("src/keep.txt", "kept\n");
    talk.good("query", "--print", "-a", "src/keep.txt", "-a", "src", "one");
    talk.good("attachment", "rm", "src/keep.txt");
    for (List<String> line : List.of(List.of("--json"), List.of("--json", "--check"))) {
      var words = new ArrayList<>(List.of("attachment", "ls"));
      words.addAll(line);
      CliRun run = talk.good(words.toArray(String[]::new));
      assertThat(run.json()).extracting(each -> each.get("name").asText()).contains("src/keep.txt");
      assertThat(run.err()).isEmpty();
    }
  }

  @Test
  void listsWhatIsDeclaredAndNoMore() {
    talk.good("query", "--print", "-a", "src", "-a", "bar.txt", "one");
    talk.good("attachment", "rm", "src");
    CliRun run = talk.good("attachment", "ls", "--json");
    assertThat(run.json()).extracting(each -> each.get("name").asText()).containsExactly("bar.txt");
    assertThat(run.err())
        .isEqualTo(
            "attache: 1 more came from attachments that were removed; the history keeps them\n");
  }

  @Test
  void declaresForTheNextTurn() {
    talk.good("query", "--print", "--new", "--id", "one", "one");
    CliRun run = talk.good("attachment", "add", "bar.txt", "!x");
    assertThat(run.err())
        .isEqualTo("attache: conversation one: the next turn attaches bar.txt, !x\n");
    assertThat(run.out()).isEmpty();
    assertThat(talk.good("attachment", "add", "--json", "src").out())
        .isEqualTo("{\"state\":\"declared\",\"conversation\":\"one\",\"reference\":\"src\"}\n");
    talk.good("query", "--print", "two");
    assertThat(talk.attachedIn(1)).containsExactly("bar.txt", "src/foo.txt");
  }

  @Test
  void beginsAConversationWithWhatIsDeclaredForAll() {
    talk.workspace().declaring("bar.txt").withUser("", "logo.png");
    talk.good("attachment", "add", "--new", "--id", "one", "src");
    assertThat(talk.attachments())
        .containsExactly("pending logo.png", "pending bar.txt", "pending src");
    talk.good("query", "--print", "first");
    assertThat(talk.attachedIn(0)).containsExactly("logo.png", "bar.txt", "src/foo.txt");
    assertThat(talk.refusal("attachment", "add")).isEqualTo("missing argument: REF");
    assertThat(talk.refusal("attachment", "add", "-"))
        .isEqualTo("REF (-) cannot be read again later; put it into a file");
  }

  @Test
  @Tag("process")
  void declaresNoLongerWhatDoesNotExistAnyMore() throws Exception {
    talk.good(
        "query", "--print", "--new", "--id", "one", "-a", "bar.txt", "-a", "cmd:echo hi", "one");
    Files.delete(talk.workspace().directory().resolve("bar.txt"));
    CliRun run = talk.good("attachment", "rm", "--json", "bar.txt", "cmd://echo?arg=hi");
    assertThat(run.out())
        .isEqualTo(
            """
            {"state":"removed","conversation":"one","reference":"bar.txt"}
            {"state":"removed","conversation":"one","reference":"cmd:echo hi"}
            """);
    assertThat(run.err())
        .isEqualTo(
            "attache: conversation one no longer attaches bar.txt, cmd:echo hi; earlier attachments"
                + " stay in its history\n");
    assertThat(talk.attachments()).isEmpty();
  }

  @Test
  void saysWhichDeclarationsHaveLedToNothing() {
    talk.run(
        "query",
        "--print",
        "--new",
        "--id",
        "one",
        "-a",
        "missing.txt",
        "-a",
        "src",
        "-a",
        "!*.log",
        "1");
    assertThat(talk.good("attachment", "ls").errLines())
        .containsExactly(
            "attache: missing.txt is to be attached, but nothing listed came from it; to remove it:"
                + " attache attachment rm missing.txt");
    assertThat(talk.good("attachment", "rm", "missing.txt").err())
        .isEqualTo("attache: conversation one no longer attaches missing.txt\n");
    assertThat(talk.good("attachment", "ls").err()).isEmpty();
  }

  @Test
  void takesOtherSpellingsForWhatTheyLeadTo() {
    talk.run("query", "--print", "--new", "--id", "one", "-a", "bar.txt", "1");
    talk.run("query", "--print", "-a", "./src/../bar.txt", "-a", "b*.txt", "2");
    assertThat(talk.good("attachment", "ls").err()).isEmpty();
  }

  @Test
  void readsAConfigurationThatIsNamed() throws IOException {
    Path file =
        Files.writeString(temporary.resolve("own.toml"), "[conversation]\nattachments=['x.y']");
    talk.good("attachment", "add", "--new", "--config", file.toString(), "bar.txt");
    assertThat(talk.attachments()).containsExactly("pending x.y", "pending bar.txt");
    assertThat(talk.good("help", "attachment", "add").out()).contains("--config");
    assertThat(talk.good("help", "attachment", "rm").out()).doesNotContain("--config");
  }

  @Test
  void saysWhatDeclaresIt() {
    talk.good("query", "--print", "--new", "--id", "one", "-a", "src", "-a", "bar.txt", "one");
    CliRun run = talk.run("attachment", "rm", "bar.txt", "src/foo.txt", "other.txt");
    assertThat(run.errLines())
        .containsExactly(
            "attache: src/foo.txt is not declared in one; it was attached by src",
            "attache: other.txt is not declared in one; `attache attachment ls` lists what is");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(talk.attachments()).containsExactly("0 src/foo.txt", "0 bar.txt");
    assertThat(talk.refusal("attachment", "rm")).isEqualTo("missing argument: REF");
  }

  @Test
  void printsASnapshotByteForByte() throws Exception {
    talk.file("odd.txt", "no line end");
    talk.good("query", "--print", "-a", "odd.txt", "-a", "logo.png", "one");
    talk.file("odd.txt", "changed");
    String uri = talk.workspace().workspace().uri() + "/odd.txt";
    assertThat(talk.good("attachment", "print", "odd.txt").out()).isEqualTo("no line end");
    assertThat(talk.good("attachment", "print", uri).out()).isEqualTo("no line end");
    Path copy = temporary.resolve("copy.png");
    talk.good("attachment", "print", "logo.png", "--output", copy.toString());
    assertThat(copy).hasBinaryContent(PNG);
  }

  @Test
  void printsNoBytesOnATerminal() {
    talk.good("query", "--print", "-a", "logo.png", "one");
    talk.workspace().workspace().onTerminal();
    talk.workspace()
        .workspace()
        .environment(
            java.util.Map.of("XDG_STATE_HOME", talk.workspace().home() + "/state", "HOME", "/x"));
    CliRun run = talk.run("attachment", "print", "logo.png");
    assertThat(run.err())
        .isEqualTo("attache: logo.png: is not text; write it to a file with --output FILE\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void printsAllInTheFormForModels() {
    talk.good("query", "--print", "-a", "src", "-a", "bar.txt", "one");
    String asked = talk.good("attachment", "print").out();
    assertThat(asked)
        .startsWith("<resource path=\"src/foo.txt\">\n" + Talk.LONG)
        .contains("<resource path=\"bar.txt\">\nbar\n");
    assertThat(talk.good("attachment", "print", "src").out()).contains(Talk.LONG);
    assertThat(talk.good("attachment", "print", "--json").json())
        .extracting(each -> each.get("text").asText())
        .containsExactly(Talk.LONG, "bar\n");
  }

  @Test
  void printsNothingThatIsNotAttached() {
    talk.good("query", "--print", "--new", "--id", "one", "one");
    assertThat(talk.run("attachment", "print", "x.txt").err())
        .isEqualTo(
            "attache: x.txt is not attached to one; `attache attachment ls` lists what is\n");
    CliRun run = talk.run("attachment", "print");
    assertThat(run.err()).isEqualTo("attache: nothing is attached to one\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }
}
