package dev.attache.cli;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls of a model in {@code attache query}: which are made, how often, and what is said of them.
 */
@Tag("process")
@Tag("network")
class AskedToolsTest {

  private static final FakeWire WIRE = FakeWire.OLLAMA;

  @TempDir Path temporary;

  private final FakeProvider fake = FakeProvider.start();
  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = ServerWorkspace.in(temporary);
    workspace.workspace().workspace().file("README.md", "read me\n");
    Files.createFile(TestServer.weather(workspace.marker()));
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private void config(String keysOfServer, String more) {
    workspace.withUsers(
        "s",
        keysOfServer
            + "[providers.fake]\nkind = '"
            + WIRE.provider()
            + "'\nbase-url = '"
            + fake.url()
            + "'\n"
            + more);
  }

  /** Has the model call a tool once, and returns what it is sent after that. */
  private String told(String tool, String arguments) {
    return told(query(tool, arguments));
  }

  private CliRun query(String tool, String arguments) {
    fake.answer(WIRE.streamed(call("c1", tool, arguments)));
    fake.answer(WIRE.streamed(text("I see.")));
    return workspace.run("query", "--new", "-m", "fake", "--tool", tool, "Call it.");
  }

  private String told(CliRun run) {
    assertThat(run.exitCode()).as(run.err()).isZero();
    List<FakeProvider.Received> requests = fake.requests();
    return requests.get(requests.size() - 1).body();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "permission = 'allow' | I ran",
        "permission = 'ask' | nobody was there to approve it",
        "permission = 'deny' | the user does not allow this tool",
        "description = 'It runs.' | nobody was there to approve it",
      })
  void areMadeAsTheDefinitionOfTheToolPermits(String key, String told) {
    config("", "[tools.mine]\ncommand = ['echo', 'I ran']\n" + key + "\n");
    assertThat(told("mine", "{}")).contains(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "permission = 'allow' | s__t | 72F and sunny",
        "permission = 'allow' | s__link | nobody was there to approve it",
        "permission = 'ask' | s__t | nobody was there to approve it",
        "permission = 'deny' | s__t | the user does not allow this tool",
        "permission = 'deny' | s__link | the user does not allow this tool",
      })
  void areMadeToAServerAsItsDefinitionPermitsForWhatOnlyReads(
      String key, String tool, String told) {
    config(key + "\n", "");
    assertThat(told(tool, "{\"k\":\"both\"}")).contains(told);
  }

  @Test
  void ofAServerMayBeAllowedOneByOne() {
    config("", "[agent]\nallow = ['s__link']\n");
    assertThat(told("s__link", "{}")).contains("demo://linked");
    config("permission = 'deny'\n", "[agent]\nallow = ['s__link']\n");
    assertThat(told("s__link", "{}")).contains("the user does not allow this tool");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "permission = 'ask' | [tools.s__link]§permission = 'allow' | demo://linked",
        "permission = 'deny' | [tools.s__link]§permission = 'allow' | demo://linked",
        "permission = 'allow' | [tools.s__link]§permission = 'deny' | does not allow this tool",
      })
  void areMadeAsIsSetForTheToolItself(String ofServer, String ofTool, String told) {
    config(ofServer + "\n", ofTool.replace('§', '\n') + "\n");
    assertThat(told("s__link", "{}")).contains(told);
  }

  @Test
  void areAnsweredAsIsSetForAToolOfAServer() {
    config("", "[tools.s__bridge]\npermission = 'allow'\nquestions.confirm.answer = false\n");
    assertThat(told("s__bridge", "{\"k\":\"outcome\"}")).contains("{\\\"confirm\\\":false}");
  }

  @Test
  void haveFormsOfTheirServerAnsweredAsIsSet() {
    config("", "[tools.s__ask]\npermission = 'allow'\nquestions.name.answer = 'Conf'\n");
    assertThat(told("s__ask", "{}")).contains("Conf").contains("accept");
  }

  @Test
  void haveFormsOfTheirServerAnsweredByTheModelAsIsSet() {
    config("", "[tools.s__ask]\npermission = 'allow'\nquestions.name.target = 'assistant'\n");
    fake.answer(WIRE.streamed(call("c1", "s__ask", "{}")));
    fake.answer(WIRE.streamed(text("{\"answer\": \"Ada Lovelace\"}")));
    fake.answer(WIRE.streamed(text("I see.")));
    CliRun run = workspace.run("query", "--new", "-m", "fake", "--tool", "s__ask", "Call it.");
    assertThat(told(run)).contains("Ada Lovelace").contains("accept");
    assertThat(fake.requests().get(1).body()).contains("the MCP server s asks: Name?");
  }

  @Test
  void tellUserAndModelOfAFormThatNobodyAnswers() {
    config("", "[tools.s__log_in]\npermission = 'allow'\n");
    CliRun run = query("s__log_in", "{}");
    assertThat(run.err())
        .contains("attache: the MCP server s asks: Name? (declined: nobody answered)\n")
        .contains("; set its answer in [tools.s__log_in.questions.user]");
    assertThat(told(run))
        .contains("decline", "[the MCP server s asks: Name? (declined: nobody answered)]");
  }

  @Test
  void areAnsweredByTheModelAsIsSetForAToolOfAServer() {
    config("", "[tools.s__bridge]\npermission = 'allow'\nquestions.confirm.target = 'assistant'\n");
    fake.answer(WIRE.streamed(call("c1", "s__bridge", "{\"k\":\"outcome\"}")));
    fake.answer(WIRE.streamed(text("{\"answer\": true}")));
    fake.answer(WIRE.streamed(text("I see.")));
    CliRun run = workspace.run("query", "--new", "-m", "fake", "--tool", "s__bridge", "Call it.");
    assertThat(told(run)).contains("{\\\"confirm\\\":true}");
    assertThat(workspace.run("conversation", "show").out())
        .contains("  answer      confirm (assistant)  true\n");
  }

  @Test
  void areMadeTwiceMoreIfThatMayHelpAndChangesNothing() {
    config("permission = 'allow'\n", "");
    CliRun run = query("s__t", "{\"k\":\"transient\"}");
    assertThat(told(run)).contains("another try may succeed", "busy");
    assertThat(run.errLines())
        .filteredOn("attache: s__t: failed, but may succeed next time; trying again"::equals)
        .hasSize(2);
  }

  @Test
  void tellTheModelWhatDoesNotFollowTheSchema() {
    config("permission = 'allow'\n", "");
    CliRun run = query("s__t", "{\"k\":\"bad\"}");
    String problem =
        "structuredContent does not follow the tool's outputSchema: /temperature must be a number";
    assertThat(told(run)).contains("72F and sunny", "[" + problem + "]");
    assertThat(run.errLines()).contains("attache: s__t: " + problem);
  }

  @Test
  void tellTheUserOnceOfWhatOnlyProgramsGet() {
    config("permission = 'allow'\n", "");
    fake.answer(WIRE.streamed(call("c1", "s__t", "{\"k\":\"both\"}")));
    CliRun run = query("s__t", "{\"k\":\"both\"}");
    assertThat(told(run)).doesNotContain("temperature\\\":72");
    assertThat(run.errLines())
        .filteredOn(line -> line.startsWith("attache: s__t:"))
        .containsExactly(
            "attache: s__t: also answered with 18 B of structured content that says more, which"
                + " the model is not given");
  }

  /** What is said for the rest of a turn is no consent to what another tool asks. */
  @Test
  void areAnsweredForTheRestOfTheTurnToolByTool() throws IOException {
    ToolPrograms programs = ToolPrograms.in(temporary);
    String allow = "permission = 'allow'\n";
    config(
        "",
        programs.tool("one", ToolPrograms.CONFIRM)
            + allow
            + programs.tool("two", ToolPrograms.CONFIRM)
            + allow);
    fake.answer(WIRE.streamed(call("c1", "one", "{}")));
    fake.answer(WIRE.streamed(call("c2", "one", "{}")));
    fake.answer(WIRE.streamed(call("c3", "two", "{}")));
    fake.answer(WIRE.streamed(text("Done.")));
    workspace.answering("what\nY\nn\n");
    CliRun run =
        workspace.run("query", "--new", "-m", "fake", "--tool", "one", "--tool", "two", "Apply.");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("answer y or n; Y or N answers for the rest of this turn, too\n")
        .contains("attache: one asks:\ntwo files change\none is new\nApply? [Y/n] ")
        .contains("attache: two asks:\ntwo files change\none is new\nApply? [Y/n] ");
    assertThat(run.err().split("Apply\\?", -1)).as("asked, again, of two").hasSize(4);
    assertThat(fake.requests().get(2).body()).contains("done: true");
    assertThat(fake.requests().get(3).body()).contains("done: false");
  }

  @Test
  void letAServerAskWhoeverIsAtTheTerminal() {
    config("", "[agent]\nallow = ['s__ask']\n");
    workspace.answering("Grace\n");
    CliRun run = query("s__ask", "{}");
    assertThat(told(run)).contains("{\\\"name\\\":\\\"Grace\\\"}");
    assertThat(run.err()).contains("the MCP server s asks: Name?\nname [Ada] ");
    assertThat(workspace.run("conversation", "show").out())
        .containsPattern(
            "  question    name \\(.*\\)  name\n  answer      name \\(user\\)  \"?Grace");
  }

  @Test
  void tellAServerNoSecret() {
    config("", "[agent]\nallow = ['s__log_in']\n");
    workspace.answering("ann\nhunter2\n");
    CliRun run = query("s__log_in", "{}");
    assertThat(told(run)).contains("cancel").doesNotContain("hunter2");
    assertThat(run.err())
        .contains(
            "attache: the question token asks for a secret, which no server is told while a model"
                + " calls its tools\n");
  }

  @Test
  void sayWhatIsWrongWithTheBlocksOfATool() {
    config(
        "",
        "[tools.mine]\ncommand = ['echo', '{\"content\":[{\"type\":\"image\",\"data\":\"?\"},"
            + "{\"type\":\"text\",\"text\":\"rest\"}]}']\npermission = 'allow'\n");
    CliRun run = query("mine", "{}");
    assertThat(told(run)).contains("rest");
    assertThat(run.errLines())
        .anyMatch(
            line -> line.startsWith("attache: mine: block 0 is left out: /data is not base64"));
  }
}
