package dev.attache.mcp.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenFormTest {

  private static final String DEFINITION =
      """
      {"command": "npx", "args": ["-y", "s"], "env": {"A": "${A:-1}", "B": "2"}, "cwd": "sub"}""";

  @TempDir private Path directory;
  private Configured configured;

  @BeforeEach
  void makeWorkspace() throws IOException {
    configured = new Configured(directory);
  }

  private ContentDigest digest(String definition) throws IOException {
    return configured.server(definition).digest();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"cwd": "sub", "env": {"B": "2", "A": "${A:-1}"}, "args": ["-y", "s"], "command": "npx"}""",
        """
        {
          // formatted
          "command": "n\\u0070x",
          "args": [ "-y", "s", ],
          "env": { "A": "${A:-1}", "B": "2" }, "cwd": "sub"
        }""",
        """
        {"command": "npx", "args": ["-y", "s"], "env": {"A": "${A:-1}", "B": "2"}, "cwd": "sub",
         "disabled": true, "timeout": 5000, "autoApprove": ["*"], "url": null}""",
      })
  void isTheSameHoweverADefinitionIsWritten(String definition) throws IOException {
    assertThat(digest(definition)).isEqualTo(digest(DEFINITION));
  }

  @Test
  void doesNotDependOnWhatVariablesHold() throws IOException {
    ContentDigest before = digest(DEFINITION);
    configured.with(Map.of("A", "other"));

    assertThat(digest(DEFINITION)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx>npy",
        "\"-y\", \"s\">\"s\", \"-y\"",
        "\"-y\", \"s\">\"-y s\"",
        "-y\", \"s\">-y\", \"s\", \"\"",
        "${A:-1}>${A:-2}",
        "\"A\":>\"LD_PRELOAD\":",
        "\"2\">2",
        "sub>sub/",
        "\"cwd\": \"sub\">\"envFile\": \"sub\"",
        "{\"command\">{\"type\": \"stdio\", \"command\"",
        "\"s\">\"\\ud800\"",
      })
  void isAnotherIfAnythingDecisiveChanges(String change) throws IOException {
    String[] parts = change.split(">", 2);
    String changed = DEFINITION.replace(parts[0], parts[1]);

    assertThat(changed).isNotEqualTo(DEFINITION);
    assertThat(digest(changed)).isNotEqualTo(digest(DEFINITION));
  }

  @Test
  void tellsUnpairedSurrogatesApart() throws IOException {
    assertThat(digest("{\"command\": \"\\ud800\"}"))
        .isNotEqualTo(digest("{\"command\": \"\\ud801\"}"));
  }

  @Test
  void isAnotherForAnotherHeaderOrUrl() throws IOException {
    ContentDigest digest = digest("{\"url\": \"http://a\", \"headers\": {\"A\": \"b\"}}");

    assertThat(digest("{\"url\": \"http://b\", \"headers\": {\"A\": \"b\"}}")).isNotEqualTo(digest);
    assertThat(digest("{\"url\": \"http://a\", \"headers\": {\"A\": \"c\"}}")).isNotEqualTo(digest);
  }

  @Test
  void isAnotherInAnotherFileWorkspaceOrForAnotherName() throws IOException {
    String file = "{\"mcpServers\": {\"x\": {\"command\": \"a\"}}}";
    ContentDigest digest = digest("{\"command\": \"a\"}");
    Path named = configured.write("named.json", file);
    Configured other = new Configured(Files.createDirectory(directory.resolve("other")));
    Configured third = new Configured(Files.createDirectory(directory.resolve("third")));
    third.write(".mcp.json", file.replace("\"x\"", "\"y\""));
    third.write(".vscode/mcp.json", file);

    assertThat(
            List.of(
                digest,
                configured.builder().file(named).load().servers().get(0).digest(),
                other.server("{\"command\": \"a\"}").digest(),
                third.load().servers().get(0).digest(),
                third.load().servers().get(1).digest()))
        .doesNotHaveDuplicates();
  }

  @Test
  void coversTheDefaultsOfTheInputsThatItNames() throws IOException {
    String file =
        """
        {"inputs": [{"id": "package", "default": "good"}, {"id": "z", "default": "1"}],
         "servers": {"x": {"command": "npx", "args": ["${input:package}"]}}}""";
    ContentDigest digest = digestOfFile(file);

    assertThat(digestOfFile(file.replace("good", "evil"))).isNotEqualTo(digest);
    assertThat(digestOfFile(file.replace("\"1\"", "\"2\""))).isEqualTo(digest);
  }

  @Test
  void coversWhatStandsInTheEnvironmentFileOfAProject() throws IOException {
    String definition = "{\"command\": \"a\", \"envFile\": \".env\"}";
    configured.write(".env", "A=1\n");
    ContentDigest digest = digest(definition);

    assertThat(digest(definition)).isEqualTo(digest);
    configured.write(".env", "A=1\nLD_PRELOAD=./evil.so\n");
    assertThat(digest(definition)).isNotEqualTo(digest);
  }

  @Test
  void handsOverWhatItCovers() throws IOException {
    configured.write(".env", "A=1\n");
    var program = configured.program("{\"command\": \"a\", \"envFile\": \".env\"}");
    configured.write(".env", "A=2\n");

    assertThat(Objects.requireNonNull(program.environmentFile()).read())
        .isEqualTo(Map.of("A", "1"));
  }

  @Test
  void namesTheEnvironmentFileApartFromWhatStandsInIt() throws IOException {
    configured.write("a.env", "A=1\n");
    configured.write("b.env", "A=1\n");

    assertThat(digest("{\"command\": \"a\", \"envFile\": \"a.env\"}"))
        .isNotEqualTo(digest("{\"command\": \"a\", \"envFile\": \"b.env\"}"));
  }

  @Test
  void doesNotCoverWhatStandsInTheEnvironmentFileOfTheUser() throws IOException {
    Path file = configured.write("o.env", "A=1\n");
    ContentDigest digest = digestOfUser(file);
    configured.write("o.env", "A=2\n");

    assertThat(digestOfUser(file)).isEqualTo(digest);
    assertThat(digestOfUser(configured.write("b.env", ""))).isNotEqualTo(digest);
  }

  private ContentDigest digestOfUser(Path file) throws IOException {
    Path workspace = Files.createDirectories(directory.resolve("inner"));
    Map<String, Object> table = Map.of("command", "a", "envFile", file.toString());
    return McpConfiguration.builder(workspace, Map.of())
        .userTables("c.toml", Map.of("x", table))
        .load()
        .servers()
        .get(0)
        .digest();
  }

  @ParameterizedTest
  @ValueSource(strings = {".mcp.json", "c.toml"})
  void doesNotLetAProjectsDefinitionPassForTheUsersSame(String label) {
    var written = new LinkedHashMap<String, Object>(Map.of("command", "a"));
    ContentDigest users = digest(label, written, false);

    assertThat(digest(label, written, true)).isNotEqualTo(users);
    assertThat(digest("other.toml", written, false)).isEqualTo(users);
  }

  private static ContentDigest digest(String label, Object written, boolean isOfProject) {
    var kind = isOfProject ? DefinitionBase.Kind.WORKSPACE : DefinitionBase.Kind.NAMED_FILE;
    var base = new DefinitionBase(Path.of("/w"), kind);
    var origin = new ServerDefinition.Origin(label, label, "/servers/x", base, false);
    var definition = new ServerDefinition("x", written, origin, Map.of(), Map.of());
    return new WrittenForm(definition).digest(Path.of("/w"), null);
  }

  @Test
  void isTheSameByWhateverLinkTheWorkspaceIsNamed() throws IOException {
    configured.write("inner/.mcp.json", "{\"servers\": {\"x\": {\"command\": \"a\"}}}");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("inner"));

    assertThat(McpConfiguration.builder(link, Map.of()).load().servers().get(0).digest())
        .isEqualTo(new Configured(directory.resolve("inner")).load().servers().get(0).digest());
  }

  private ContentDigest digestOfFile(String text) throws IOException {
    configured.write(".vscode/mcp.json", text);
    return configured.load().servers().get(0).digest();
  }

  @Test
  void isTheSameInEveryRun() {
    var origin =
        new ServerDefinition.Origin(
            ".mcp.json",
            ".mcp.json:1",
            "/servers/x",
            DefinitionBase.ofWorkspace(Path.of("/w")),
            false);
    Map<String, Object> written = Map.of("command", "npx", "env", Map.of("B", 1, "A", "\u00e9"));
    var form = new WrittenForm(new ServerDefinition("x", written, origin, Map.of(), Map.of()));
    String json =
        "{\"definition\":{\"command\":\"npx\",\"env\":{\"A\":\"\\u00E9\",\"B\":1}},"
            + "\"form\":\"attache mcp server 1\",\"inputs\":{},\"name\":\"x\","
            + "\"scope\":\"project .mcp.json\",\"workspace\":\"/w\"}";

    assertThat(form.digest(Path.of("/w"), null))
        .isEqualTo(ContentDigest.sha256(json.getBytes(UTF_8)));
  }

  @Test
  void showsNoSecretsInItsLabel() throws IOException {
    assertThat(
            configured
                .server("{\"command\": \"run\", \"args\": [\"--token\", \"s3cret\", \"a b\"]}")
                .label())
        .isEqualTo("run --token REDACTED 'a b'");
    assertThat(configured.server("{\"url\": \"https://a/mcp?api_key=s3cret\"}").label())
        .isEqualTo("https://a/mcp?api_key=REDACTED");
  }

  @Test
  void cutsALongLabelVisibly() throws IOException {
    String word = "\"" + "\\ud83d\\ude00".repeat(300) + "\"";
    String label = configured.server("{\"command\": \"run\", \"args\": [" + word + "]}").label();

    assertThat(label.codePointCount(0, label.length())).isEqualTo(200);
    assertThat(label).startsWith("run ").endsWith("\uD83D\uDE00…");
    String many = "\"word\",".repeat(1_000);
    assertThat(configured.server("{\"command\": \"run\", \"args\": [" + many + "]}").label())
        .hasSize(200)
        .endsWith("…");
  }
}
