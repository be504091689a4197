package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References to servers of MCP on the command line, with the same program under several names. */
@Tag("process")
class McpResolveTest {

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = ServerWorkspace.in(temporary);
    String definition =
        TestServer.command(workspace.marker()).stream()
            .map(word -> '"' + word + '"')
            .collect(Collectors.joining(",", "{\"command\":", "]}"))
            .replaceFirst(",", ",\"args\":[");
    workspace
        .workspace()
        .workspace()
        .file(
            "servers.json",
            "{\"mcpServers\":{\"one\":%1$s,\"my_server\":%1$s,\"my+server\":%1$s}}"
                .formatted(definition))
        .file("a.txt", "file\n");
  }

  private String servers() {
    return workspace.workspace().directory() + "/servers.json";
  }

  private CliRun resolve(String... references) {
    List<String> line = new ArrayList<>(List.of("resolve", "--mcp-config", servers()));
    line.addAll(List.of(references));
    return workspace.run(line.toArray(String[]::new));
  }

  @Test
  void tellsTwoServersApartThatOfferTheSameUri() {
    CliRun run = resolve("mcp+one+test://item/1", "mcp+my_server+test://item/1");
    assertThat(run.out())
        .isEqualTo(
            """
            <resource uri="test://item/1" source="mcp:one">
            item
            </resource>
            <resource uri="test://item/1" source="mcp:my-server">
            item
            </resource>
            """);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void readsAFileOfServersOnceWhereNoCommandIsNamed() {
    CliRun run = workspace.run("--mcp-config", servers(), "mcp+one+test://item/1");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("\nitem\n");
  }

  @Test
  void readsAgainByAPathWhatAServerGave() {
    String uri = "mcp+one+file://" + workspace.workspace().directory() + "/big.txt";
    run("query", "--print", "--new", "--id", "talk", "-a", uri, "What?");
    assertThat(run("refresh", "big.txt").out()).contains("\nitem\n");
    assertThat(run("refresh", "--force", "big.txt").out())
        .startsWith("<resource uri=\"file:///")
        .contains(" source=\"mcp:one\"");
  }

  private CliRun run(String command, String... rest) {
    List<String> line = new ArrayList<>(List.of(command, "--mcp-config", servers()));
    line.addAll(List.of(rest));
    CliRun run = workspace.run(line.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  @Test
  void reachesAServerByItsNameAndByItsAliasAndReadsOnce() {
    CliRun run =
        resolve(
            "--json",
            "mcp+my_server+test://item/1",
            "mcp+my-server+test://item/1",
            "mcp+my-server-2+test://item/1");
    assertThat(run.json())
        .extracting(each -> each.get("source").asText())
        .containsExactly("mcp:my-server", "mcp:my-server-2");
    assertThat(workspace.starts()).isEqualTo(2);
  }

  @Test
  void takesUrisThatJavaRefusesAsTheyAre() {
    String odd = "te st:|x ^{}/größe?q=\"%zz\"#";
    CliRun run = resolve("--json", "--no-content", "mcp+one+odd:" + odd.replace("\"", ""));
    assertThat(run.err()).isEmpty();
    assertThat(run.json())
        .singleElement()
        .satisfies(
            each -> assertThat(each.get("uri").asText()).isEqualTo("odd:" + odd.replace("\"", "")));
  }

  @Test
  void keepsTheOrderOfTheLineAmongFiles() {
    CliRun run = resolve("--json", "mcp+one+test://a.txt", "a.txt", "mcp+one+test://item/2");
    assertThat(run.json())
        .extracting(each -> each.get("uri").asText().replaceAll(".*/", ""))
        .containsExactly("a.txt", "a.txt", "2");
    assertThat(run.json())
        .extracting(each -> each.get("source").asText())
        .containsExactly("mcp:one", "file", "mcp:one");
  }

  @Test
  void leavesOutWhatALaterExclusionNames() {
    CliRun run = resolve("--json", "mcp+one+", "!mcp+one+test://a.txt");
    assertThat(run.json()).extracting(each -> each.get("name").asText()).containsExactly("b");
  }

  @Test
  void saysWhichServersThereAreInPlaceOfOneThatIsNotThere() {
    CliRun run = resolve("mcp+on+test://a.txt", "a.txt");
    assertThat(run.errLines().get(0))
        .isEqualTo(
            "attache: mcp+on+test://a.txt: unknown MCP server on; did you mean one?"
                + " (configured: my+server, my_server, one)");
    assertThat(run.out()).contains("file\n");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void promisesNothingOfAServerThatCannotBeUsed() {
    workspace
        .workspace()
        .workspace()
        .file(
            "servers.json",
            """
            {"mcpServers": {
              "off": {"command": "x", "disabled": true},
              "bad": {"command": "x", "args": ["${NOPE}"]}}}
            """);
    CliRun run =
        workspace.run(
            "plan", "--mcp-config", servers(), "mcp+off+x:a", "mcp+bad+x:a", "mcp+bad+", "a.txt");
    String bad =
        "the MCP server bad (SERVERS) cannot be used: SERVERS:3: server bad needs NOPE, which is"
            + " not set; export it, or write ${NOPE:-default}";
    assertThat(run.errLines())
        .map(line -> line.replace(servers(), "SERVERS"))
        .containsExactly(
            "attache: mcp+off+x:a: the MCP server off is disabled in SERVERS",
            "attache: mcp+bad+x:a: " + bad,
            "attache: mcp+bad+: " + bad);
    assertThat(run.out()).contains("a.txt").doesNotContain("mcp+");
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }
}
