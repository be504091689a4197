package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents as models are shown them, where a converter takes them. */
class ConvertedDocumentsTest {

  private static final String PAGES = "one\u0000\ntwo\nthree\n";

  @TempDir Path temporary;
  private TestWorkspace workspace;

  @BeforeEach
  void create() {
    workspace = TestWorkspace.in(temporary).file("a.dcr", PAGES).file("b.dcr", "locked\u0000");
  }

  @Test
  void areShownAsMarkdownAndKeptAsTheirBytes() throws Exception {
    CliRun run = workspace.run("resolve", "a.dcr");
    assertThat(run.out())
        .contains("converted to Markdown by shouting 2: 3 pages", "\nONE\nTWO\nTHREE\n");
    assertThat(run.err()).isEqualTo("attache: a.dcr: Small letters are lost.\n");
    assertThat(run.exitCode()).isZero();
    var json = workspace.run("resolve", "--json", "a.dcr").json().get(0);
    assertThat(json.get("blob").binaryValue()).isEqualTo(PAGES.getBytes(UTF_8));
    assertThat(json.get("formatted").asText()).isEqualTo("ONE\nTWO\nTHREE\n");
    assertThat(json.get("mimeType").asText()).isEqualTo("application/x-director");
  }

  @Test
  void areSentOnceAndAgainWhenTheirBytesChange() {
    String pages = "one\u0000\n" + "two\n".repeat(400);
    workspace.file("long.dcr", pages);
    assertThat(ask("--new").out()).contains("\nTWO\nTWO\n");
    assertThat(ask().out())
        .contains("long.dcr is identical to the attachment at turn 0")
        .doesNotContain("TWO");
    assertThat(workspace.run("refresh", "--id", "talk", "long.dcr").out())
        .contains("long.dcr is identical to the attachment at turn 0")
        .doesNotContain("TWO");
    workspace.file("long.dcr", pages + "three\n");
    assertThat(ask().out()).contains("\nTWO\nTWO\n", "THREE");
  }

  private CliRun ask(String... more) {
    var arguments =
        new ArrayList<>(
            List.of("query", "--print", "--id", "talk", "--attach", "long.dcr", "Look."));
    arguments.addAll(1, List.of(more));
    return workspace.run(arguments.toArray(String[]::new));
  }

  /** The bytes are those of the document, the tokens those of its Markdown. */
  @Test
  void areListedWithTheTokensThatAModelIsGiven() throws Exception {
    workspace.file("long.dcr", "one\u0000\n" + "two\n".repeat(400));
    ask("--new");
    assertThat(workspace.run("attachment", "ls", "--id", "talk").out())
        .containsPattern("application/x-director +1605 +401 .* long.dcr");
    var json = workspace.run("attachment", "ls", "--json", "--id", "talk").json().get(0);
    assertThat(json.get("tokens").asInt()).isEqualTo(401);
    assertThat(workspace.run("conversation", "show", "--id", "talk").out())
        .contains("application/x-director, 1605 bytes, about 401 tokens, ");
  }

  @Test
  void areNamedWithTheReasonWhereTheyCannotBeConverted() {
    CliRun run = workspace.run("resolve", "b.dcr");
    assertThat(run.out())
        .contains("note=\"not converted: its author does not allow it\"", "not shown because");
    assertThat(run.err())
        .isEqualTo(
            "attache: 1 file is only named, not read: b.dcr (its author does not allow it)\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void areConvertedAgainstTheirAuthorsWillWhereTheUserWantsIt() {
    assertThat(workspace.run("resolve", "--ignore-restrictions", "b.dcr").out()).contains("LOCKED");
  }

  @Test
  void areLeftAsTheyAreWhereTheUserWantsThat() {
    assertThat(workspace.run("resolve", "--raw", "a.dcr").out())
        .contains("not shown because it is not text")
        .doesNotContain("note=");
  }

  @Test
  void areShownInPart() throws Exception {
    CliRun run = workspace.run("resolve", "a.dcr#page=2-3");
    assertThat(run.out())
        .contains("path=\"a.dcr#page=2-3\"", ">\nTWO\nTHREE\n")
        .doesNotContain("ONE");
    assertThat(workspace.run("canonicalize", "a.dcr#page=2-2").out()).endsWith("/a.dcr#page=2\n");
    assertThat(workspace.run("canonicalize", "a.dcr#sheet=Q 3!B2:A1").out())
        .endsWith("/a.dcr#sheet=Q%203!A1:B2\n");
  }

  @Test
  void haveNoPartThatIsNotThere() {
    CliRun run = workspace.run("resolve", "a.dcr#page=9");
    assertThat(run.err()).isEqualTo("attache: a.dcr: has no page=9: it has 3 pages\n");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(workspace.file("a.txt", "x").run("resolve", "a.txt#page=1").err())
        .isEqualTo("attache: a.txt: has no page=1: it is not converted\n");
  }

  @Test
  void areInAPlanWithTheirConverter() throws Exception {
    assertThat(workspace.run("plan", "a.dcr", "b.dcr").out().lines())
        .anyMatch(
            line ->
                line.startsWith("convert ")
                    && line.endsWith("a.dcr  (converted to Markdown by shouting 2: 3 pages)"))
        .anyMatch(
            line ->
                line.startsWith("named ")
                    && line.endsWith("b.dcr  (not converted: its author does not allow it)"));
    var json = workspace.run("plan", "--json", "a.dcr").json().get(0);
    assertThat(json.get("action").asText()).isEqualTo("convert");
    assertThat(json.get("conversion").asText())
        .isEqualTo("converted to Markdown by shouting 2: 3 pages");
  }

  @Test
  void areConvertedByTheJarsOfHandlers() {
    Path jar =
        ForeignJar.empty(temporary)
            .converter("Vox", 1, "application/x-font-snf", "# By a stranger")
            .write(temporary.resolve("vox.jar"));
    workspace.file("c.snf", "font\u0000");
    CliRun run = workspace.run("resolve", "--handler-jar", jar.toString(), "c.snf");
    assertThat(run.out()).contains("converted to Markdown by vox 1", "# By a stranger");
    assertThat(run.err()).isEmpty();
  }

  /** The bytes are the content: what is new is only how a model is shown them. */
  @Test
  void comeOnceMoreAndAreNotCalledChangedWhereTheirConverterIsNewer() {
    workspace.file("c.snf", "font\u0000".repeat(1_000));
    Path old = vox(1, "Old words. ".repeat(100));
    Path newer = vox(2, "Other words. ".repeat(100));
    assertThat(look(old, "--new", "--attach", "c.snf").out())
        .contains("converted to Markdown by vox 1", "\nOld words.");
    assertThat(look(old, "--attach", "c.snf").out()).contains("c.snf is identical");
    workspace.run("conversation", "set", "--id", "talk", "refresh=notify");
    assertThat(look(newer).out()).as("nothing has changed").isEqualTo("Look.\n");
    assertThat(look(newer, "--attach", "c.snf").out())
        .contains("converted to Markdown by vox 2", "\nOther words.")
        .doesNotContain("changed");
    assertThat(ofTalk(newer, "refresh", "c.snf").out()).contains("c.snf is identical", "by vox 2");
    assertThat(ofTalk(newer, "attachment", "ls", "--check").out())
        .containsPattern("current +c.snf");
    assertThat(ofTalk(old, "refresh", "c.snf").out()).contains("\nOld words.", "by vox 1");
  }

  private CliRun ofTalk(Path jar, String... words) {
    var arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--id", "talk", "--handler-jar", jar.toString()));
    return workspace.run(arguments.toArray(String[]::new));
  }

  private Path vox(int version, String markdown) {
    return ForeignJar.empty(temporary)
        .converter("Vox", version, "application/x-font-snf", markdown)
        .write(temporary.resolve("vox-" + version + ".jar"));
  }

  private CliRun look(Path jar, String... more) {
    var arguments =
        new ArrayList<>(
            List.of("query", "--print", "--id", "talk", "--handler-jar", jar.toString(), "Look."));
    arguments.addAll(1, List.of(more));
    return workspace.run(arguments.toArray(String[]::new));
  }

  @Test
  void areGivenToModelsOfAConversation() {
    workspace.run("query", "--print", "--new", "--attach", "a.dcr", "What is in it?");
    CliRun run = workspace.run("conversation", "print");
    assertThat(run.out()).contains("ONE\nTWO\nTHREE");
  }

  @ParameterizedTest
  @CsvSource({"--timeout=5s, PT5S", "--timeout=2m, PT2M", "--no-index, PT20S"})
  void haveTheTimeThatIsTyped(String option, String time) {
    workspace.file("limits.dcr", "limits\u0000");
    assertThat(workspace.run("resolve", "--no-cache", option, "limits.dcr").out())
        .contains("\n" + time + "\n");
  }
}
