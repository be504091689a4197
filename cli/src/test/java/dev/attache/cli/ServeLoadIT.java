package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.cli.Mcp.Request;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many clients at once, none of whose calls may be lost. */
@Tag("process")
@Tag("network")
@Tag("slow")
class ServeLoadIT {

  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");
  private static final int CLIENTS = 16;
  private static final int PROCESSES = IS_WHOLE ? 16 : 5;
  private static final int CALLS = IS_WHOLE ? 300 : 40;

  /** So many are under way at once for one client over HTTP. */
  private static final int AT_ONCE = 4;

  private final Path attache = Launch.installed();

  @TempDir Path temporary;

  private final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS * AT_ONCE);
  private final List<Process> processes = new ArrayList<>();
  private final List<String> uris = new ArrayList<>();
  private ServedWorkspace workspace = new ServedWorkspace(attache, attache, attache);

  @BeforeEach
  void fill() throws Exception {
    workspace = ServedWorkspace.in(temporary, attache);
    for (int i = 0; i < 20; i++) {
      Path file = workspace.file("file" + i + ".txt", ("this is file " + i + "\n").repeat(100));
      uris.add("file://" + file);
    }
  }

  @AfterEach
  void end() throws Exception {
    threads.shutdownNow();
    for (Process process : processes) {
      process.getOutputStream().close();
      assertThat(process.waitFor()).isZero();
    }
  }

  @Test
  void losesNothingOfManyProcesses() throws Exception {
    List<Callable<Void>> clients = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      PipedClient client = client();
      clients.add(() -> callsOverStreams(client.initialize()));
    }
    runAll(clients);
  }

  @Test
  void losesNothingOfManyCallersOfOneProcess() throws Exception {
    PipedClient client = client().initialize();
    List<Callable<Void>> callers = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      callers.add(() -> callsOverStreams(client));
    }
    runAll(callers);
  }

  private PipedClient client() throws IOException {
    Process process = workspace.start("--attach=.");
    processes.add(process);
    return new PipedClient(process);
  }

  /** All calls at once, before the first answer is looked at. */
  private Void callsOverStreams(PipedClient client) throws Exception {
    List<CompletableFuture<JsonNode>> answers = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      Request request = Request.of(i, uris);
      answers.add(client.call(request.method(), request.params()));
    }
    for (int i = 0; i < CALLS; i++) {
      assertFits(Request.of(i, uris), answers.get(i).get());
    }
    return null;
  }

  @Test
  void losesNothingOfManySessionsOverHttp() throws Exception {
    try (var server = workspace.listen("--attach=.")) {
      List<Callable<Void>> callers = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        var session = new HttpSession(URI.create(server.url()));
        for (int part = 0; part < AT_ONCE; part++) {
          int begin = part;
          callers.add(() -> callsOverHttp(session, begin));
        }
      }
      runAll(callers);
    }
  }

  private Void callsOverHttp(HttpSession session, int begin) throws Exception {
    for (int i = begin; i < CALLS; i += AT_ONCE) {
      Request request = Request.of(i, uris);
      assertFits(request, session.answer("call-" + i, request.method(), request.params()));
    }
    return null;
  }

  private static void assertFits(Request request, JsonNode answer) {
    assertThat(request.isAnsweredBy(answer)).as("%s is answered with %s", request, answer).isTrue();
  }

  private void runAll(List<Callable<Void>> tasks) throws Exception {
    for (Future<Void> each : threads.invokeAll(tasks)) {
      each.get();
    }
  }

  /** A session of a client of the JDK. */
  private static final class HttpSession {

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI url;
    private final String id;

    HttpSession(URI url) throws Exception {
      this.url = url;
      HttpRequest first = request(Mcp.request("first", Mcp.INITIALIZE, Mcp.GREETING)).build();
      HttpResponse<String> greeting = http.send(first, BodyHandlers.ofString());
      assertThat(greeting.statusCode()).isEqualTo(200);
      this.id = greeting.headers().firstValue("mcp-session-id").orElseThrow();
      assertThat(send(Mcp.INITIALIZED).statusCode()).isEqualTo(202);
    }

    private HttpRequest.Builder request(String message) {
      return HttpRequest.newBuilder(url)
          .header("Content-Type", "application/json")
          .header("Accept", "application/json, text/event-stream")
          .header("MCP-Protocol-Version", "2025-11-25")
          .POST(HttpRequest.BodyPublishers.ofString(message));
    }

    private HttpResponse<String> send(String message) throws IOException, InterruptedException {
      return http.send(
          request(message).header("Mcp-Session-Id", id).build(), BodyHandlers.ofString());
    }

    /** The answer to a request, which has to come as JSON, or as the last event of a stream. */
    JsonNode answer(String call, String method, String params)
        throws IOException, InterruptedException {
      HttpResponse<String> response = send(Mcp.request(call, method, params));
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      String body = response.body().strip();
      JsonNode answer = new ObjectMapper().readTree(body.substring(body.indexOf('{')));
      assertThat(answer.get("id").asText()).isEqualTo(call);
      return answer;
    }
  }
}
