package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.terminal.ExitCode;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attache serve} over HTTP. */
@Tag("network")
class ServeHttpTest {

  private static final Pattern LISTENING =
      Pattern.compile("attache: listening on (http://127\\.0\\.0\\.1:([0-9]+)/mcp)\n");

  private static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
      """;

  private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/list\"}";

  @TempDir Path temporary;

  private TestWorkspace workspace;
  private final HttpClient client = HttpClient.newHttpClient();
  private final StringWriter err = new StringWriter();
  private Thread server = new Thread();
  private FutureTask<Integer> ended = new FutureTask<>(() -> 0);

  @BeforeEach
  void createWorkspace() {
    workspace = TestWorkspace.in(temporary).file("a.txt", "hello\n");
  }

  @AfterEach
  void endServer() throws Exception {
    server.interrupt();
    server.join();
  }

  /** Starts a server and returns its URL, when it listens. */
  private URI serve(String... options) throws Exception {
    var line = new java.util.ArrayList<>(List.of("serve", "--attach", "a.txt"));
    line.addAll(List.of(options));
    Callable<Integer> run =
        () -> workspace.run(OutputStream.nullOutputStream(), err, line.toArray(String[]::new));
    ended = new FutureTask<>(run);
    server = new Thread(ended);
    server.start();
    Matcher listening = LISTENING.matcher(err.toString());
    while (!listening.find()) {
      assertThat(ended.isDone()).as(err.toString()).isFalse();
      LockSupport.parkNanos(1_000_000);
      listening = LISTENING.matcher(err.toString());
    }
    return URI.create(listening.group(1));
  }

  private HttpResponse<String> initialize(URI url, String... headers) throws Exception {
    return post(url, INITIALIZE, headers);
  }

  private HttpResponse<String> post(URI url, String message, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(HttpRequest.BodyPublishers.ofString(message));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void servesClientsUntilItIsToldToEnd() throws Exception {
    URI url = serve("--http", "0");
    assertThat(url.getPort()).isPositive();
    HttpResponse<String> one = initialize(url);
    assertThat(one.statusCode()).isEqualTo(200);
    assertThat(one.body()).contains("\"serverInfo\":{\"name\":\"attache\"");
    String session = one.headers().firstValue("Mcp-Session-Id").orElseThrow();
    assertThat(initialize(url).headers().firstValue("Mcp-Session-Id"))
        .as("each client has a session of its own")
        .hasValueSatisfying(other -> assertThat(other).isNotEqualTo(session));
    server.interrupt();
    assertThat(ended.get()).isZero();
    assertThat(err.toString()).isEqualTo("attache: listening on " + url + "\n");
  }

  /** It still looks what is absent when it says where it listens. */
  @Test
  void endsQuietlyIfItIsToldToAtOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      err.getBuffer().setLength(0);
      URI url = serve("--http", "0");
      server.interrupt();
      assertThat(ended.get()).isZero();
      assertThat(err.toString()).isEqualTo("attache: listening on " + url + "\n");
    }
  }

  @Test
  void listensWhereItIsTold() throws Exception {
    int port = FreePort.find();
    assertThat(serve("--http", ":" + port).getPort()).isEqualTo(port);
    assertThat(initialize(URI.create("http://127.0.0.1:" + port + "/mcp")).statusCode())
        .isEqualTo(200);
  }

  @Test
  void failsWhereSomebodyElseListens() throws Exception {
    try (var other = new ServerSocket(0, 0, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      String place = "127.0.0.1:" + other.getLocalPort();
      CliRun run = workspace.run("serve", "--http", place);
      assertThat(run.err())
          .isEqualTo("attache: cannot listen on " + place + ": address already in use\n");
      assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
      assertThat(run.out()).isEmpty();
    }
  }

  @Test
  void asksForTheTokenOfTheFile() throws Exception {
    Path file = Files.writeString(temporary.resolve("token"), "s3cret\n");
    URI url = serve("--http", "0", "--token-file", file.toString());
    assertThat(initialize(url).statusCode()).isEqualTo(401);
    assertThat(initialize(url, "Authorization", "Bearer other").statusCode()).isEqualTo(401);
    assertThat(initialize(url, "Authorization", "Bearer s3cret").statusCode()).isEqualTo(200);
    assertThat(err.toString()).doesNotContain("s3cret");
  }

  @Test
  void asksForTheTokenOfTheEnvironment() throws Exception {
    workspace.environment(Map.of("ATTACHE_TOKEN", "s3cret"));
    URI url = serve("--http", "0");
    assertThat(initialize(url).statusCode()).isEqualTo(401);
    assertThat(initialize(url, "Authorization", "Bearer s3cret").statusCode()).isEqualTo(200);
  }

  @Test
  void takesAnEmptyTokenForAMistake() {
    CliRun run = workspace.environment(Map.of("ATTACHE_TOKEN", "")).run("serve", "--http", "0");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .startsWith(
            "attache: ATTACHE_TOKEN must contain a token and nothing else: 1 to 4096 printable"
                + " ASCII characters without blanks");
  }

  @Test
  void refusesPagesOfOtherOriginsUnlessTheyAreNamed() throws Exception {
    URI url = serve("--http", "0", "--accept-origin", "https://app.example");
    assertThat(initialize(url, "Origin", "https://evil.example").statusCode()).isEqualTo(403);
    assertThat(initialize(url, "Origin", "https://app.example").statusCode()).isEqualTo(200);
  }

  @Test
  void keepsOneConversationForOneClientAfterTheOther() throws Exception {
    URI url = serve("--http", "0", "--conversation", "kept");
    String first = initialize(url).headers().firstValue("Mcp-Session-Id").orElseThrow();
    assertThat(post(url, LIST, "Mcp-Session-Id", first).body()).contains("a.txt");
    String second = initialize(url).headers().firstValue("Mcp-Session-Id").orElseThrow();
    assertThat(post(url, LIST, "Mcp-Session-Id", second).body()).contains("a.txt");
    assertThat(post(url, LIST, "Mcp-Session-Id", first).statusCode()).isEqualTo(404);
    CliRun shown = workspace.run("conversation", "show", "--json", "kept");
    assertThat(shown.json())
        .filteredOn(each -> each.get("event").asText().equals("attachment"))
        .extracting(each -> each.get("turn").asInt() + " " + each.get("name").asText())
        .containsExactly("0 a.txt", "1 a.txt");
  }
}
