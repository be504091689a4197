package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers as references name them, and the trust that they need. */
@Tag("process")
class ServerTrustTest {

  private static final String A = "mcp+test+test://a.txt";

  private static final String DEFINED = "is defined by the workspace, or points into it,";

  private static final String RESOURCE =
      """
      <resource uri="test://a.txt" source="mcp:test">
      A\u001b[31m

      </resource>
      """;

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = ServerWorkspace.in(temporary);
  }

  private String denial(String what) {
    return what
        + " and is not trusted; to allow it: attache trust add mcp+test+"
        + " --workspace "
        + workspace.workspace().directory();
  }

  @Test
  void letsTheUserUseTheUsersOwn() {
    CliRun run = workspace.withUsers().run("resolve", A);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo(RESOURCE);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void readsSeveralOverOneConnection() {
    CliRun run = workspace.withUsers().run("resolve", "mcp+test+", A, "--json");
    assertThat(run.json())
        .extracting(each -> each.get("uri").asText() + " " + each.get("source").asText())
        .containsExactly("test://a.txt mcp:test", "test://b?token=hunter2 mcp:test");
    assertThat(workspace.starts()).isEqualTo(1);
  }

  @Test
  void fillsTemplates() {
    CliRun run = workspace.withUsers().run("resolve", "mcp+test+test://item/{id}", "--var", "id=7");
    assertThat(run.out()).contains("uri=\"test://item/7\"", "\nitem\n");
    assertThat(
            workspace
                .run("resolve", "mcp+test+test://item/{id*}", "--var", "id=7", "--var", "id=8")
                .out())
        .contains("uri=\"test://item/7,8\"");
  }

  @Test
  void startsNothingOfAProjectThatIsNotTrusted() {
    workspace.withProjects();
    for (String command : new String[] {"resolve", "plan"}) {
      CliRun run = workspace.run(command, A);
      assertThat(run.out() + run.err()).contains(denial(DEFINED));
      assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    }
    assertThat(workspace.run("mcp", "call", "test", "echo").err()).contains(denial(DEFINED));
    assertThat(workspace.starts()).isZero();
  }

  @Test
  void asksOnATerminalAndRemembersAYes() {
    workspace.withProjects().answering("y\n");
    CliRun run = workspace.run("resolve", A);
    assertThat(run.err())
        .startsWith("attache: .mcp.json defines the server: test\nstarts ")
        .contains(" in " + workspace.workspace().directory() + "\nTrust it? [y/N] ");
    assertThat(run.out()).isEqualTo(RESOURCE);
    workspace.answering("");
    CliRun again = workspace.run("mcp", "call", "test", "echo");
    assertThat(again.err()).isEmpty();
    assertThat(again.out()).isEqualTo("{}null\n");
  }

  @Test
  void takesAnythingElseForANo() {
    workspace.withProjects().answering("\n");
    CliRun run = workspace.run("resolve", A);
    assertThat(run.err()).contains("Trust it? [y/N] ", denial(DEFINED));
    assertThat(workspace.starts()).isZero();
  }

  @Test
  void needsTrustInWhatTheWorkspaceDecidesOfTheUsersOwn() {
    workspace.withUsersIn("'" + workspace.workspace().directory() + "'");
    assertThat(workspace.run("resolve", A).err()).contains(denial(DEFINED));
    assertThat(workspace.starts()).isZero();
    assertThat(workspace.run("trust", "add", "mcp+test+").errLines().get(1)).endsWith(directory());
    assertThat(workspace.run("resolve", A).out()).isEqualTo(RESOURCE);
  }

  @Test
  void needsTrustInWhatTheWorkspaceDeclares() {
    workspace.withUsers().declaring(A);
    assertThat(workspace.run("resolve", "--declared").err())
        .contains(denial("is requested by the workspace"));
    assertThat(workspace.starts()).isZero();
    assertThat(workspace.run("resolve", A).out()).isEqualTo(RESOURCE);
  }

  @Test
  void asksBeforeTheWorkspaceUsesTheUsersOwn() {
    workspace.withUsers().declaring(A).answering("n\n");
    CliRun no = workspace.run("resolve", "--declared");
    assertThat(no.err())
        .contains("config.toml defines the server: test\n")
        .containsOnlyOnce("Trust it? [y/N] ")
        .contains(denial("is requested by the workspace"));
    assertThat(workspace.starts()).isZero();
    CliRun yes = workspace.answering("y\n").run("resolve", "--declared");
    assertThat(yes.err()).containsOnlyOnce("Trust it? [y/N] ");
    assertThat(yes.out()).contains(RESOURCE);
    CliRun again = workspace.run("resolve", "--declared");
    assertThat(again.err()).doesNotContain("Trust it?");
    assertThat(again.out()).contains(RESOURCE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp call test echo",
        "mcp read test test://a.txt",
        "mcp ls test",
        "tool call test__echo"
      })
  void asksBeforeAServerOfTheProjectIsUsedByItself(String command) {
    workspace.withProjects().answering("n\n");
    String[] line = command.split(" ", -1);
    CliRun no = workspace.run(line);
    assertThat(no.err())
        .startsWith("attache: .mcp.json defines the server: test\nstarts ")
        .contains("\nTrust it? [y/N] ", denial(DEFINED));
    assertThat(no.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.starts()).isZero();
    CliRun yes = workspace.answering("y\n").run(line);
    assertThat(yes.err()).containsOnlyOnce("Trust it? [y/N] ");
    assertThat(yes.exitCode()).isZero();
    assertThat(workspace.starts()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"disabled\": true|is disabled in .mcp.json",
        "\"args\": [\"${NOPE}\"]|server test needs NOPE, which is not set"
      })
  void asksNothingAboutWhatCannotBeUsedAnyhow(String keys, String problem) {
    workspace.withDefinition(keys).answering("y\n");
    for (String[] line :
        List.of(new String[] {"resolve", A}, new String[] {"mcp", "call", "test", "echo"})) {
      CliRun run = workspace.run(line);
      assertThat(run.err()).contains(problem).doesNotContain("Trust it?");
      assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    }
    assertThat(workspace.run("trust", "ls").out()).doesNotContain("test: ");
  }

  @Test
  void trustsAServerAfterShowingIt() {
    workspace.withProjects();
    CliRun run = workspace.run("trust", "add", A, "mcp+test+");
    assertThat(run.errLines()).hasSize(2);
    assertThat(run.errLines().get(0)).isEqualTo("attache: .mcp.json defines the server: test");
    assertThat(run.errLines().get(1)).startsWith("starts ").endsWith(directory());
    assertThat(run.outLines()).hasSize(1);
    assertThat(run.out())
        .startsWith("trusted: test: ")
        .endsWith("  (starts" + directory() + ", defined in .mcp.json)\n");
    assertThat(workspace.starts()).isZero();
    assertThat(workspace.run("trust", "add", A).out()).startsWith("already trusted: test: ");
    assertThat(workspace.run("trust", "ls").outLines().get(1)).contains("  server   ", "  test: ");
    assertThat(workspace.run("trust", "ls").outLines().get(1)).endsWith("  (defined in .mcp.json)");
    JsonNode given = workspace.run("trust", "add", "--json", A).json().get(0);
    assertThat(given.get("name").asText()).isEqualTo("test");
    JsonNode listed = workspace.run("trust", "ls", "--json").json().get(0);
    assertThat(given.get("server")).isEqualTo(listed.get("server"));
    assertThat(listed.fieldNames())
        .toIterable()
        .containsExactly("kind", "digest", "directory", "server", "when");
    assertThat(workspace.run("resolve", A).out()).isEqualTo(RESOURCE);
  }

  private String directory() {
    return " in " + workspace.workspace().directory();
  }

  @Test
  void showsADefinitionAsItIsWritten() {
    workspace.declaring(A).withDefinition("\"env\": {\"DB\": \"${XDG_STATE_HOME}\"}");
    CliRun run = workspace.run("trust", "add", "mcp+test+");
    assertThat(run.errLines())
        .containsExactly(
            "attache: .mcp.json defines the server: test",
            "starts x in " + workspace.workspace().directory(),
            "with 'DB=${XDG_STATE_HOME}'");
  }

  @Test
  void readsNoFileOfVariablesOutsideTheWorkspaceForAProject() {
    workspace.withDefinition("\"envFile\": \"/nowhere/.env\"");
    assertThat(workspace.run("resolve", A).err())
        .contains(
            "the MCP server test (.mcp.json) cannot be used: .mcp.json:1: /mcpServers/test/envFile"
                + " cannot be used: /nowhere/.env must be in the workspace");
    assertThat(workspace.starts()).isZero();
  }

  @Test
  void needsTrustInAnAddressThatIsSpelledWithAColon() {
    workspace.withProjects();
    CliRun plan = workspace.run("plan", "mcp+test+x");
    assertThat(plan.out()).contains("deny ", "would be from server test", denial(DEFINED));
    assertThat(plan.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(workspace.run("trust", "add", "mcp:test+x").out()).startsWith("trusted: test: ");
    assertThat(workspace.run("trust", "add", "mcp://test+x").err())
        .contains("is not a server (mcp+docs+)");
  }

  @Test
  void needsNewTrustForADefinitionThatHasChanged() {
    workspace.withProjects().run("trust", "add", "mcp+test+");
    Path other = temporary.resolve("other");
    new ServerWorkspace(workspace.workspace(), other).withProjects();
    assertThat(workspace.run("resolve", A).err()).contains(denial(DEFINED));
    assertThat(other).doesNotExist();
  }

  @Test
  void forgetsByReferenceAndById() {
    workspace.withProjects().run("trust", "add", "mcp+test+");
    CliRun run = workspace.run("trust", "rm", "mcp+test+");
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("forgotten: test: ");
    assertThat(workspace.run("resolve", A).err()).contains(denial(DEFINED));
    workspace.run("trust", "add", "mcp+test+");
    String id = workspace.run("trust", "ls").outLines().get(1).substring(0, 12);
    assertThat(workspace.run("trust", "rm", id).out()).startsWith("forgotten: test: ");
    assertThat(workspace.run("trust", "rm", "mcp+test+").err())
        .matches("attache: test: .*: is not trusted\n");
    assertThat(workspace.starts()).isZero();
  }

  @Test
  void trustsTheServersOfWhatTheWorkspaceDeclares() {
    workspace.withProjects().declaring(A, "mcp+test+test://item/1", "cmd:echo a", "a.txt");
    CliRun run = workspace.run("trust", "add", "--declared", "--yes");
    assertThat(run.outLines()).hasSize(2);
    assertThat(run.outLines().get(0)).startsWith("trusted: echo a  (runs ");
    assertThat(run.outLines().get(1)).startsWith("trusted: test: ");
    assertThat(workspace.run("resolve", "--declared", "--json").snapshots())
        .extracting(each -> each.get("text").asText())
        .containsExactly("A\u001b[31m\n", "item", "a\n");
  }

  @Test
  void asksAboutEachServerThatIsDeclaredOnce() {
    workspace.withProjects().declaring(A, "mcp+test+").answering("n\n");
    CliRun run = workspace.run("trust", "add", "--declared");
    assertThat(run.err()).containsOnlyOnce("Trust it? [y/N] ");
    assertThat(run.out()).startsWith("not trusted: test: ");
  }

  @Test
  void saysWhichServersThereAreToTrust() {
    workspace.withProjects();
    CliRun run = workspace.run("trust", "add", "mcp+tset+", "mcp:x", "!mcp+test+");
    assertThat(run.errLines())
        .containsExactly(
            "attache: mcp:x: is not a server (mcp+docs+)",
            "attache: !mcp+test+: exclusions are not supported here; revoke trust with attache"
                + " trust rm",
            "attache: mcp+tset+: unknown server; configured are: test");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void plansWhatIsUsedWithoutReadingIt() {
    workspace.withUsers();
    CliRun run = workspace.run("plan", "mcp+test+");
    assertThat(run.err()).isEmpty();
    assertThat(run.outLines()).hasSize(5);
    assertThat(run.outLines().get(1)).startsWith("attach").contains(A);
    assertThat(run.outLines().get(2))
        .startsWith("        from server test (")
        .endsWith("): you named it");
    assertThat(run.outLines().get(3)).contains("test://b?token=REDACTED");
    JsonNode json = workspace.run("plan", "--json", A).json().get(0);
    assertThat(json.get("server").get("name").asText()).isEqualTo("test");
    assertThat(json.get("server").get("decision").asText()).isEqualTo("use");
  }

  @Test
  void saysWhatIsWrongWithFilesOnceAndOnlyIfTheyAreUsed() {
    workspace.workspace().workspace().file(".mcp.json", "{").file("a.txt", "a");
    assertThat(workspace.run("resolve", "a.txt").err()).isEmpty();
    assertThat(workspace.run("resolve", A, "mcp+test+test://item/1").err())
        .containsOnlyOnce("attache: .mcp.json:1");
  }

  @Test
  void warnsOfSettingsThatThereAreNot() {
    workspace
        .workspace()
        .withUser("[mcp]\nservres = 1\n[mcp.servers.x]\ncommand='x'\ncwwd='y'\n", "a.txt");
    workspace.workspace().workspace().file("a.txt", "a");
    assertThat(workspace.run("resolve", "a.txt").err())
        .contains("unknown setting servres in [mcp]; did you mean servers?")
        .doesNotContain("cwwd");
    assertThat(workspace.run("mcp", "ls").err()).contains("cwwd is unknown and ignored");
  }

  @Test
  void canonicalizesTheNameToTheAlias() {
    workspace.workspace().withUser("[mcp.servers.'my server']\ncommand='x'\n", "a.txt");
    assertThat(workspace.run("canonicalize", "mcp+my server+x:y z").out())
        .isEqualTo("mcp+my-server+x:y z\n");
  }
}
