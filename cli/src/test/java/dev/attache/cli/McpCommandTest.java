package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.attache.cli.forms.Columns;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code attache mcp}, with a server that is a program of its own. */
@Tag("process")
@Tag("slow")
class McpCommandTest {

  @TempDir Path temporary;

  private ServerWorkspace workspace;

  @BeforeEach
  void createWorkspace() {
    workspace = ServerWorkspace.in(temporary).withUsers();
  }

  private static void assertIsGood(CliRun run, String... lines) {
    assertThat(run.err()).isEmpty();
    assertThat(run.outLines()).containsExactly(lines);
    assertThat(run.exitCode()).isZero();
  }

  private static void assertFails(CliRun run, String... lines) {
    assertThat(run.errLines()).containsExactly(lines);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void listsServersWithoutStartingAny() {
    workspace.withProjects().workspace().workspace().file(".vscode/mcp.json", OTHERS);
    CliRun run = workspace.run("mcp", "ls", "-q");
    assertThat(run.outLines())
        .map(line -> line.replaceAll("/bin/sh .*", "/bin/sh"))
        .containsExactly(
            "SERVER                STATE        DEFINED IN            STARTS OR CONNECTS TO",
            row("test", "ready", workspace.workspace().home() + "/config/attache/config.toml")
                + "/bin/sh",
            row("off", "disabled", ".vscode/mcp.json") + "x",
            row("broken", "problem", ".vscode/mcp.json") + "x '${NOPE}'",
            "        .vscode/mcp.json:3: server broken needs NOPE, which is not set; export it, or"
                + " write ${NOPE:-default}",
            row("a b (mcp+a-b+)", "not trusted", ".vscode/mcp.json") + "http://127.0.0.1:9/",
            "        is defined by the workspace, or points into it, and is not trusted; to allow"
                + " it: attache trust add mcp+a-b+ --workspace "
                + workspace.workspace().directory());
    assertThat(run.exitCode()).isZero();
    assertThat(workspace.starts()).isZero();
  }

  private static final String OTHERS =
      """
      {"servers": {
        "off": {"command": "x", "disabled": true},
        "broken": {"command": "x", "args": ["${NOPE}"]},
        "a b": {"url": "http://127.0.0.1:9/"}}}
      """;

  private static String row(String server, String state, String origin) {
    return Columns.left(server, 20)
        + "  "
        + Columns.left(state, 11)
        + "  "
        + Columns.left(origin, 20)
        + "  ";
  }

  @Test
  void listsServersForPrograms() {
    workspace.workspace().workspace().file(".vscode/mcp.json", OTHERS);
    CliRun run = workspace.run("mcp", "ls", "--json");
    assertThat(run.err()).isEmpty();
    assertThat(run.json())
        .extracting(each -> each.get("alias").asText() + " " + each.get("state").asText())
        .containsExactly("test ready", "off disabled", "broken problem", "a-b not trusted");
    assertThat(run.json().get(3).get("server").asText()).isEqualTo("a b");
    assertThat(run.json().get(3).get("connects").asText()).isEqualTo("http://127.0.0.1:9/");
    assertThat(run.json().get(2).get("why").asText()).contains("needs NOPE");
  }

  @Test
  void saysThatNoServerWasStarted() {
    assertThat(workspace.run("mcp", "ls").err())
        .isEqualTo(
            "attache: no server was started; `attache mcp ls SERVER` starts one and lists what it"
                + " offers\n");
  }

  @Test
  void printsNothingIfAFileThatIsNamedCannotBeUsed() {
    for (String format : List.of("--no-progress", "--json")) {
      CliRun run = workspace.run("mcp", "ls", "--mcp-config", "/none.json", format);
      assertThat(run.out()).isEmpty();
      assertThat(run.errLines().get(0))
          .isEqualTo("attache: /none.json cannot be read: no such file or directory");
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  void knowsWhatIsConnectedToThoughItCannotBe() {
    workspace
        .workspace()
        .workspace()
        .file(".mcp.json", "{\"mcpServers\": {\"web\": {\"url\": \"http://${NOPE}/\"}}}");
    assertThat(workspace.run("mcp", "ls", "--json").json().get(1).get("connects").asText())
        .isEqualTo("http://${NOPE}/");
  }

  @Test
  void givesAServerFewVariablesBesideItsOwn() {
    workspace
        .withProgram("env = {MINE = 'm'}\n")
        .workspace()
        .workspace()
        .environment(
            Map.of(
                "XDG_CONFIG_HOME", workspace.workspace().home() + "/config",
                "HOME", "/x",
                "LC_CTYPE", "C.UTF-8",
                "GITHUB_TOKEN", "ghp_1",
                "JAVA_TOOL_OPTIONS", "-Dx=1"));
    assertIsGood(
        workspace.run("mcp", "call", "test", "environment"),
        "HOME LC_CTYPE MINE PATH XDG_CONFIG_HOME");
  }

  @Test
  void warnsOfAServerWhenItIsUsed() {
    String other = "{\"servers\": {\"other\": {\"command\": \"x\", \"timeout\": 5}}}";
    workspace.workspace().workspace().file(".mcp.json", other);
    String warning = "timeout is in milliseconds; values below 1000 are ignored";
    assertThat(workspace.run("mcp", "read", "test", "test://a.txt").err()).isEmpty();
    assertThat(workspace.run("resolve", "mcp+test+test://a.txt").err()).isEmpty();
    assertThat(workspace.run("resolve", "mcp+other+x:y").err()).containsOnlyOnce(warning);
    assertThat(workspace.run("mcp", "call", "other", "x").err()).containsOnlyOnce(warning);
    assertThat(workspace.run("mcp", "ls").err()).containsOnlyOnce(warning);
  }

  @Test
  @Tag("network")
  void callsAServerThatIsNotConfiguredByItsHost() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    http.start();
    String host = "127.0.0.1:" + http.getAddress().getPort();
    String refused = "attache: the MCP server " + host + " refused (401): ";
    String[] line = {"mcp", "ls", "--offline", "--url", "http://" + host + "/"};
    assertFails(
        workspace.run(line),
        refused + "pass the header that it requires, such as Authorization, with --header");
    List<String> more = new ArrayList<>(List.of(line));
    more.addAll(List.of("--header", "Authorization: Bearer x"));
    assertFails(
        workspace.run(more.toArray(String[]::new)), refused + "check the --header Authorization");
    http.stop(0);
  }

  @Test
  void asksNobodyElsewhereWhileOffline() {
    assertFails(
        workspace.run("mcp", "ls", "--offline", "--url", "http://127.0.0.1.example/"),
        "attache: the MCP server 127.0.0.1.example may not be used: is not on this machine, and"
            + " --offline was given");
  }

  @Test
  void failsIfAFileOfTheWorkspaceIsTorn() {
    workspace.workspace().workspace().file(".mcp.json", "{\"mcpServers\": ");
    CliRun run = workspace.run("mcp", "ls", "-q");
    assertThat(run.err()).isEqualTo("attache: .mcp.json:1:16: the file ends too early\n");
    assertThat(run.outLines()).hasSize(2);
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void listsWhatAServerOffers() {
    assertIsGood(
        workspace.run("mcp", "ls", "test"),
        "KIND      TYPE                          BYTES  URI OR NAME",
        "resource  text/plain                        2  test://a.txt  (a.txt)",
        "resource  image/png                         -  test://b?token=REDACTED  (The b)",
        "template  -                                 -  test://item/{id}  (https://REDACTED@h/)",
        "tool      -                                 -  echo  (Says it\\u001b again, at"
            + " ws://REDACTED@h/.)");
    assertThat(workspace.starts()).isEqualTo(1);
  }

  @Test
  void listsItAsTheServerSaysItForPrograms() {
    CliRun run = workspace.run("mcp", "ls", "test", "--json");
    assertThat(run.json())
        .extracting(each -> each.get("kind").asText())
        .containsExactly("server", "resource", "resource", "template", "tool");
    assertThat(run.outLines().get(0))
        .isEqualTo(
            "{\"kind\":\"server\",\"server\":\"test\",\"protocolVersion\":\"2025-11-25\","
                + "\"serverInfo\":{\"name\":\"test\",\"version\":\"1\"},"
                + "\"capabilities\":{\"resources\":{},\"tools\":{}},\"instructions\":\"Ask.\"}");
    assertThat(run.outLines().get(2))
        .isEqualTo(
            "{\"kind\":\"resource\",\"server\":\"test\",\"resource\":{\"uri\":"
                + "\"test://b?token=hunter2\",\"name\":\"b\",\"title\":\"The b\","
                + "\"mimeType\":\"image/png\"}}");
  }

  @Test
  void readsATextAsItIs() {
    CliRun run = workspace.run("mcp", "read", "test", "test://a.txt");
    assertThat(run.out()).isEqualTo("A\u001b[31m\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void readsBytesIntoAFile() throws Exception {
    Path file = temporary.resolve("out.png");
    assertIsGood(workspace.run("mcp", "read", "test", "test://b?token=hunter2", "-o", "" + file));
    assertThat(Files.readAllBytes(file))
        .isEqualTo(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
  }

  @Test
  void keepsATerminalFromBytesAndEscapes() {
    workspace.workspace().workspace().onTerminal();
    workspace.workspace().workspace().environment(environment());
    assertThat(workspace.run("mcp", "read", "test", "test://a.txt").out())
        .isEqualTo("A\\u001b[31m\n");
    assertFails(
        workspace.run("mcp", "read", "test", "test://b?token=hunter2"),
        "attache: test://b?token=REDACTED: is not text (image/png, 8 B), which a terminal cannot"
            + " show; write it to a file with --output FILE");
  }

  private Map<String, String> environment() {
    Path home = workspace.workspace().home();
    return Map.of(
        "XDG_STATE_HOME", home + "/state", "XDG_CONFIG_HOME", home + "/config", "HOME", "/x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          test://many    | the server gave 2 contents; show them with --json
          test://none    | the server gave no content for this URI
          test://neither | the server gave neither text nor blob; show its answer with --json
          test://broken  | the server gave a blob that is not base64: it ends within a byte at 1; show it with --json
          test://noise   | the server gave a blob that is not base64: it has an invalid base64 digit at 4; show it with --json
          """)
  void saysWhatCannotBeShownAsItIs(String uri, String problem) {
    assertFails(workspace.run("mcp", "read", "test", uri), "attache: " + uri + ": " + problem);
  }

  @Test
  void readsEverythingForPrograms() {
    assertIsGood(
        workspace.run("mcp", "read", "test", "test://many", "--json"),
        "{\"contents\":[{\"uri\":\"test://many\",\"text\":\"1\"},{\"uri\":\"test://many\","
            + "\"text\":\"\"}]}");
  }

  @Test
  void saysWhatTheServerAnswersToAUriThatItDoesNotKnow() {
    assertFails(
        workspace.run("mcp", "read", "test", "test://missing"),
        "attache: the MCP server test answered resources/read with error -32002: Resource not"
            + " found");
  }

  @Test
  void knowsWhichServersThereAre() {
    CliRun run = workspace.run("mcp", "read", "tset", "test://a.txt");
    assertThat(run.errLines())
        .containsExactly(
            "attache: SERVER (tset): unknown server; configured are: test",
            "attache: see attache help mcp read");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void callsAToolWithItsArgumentsAndMeta() {
    assertIsGood(
        workspace.run(
            "mcp",
            "call",
            "test",
            "echo",
            "{\"a\": [1, 2.5, null, \"ö\"], \"b\": {}}",
            "--meta",
            "{\"mine\": true}"),
        "{\"a\":[1,2.5,null,\"ö\"],\"b\":{}}true");
  }

  @Test
  void readsArgumentsFromStandardInput() {
    workspace.workspace().workspace().standardInput("{\"a\":\n 12345678901234567890}");
    assertIsGood(
        workspace.run("mcp", "call", "test", "echo", "-"), "{\"a\":12345678901234567890}null");
    workspace.workspace().workspace().standardInput("{\"a\":\n 1,}");
    assertThat(workspace.run("mcp", "call", "test", "echo", "-").errLines().get(0))
        .startsWith("attache: standard input:2:4: unexpected character ('}'");
  }

  @Test
  void showsEveryBlockOrSaysThatItIsThere() {
    CliRun run = workspace.run("mcp", "call", "test", "blocks");
    assertThat(run.out().lines())
        .containsExactly(
            "no line end",
            "[image, image/png, 4 bytes, not shown because it is not text]",
            "[audio, 3 bytes, not shown because it is not text]",
            "<resource uri=\"test://r\" mimeType=\"text/plain\" digest=\"sha256:106b086224a4\">",
            "inside",
            "</resource>",
            "<resource uri=\"test://r\" mimeType=\"image/png\">",
            "[image/png, 3 bytes,"
                + " sha256:ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc, not"
                + " shown because it is not text]",
            "</resource>",
            "<resource uri=\"test://l?token=REDACTED\" name=\"link\" mimeType=\"text/x\""
                + " digest=\"sha256:4a33eacd5fa6\">",
            "item",
            "</resource>",
            "[hologram, 25 bytes of JSON, not shown because its form is not known]");
    assertThat(run.errLines())
        .containsExactly(
            "attache: blocks: block 5 is left out: /resource must have text or blob",
            "attache: blocks: block 8 is left out: /type is missing");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void showsWhatIsStructuredWhereNoTextSaysIt() {
    assertIsGood(workspace.run("mcp", "call", "test", "structured"), "{\"a\":[1,null]}");
  }

  @Test
  void failsWithWhatTheToolSays() {
    assertFails(
        workspace.run("mcp", "call", "test", "fail"),
        "attache: fail failed:",
        "attache: one",
        "attache: two");
    assertFails(
        workspace.run("mcp", "call", "test", "fail silently"),
        "attache: fail silently failed without a reason");
    CliRun json = workspace.run("mcp", "call", "test", "fail", "--json");
    assertThat(json.out()).startsWith("{\"isError\":true,");
    assertThat(json.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void answersQuestionsWithTheirDefaultsIfToldSo() {
    assertThat(workspace.run("mcp", "call", "test", "ask", "--accept-defaults").out())
        .contains("\"action\":\"accept\"", "\"name\":\"Ada\"");
    assertThat(workspace.run("mcp", "call", "test", "ask").out()).doesNotContain("accept", "Ada");
  }

  @Test
  void showsProgressOnATerminal() {
    workspace.workspace().workspace().redirected();
    CliRun run = workspace.run("mcp", "call", "test", "work");
    assertThat(run.out()).isEqualTo("done\n");
    assertThat(run.err()).contains("work: 0 s, 1 of 2, half-way");
    assertThat(workspace.run("mcp", "call", "test", "work", "--no-progress").err()).isEmpty();
  }

  @Test
  void usesAServerOfAFileThatIsNamed() {
    workspace.withProjects();
    Path file = workspace.workspace().directory().resolve(".mcp.json");
    workspace.workspace().withUser("", "README.md");
    CliRun run = workspace.run("mcp", "call", "test", "echo", "--mcp-config", file.toString());
    assertThat(run.out()).isEqualTo("{}null\n");
  }
}
