package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code attache mcp call} answers when a tool, or its server, asks something. */
@Tag("process")
class McpCallAnswersTest {

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() throws IOException {
    workspace = ServerWorkspace.in(temporary).withUsers();
  }

  private CliRun bridge(String k, String... options) {
    return call("bridge", "{\"k\":\"" + k + "\"}", options);
  }

  private CliRun call(String tool, String arguments, String... options) {
    var line = new ArrayList<>(List.of("mcp", "call", "test", tool, arguments));
    line.addAll(List.of(options));
    return workspace.run(line.toArray(String[]::new));
  }

  @Test
  void givesProgramsAnOutcomeAsItWasSent() {
    assertThat(bridge("success", "--json").out())
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":"
                + "\"{\\\"type\\\":\\\"success\\\",\\\"content\\\":\\\"done!\\\"}\"}]}\n");
  }

  @Test
  void saysWhatToAnswerWhereNobodyCanBeAsked() {
    CliRun run = bridge("outcome");
    assertThat(run.out()).isEmpty();
    assertThat(run.errLines())
        .containsExactly(
            "attache: bridge failed:",
            "attache: test__bridge needs input, and cannot ask without a terminal:",
            "attache: confirm: Apply? (schema {\"type\":\"boolean\"}, default true); answer it with"
                + " --answer confirm=JSON");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void saysHowOftenACallMayBeTried() {
    CliRun wrong = bridge("transient", "--retry", "many");
    assertThat(wrong.errLines().get(0)).isEqualTo("attache: --retry (many) must be 0 to 10");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void takesAnswersFromTheConfiguration() {
    workspace.withUsers("[tools.test__bridge.questions.confirm]\nanswer = false\n");
    assertThat(bridge("outcome").out()).contains("\"answers\":{\"confirm\":false}");
    assertThat(bridge("outcome", "--answer", "confirm=true").out())
        .contains("\"answers\":{\"confirm\":true}");
  }

  @Test
  void sendsNoWrongAnswerToAForm() {
    CliRun run = call("ask", "{}", "--answer", "name=1");
    assertThat(run.out()).isEqualTo("{\"action\":\"cancel\"}\n");
    assertThat(run.errLines()).containsExactly("attache: the answer to name must be a string");
  }

  @Test
  void declinesAFormWithoutWhatItNeedsAndSaysHowToAnswerIt() {
    CliRun run = call("log in", "{}", "--answer", "token=\"t\"");
    assertThat(run.out()).isEqualTo("{\"action\":\"decline\"}\n");
    assertThat(run.errLines())
        .containsExactly(
            "attache: the MCP server test asks: Name? (declined: nobody answered)",
            "attache: user: user (schema {\"type\":\"string\"}); answer it with --answer user=JSON");
  }

  @Test
  void acceptsNoDefaultThatTheFormItselfForbids() {
    CliRun run = call("ask oddly", "{}", "--accept-defaults");
    assertThat(run.out()).isEqualTo("{\"action\":\"decline\"}\n");
    assertThat(run.errLines())
        .containsExactly(
            "attache: the default of the question name is ignored: it must be a string",
            "attache: the MCP server test asks: Name? (declined: nobody answered)",
            "attache: name: name (schema {\"type\":\"string\",\"default\":7}); answer it with"
                + " --answer name=JSON");
    workspace.workspace().answering("Ada\n");
    CliRun asked = call("ask oddly", "{}");
    assertThat(asked.out()).isEqualTo("{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}\n");
    assertThat(asked.err()).contains("\nname ").doesNotContain("[7]");
  }

  @Test
  void showsPeopleWhatAServerHasForThem() {
    assertThat(call("table", "{}").out()).isEqualTo("two rows\n");
    assertThat(call("table", "{}", "--show").out()).isEqualTo("a\n1\n2\n");
  }

  @Test
  void showsAnAddressAndOpensNothing() {
    workspace.workspace().answering("y\n");
    CliRun run = call("visit", "{}");
    assertThat(run.out()).isEqualTo("{\"action\":\"accept\"}\n");
    assertThat(run.err())
        .contains(
            "the MCP server test asks: Pay here\nhttps://example.org/pay\n",
            "Will you open this address? [y/n] ");
    workspace.workspace().answering("n\n");
    assertThat(call("visit", "{}").out()).isEqualTo("{\"action\":\"decline\"}\n");
  }

  @Test
  void asksForNoMoreThanAYesWhereAFormHasNoFields() {
    workspace.workspace().answering("y\n");
    CliRun run = call("agree", "{}");
    assertThat(run.out()).isEqualTo("{\"action\":\"accept\",\"content\":{}}\n");
    assertThat(run.err()).contains("Do you agree? [y/n] ");
    assertThat(call("agree", "{}", "--accept-defaults", "--answer", "confirm=false").out())
        .isEqualTo("{\"action\":\"decline\"}\n");
  }

  @Test
  void agreesWithoutFieldsWhereDefaultsAreAccepted() {
    assertThat(call("agree", "{}", "--accept-defaults").out())
        .isEqualTo("{\"action\":\"accept\",\"content\":{}}\n");
    assertThat(call("agree", "{}", "--answer", "other=1").out())
        .isEqualTo("{\"action\":\"decline\"}\n");
  }

  @Test
  void saysWhatIsWrongWithTheOptions() {
    assertThat(bridge("success", "--answer", "yes").errLines().get(0))
        .isEqualTo("attache: --answer (yes) must be ID=JSON, as in confirm=true");
    assertThat(call(" ", "{}").errLines().get(0)).isEqualTo("attache: TOOL must not be blank");
  }

  @Test
  void asksForTheFieldsOfAFormAtATerminal() {
    workspace.workspace().answering("Grace\n");
    CliRun run = call("ask", "{}");
    assertThat(run.out()).isEqualTo("{\"action\":\"accept\",\"content\":{\"name\":\"Grace\"}}\n");
    assertThat(run.err()).contains("the MCP server test asks: Name?\n", "name [Ada] ");
  }
}
