package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.cli.Launch.Ended;
import dev.attache.cli.ServedWorkspace.Listening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The inspector of the protocol, by its makers, on its command line. Over HTTP it has a token; what
 * needs none is met by the conformance tests and the TypeScript clients.
 */
@Tag("process")
@Tag("network")
@Tag("slow")
@ParameterizedClass
@ValueSource(strings = {"stdio", "http with a token"})
class InspectorIT {

  /** Its documented exit codes: any error of the protocol, no permission, an error of a tool. */
  private static final int ERROR = 1;

  private static final int AUTH_REQUIRED = 3;
  private static final int TOOL_ERROR = 5;

  private static final String TEXT = "Grüße, 世界 \uD83D\uDE42\r\n\"quoted\"\tand\\more\n";
  private static final String LONG = "a line of Grüße\n".repeat(200);
  private static final String TOKEN = "s3cret-t0ken";

  private Path attache = Path.of("");

  @Parameter String way = "";

  @TempDir Path temporary;

  private ServedWorkspace workspace = new ServedWorkspace(attache, attache, attache);
  private @Nullable Listening server;

  @BeforeEach
  void fill() throws Exception {
    Published.folder();
    attache = Launch.installed();
    workspace = ServedWorkspace.in(temporary, attache);
    workspace.file("größe.txt", TEXT);
    workspace.file("long.md", LONG);
    Files.write(workspace.directory().resolve("a.png"), png());
  }

  /** A picture of sorts: the opening of a PNG, and all bytes that there are. */
  private static byte[] png() {
    byte[] bytes = new byte[8 + 70_000];
    byte[] opening = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    System.arraycopy(opening, 0, bytes, 0, 8);
    for (int i = 8; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + i / 256);
    }
    return bytes;
  }

  @AfterEach
  void close() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void listsWhatIsAttached() throws Exception {
    configure("--attach=größe.txt", "--attach=a.png");
    JsonNode resources = good("--method", "resources/list").get("resources");
    assertThat(resources).hasSize(2);
    assertThat(resources.get(0).get("uri").asText()).isEqualTo(uri("gr%C3%B6%C3%9Fe.txt"));
    assertThat(resources.get(0).get("name").asText()).isEqualTo("größe.txt");
    assertThat(resources.get(0).get("mimeType").asText()).isEqualTo("text/plain");
    assertThat(resources.get(1).get("uri").asText()).isEqualTo(uri("a.png"));
    assertThat(resources.get(1).get("mimeType").asText()).isEqualTo("image/png");
    assertThat(resources.get(1).get("size").asInt()).isEqualTo(70_008);
  }

  @Test
  void readsATextCharacterByCharacter() throws Exception {
    configure("--attach=größe.txt");
    JsonNode result = good("--method", "resources/read", "--uri", uri("gr%C3%B6%C3%9Fe.txt"));
    assertThat(result.at("/contents/0/text").asText()).isEqualTo(TEXT);
    assertThat(result.at("/contents/0/mimeType").asText()).isEqualTo("text/plain");
  }

  @Test
  void readsAPictureByteByByte() throws Exception {
    configure("--attach=a.png");
    Path written = temporary.resolve("written.png");
    Ended ended =
        inspect(
            "--method=resources/read",
            "--uri=" + uri("a.png"),
            "--output=" + written,
            "--output-format=raw");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(written).hasBinaryContent(png());
  }

  @Test
  void listsTemplatesOfWhatMayBeAttached() throws Exception {
    configure("--attach=a.png");
    assertThat(good("--method=resources/templates/list").get("resourceTemplates")).isEmpty();
    configure("--attach=a.png", "--allow-attach-from=docs.example.org");
    JsonNode templates = good("--method=resources/templates/list").get("resourceTemplates");
    assertThat(templates.findValuesAsText("uriTemplate"))
        .containsExactly("file:///{+path}", "https://{host}/{+path}");
    assertThat(templates.get(1).get("description").asText()).contains("docs.example.org");
  }

  /** With {@code --strict}, a schema that some client or model could not use would be an error. */
  @Test
  void listsTools() throws Exception {
    configure("--attach=a.png");
    assertThat(tools()).containsExactlyInAnyOrder("refresh_resource", "list_resources");
    configure("--attach=a.png", "--allow-attach");
    assertThat(tools())
        .containsExactlyInAnyOrder("refresh_resource", "list_resources", "attach_resource");
  }

  private List<String> tools() throws IOException {
    List<String> names = new ArrayList<>();
    JsonNode result = good("--method", "tools/list", "--strict");
    result.get("tools").forEach(tool -> names.add(tool.get("name").asText()));
    return names;
  }

  @Test
  void refreshesInFullWhatItHasNotRead() throws Exception {
    configure("--attach=long.md");
    JsonNode unread = refresh("long.md").at("/content/0");
    assertThat(unread.get("type").asText()).isEqualTo("text");
    assertThat(unread.get("text").asText())
        .matches("long\\.md sha256:[0-9a-f]{12} 200 lines\n" + LONG);
  }

  /** Each start of the inspector is a session, whose model has seen nothing yet. */
  @Test
  void refreshesWhatTheConversationHas() throws Exception {
    List<String> query =
        List.of("query", "--print", "--new", "--id=kept", "--attach=long.md", "Look.");
    assertThat(Launch.in(workspace.directory(), words(query)).run().exitCode()).isZero();
    configure("--conversation=kept");
    assertThat(refresh("long.md").at("/content/0/text").asText()).endsWith("\n" + LONG);
    workspace.file("long.md", LONG + "and one more\n");
    assertThat(refresh("long.md").at("/content/0/text").asText())
        .endsWith("\n" + LONG + "and one more\n");
    JsonNode read = good("--method=resources/read", "--uri=" + uri("long.md"));
    assertThat(read.at("/contents/0/text").asText()).isEqualTo(LONG);
  }

  private Object[] words(List<String> arguments) {
    List<Object> words = new ArrayList<>(List.of(attache));
    words.addAll(arguments);
    return words.toArray();
  }

  private JsonNode refresh(String name) throws IOException {
    return good(
        "--method=tools/call", "--tool-name=refresh_resource", "--tool-arg=uri=" + uri(name));
  }

  @Test
  void attachesWhatItIsAllowedTo() throws Exception {
    configure("--allow-attach");
    JsonNode result =
        good(
            "--method=tools/call",
            "--tool-name=attach_resource",
            "--tool-arg=uri=" + uri("gr%C3%B6%C3%9Fe.txt"));
    assertThat(result.at("/content/0/text").asText()).endsWith("\n" + TEXT);
    JsonNode read = good("--method=resources/read", "--uri=" + uri("long.md"));
    assertThat(read.at("/contents/0/text").asText()).isEqualTo(LONG);
  }

  @Test
  void answersWithAnErrorOfTheToolAboutWhatIsNotAttached() throws Exception {
    configure("--attach=a.png");
    Ended ended =
        inspect(
            "--method=tools/call",
            "--tool-name=refresh_resource",
            "--tool-arg=uri=" + uri("größe.txt"));
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(TOOL_ERROR);
    assertThat(ended.err()).contains("Tool 'refresh_resource' returned isError:true.");
    JsonNode result = new ObjectMapper().readTree(ended.out()).get("result");
    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(result.at("/content/0/text").asText()).contains(" is not attached ");
    assertThat(result.at("/_meta/computer.jp~1error/kind").asText()).isEqualTo("not-attached");
  }

  @Test
  void answersWithAnErrorOfTheProtocolAboutWhatCannotBeRead() throws Exception {
    configure("--attach=a.png");
    Ended ended = inspect("--method=resources/read", "--uri=" + uri("long.md"));
    assertThat(ended.exitCode()).isEqualTo(ERROR);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .contains(uri("long.md") + " is not attached")
        .contains("The user can attach it.");
  }

  @Test
  void setsTheLevelOfTheLog() throws Exception {
    configure("--attach=a.png");
    assertThat(good("--method=logging/setLevel", "--log-level=warning")).isEmpty();
  }

  @Test
  void refusesWhoHasNotTheToken() throws Exception {
    configure("--attach=a.png");
    if (way.equals("http with a token")) {
      write(http());
      assertThat(inspect("--method=resources/list").exitCode()).isEqualTo(AUTH_REQUIRED);
      write(withToken(http(), TOKEN + "x"));
      assertThat(inspect("--method=resources/list").exitCode()).isEqualTo(AUTH_REQUIRED);
    } else {
      assertThat(inspect("--method=resources/list").exitCode()).isZero();
    }
  }

  private String uri(String name) {
    return "file://" + workspace.directory() + "/" + name;
  }

  /**
   * Puts the server into the inspector's configuration, as its users do, and starts it for HTTP.
   */
  private void configure(String... options) throws Exception {
    close();
    if (way.equals("stdio")) {
      List<String> words = workspace.serve(options);
      ObjectNode client = client().put("type", "stdio").put("command", words.get(0));
      words.subList(1, words.size()).forEach(client.putArray("args")::add);
      client.put("cwd", workspace.directory().toString());
      workspace.environment().forEach(client.putObject("env")::put);
      write(client);
    } else {
      Path file = Files.writeString(temporary.resolve("token"), TOKEN + "\n");
      List<String> all = new ArrayList<>(List.of(options));
      all.add("--token-file=" + file);
      server = workspace.listen(all.toArray(String[]::new));
      write(withToken(http(), TOKEN));
    }
  }

  private static ObjectNode client() {
    return new ObjectMapper().createObjectNode();
  }

  private ObjectNode http() {
    if (server == null) {
      throw new AssertionError("no server listens");
    }
    return client().put("type", "streamable-http").put("url", server.url());
  }

  private static ObjectNode withToken(ObjectNode client, String token) {
    client.putObject("headers").put("Authorization", "Bearer " + token);
    return client;
  }

  private void write(ObjectNode client) throws IOException {
    ObjectNode all = new ObjectMapper().createObjectNode();
    all.putObject("mcpServers").set("attache", client);
    Files.writeString(temporary.resolve("clients.json"), all.toString());
  }

  private Ended inspect(String... arguments) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(Published.module(Published.INSPECTOR), "--cli", "-q", "--format=json"));
    words.addAll(List.of("--config", temporary.resolve("clients.json").toString()));
    words.addAll(List.of("--server", "attache", "--stored-auth-only"));
    words.addAll(List.of(arguments));
    return workspace.node(words.toArray(String[]::new));
  }

  private JsonNode good(String... arguments) throws IOException {
    Ended ended = inspect(arguments);
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    assertThat(ended.err()).isEmpty();
    return new ObjectMapper().readTree(ended.out()).get("result");
  }
}
