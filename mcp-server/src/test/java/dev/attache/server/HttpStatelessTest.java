package dev.attache.server;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.server.TestClient.Setting;
import dev.attache.server.attached.ListenRequests;
import dev.attache.server.http.HttpEndpoint;
import dev.attache.server.http.HttpFixture;
import dev.attache.server.http.HttpFixture.Events;
import dev.attache.server.http.HttpTransport;
import dev.attache.store.memory.MemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The revision 2026-07-28 over HTTP. */
@Tag("network")
class HttpStatelessTest {

  private static final String META =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private final MemorySources sources = new MemorySources().put("mem:a", "one").put("mem:ü", "ü");
  private Setting setting;
  private HttpEndpoint endpoint;

  @BeforeEach
  void listen() throws IOException {
    setting = new Setting(directory, "mem:a", "mem:ü").handler(sources);
    setting.policy = new AttachPolicy(Set.of(), Set.of("mem"));
    var options = new ServerOptions("1.2.3", setting.policy, 100, Duration.ofHours(1));
    endpoint =
        HttpTransport.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            HttpFixture.OPEN,
            new ConversationSessions(options, setting::open, new Noted()),
            new Noted()::note,
            HttpFixture.limits(4, Duration.ofMinutes(1), Duration.ofMillis(100)));
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private static String body(String method, String params) {
    String rest = params.isEmpty() ? "" : "," + params;
    return "{'jsonrpc':'2.0','id':7,'method':'" + method + "','params':{" + META + rest + "}}";
  }

  private HttpRequest.Builder to(String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.url())
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(body.replace('\'', '"')));
    return headers.length == 0 ? request : request.headers(headers);
  }

  /** Posts a request as it must be. */
  private HttpResponse<String> post(String method, String params, String... more) throws Exception {
    var headers =
        new ArrayList<>(List.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method));
    headers.addAll(List.of(more));
    return send(body(method, params), headers.toArray(String[]::new));
  }

  private HttpResponse<String> send(String body, String... headers) throws Exception {
    return client.send(to(body, headers).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> read(String uri, String header) throws Exception {
    return post("resources/read", "'uri':'" + uri + "'", "Mcp-Name", header);
  }

  private static void assertRefused(
      HttpResponse<String> answer, int status, int code, String message) {
    assertThat(answer.body().replace('"', '\''))
        .startsWith("{'jsonrpc':'2.0','id':")
        .contains("'error':{'code':" + code + ",'message':'" + message + "'");
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  @Test
  void answersWithoutASession() throws Exception {
    HttpResponse<String> answer = read("mem:a", "mem:a");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
    assertThat(answer.body())
        .contains("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"resultType\":\"complete\"")
        .contains("\"text\":\"one\"");
  }

  @Test
  void sharesOneConversationAmongAll() throws Exception {
    sources.put("mem:b", "b");
    post(
        "tools/call",
        "'name':'attach_resource','arguments':{'uri':'mem:b'}",
        "Mcp-Name",
        "attach_resource",
        "Mcp-Session-Id",
        "ignored");
    assertThat(post("resources/list", "").body()).contains("\"mem:a\"").contains("\"mem:b\"");
    String session = begin();
    HttpResponse<String> list =
        send(HttpFixture.request(1, "resources/list"), "Mcp-Session-Id", session);
    assertThat(list.body()).as("a session has its own").contains("mem:a").doesNotContain("mem:b");
  }

  private String begin() throws Exception {
    setting.isKept = false;
    setting.store = MemoryStore.of(1 << 20);
    return send(HttpFixture.INITIALIZE).headers().firstValue("Mcp-Session-Id").orElseThrow();
  }

  @Test
  void refreshesInFullForWhoeverAsks() throws Exception {
    sources.put("mem:a", "long".repeat(1000));
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> answer =
          post(
              "tools/call",
              "'name':'refresh_resource','arguments':{'uri':'mem:a'}",
              "Mcp-Name",
              "refresh_resource");
      assertThat(answer.body()).contains("longlong").doesNotContain("identical");
    }
  }

  @Test
  void decodesNamesThatNoHeaderCanHold() throws Exception {
    assertThat(read("mem:ü", "=?base64?bWVtOsO8?=").body()).contains("\"text\":\"ü\"");
    assertRefused(
        read("mem:ü", "=?base64?bWVtOmE=?="),
        400,
        -32020,
        "header Mcp-Name (mem:a) must say the same as params.uri, mem:ü");
    assertRefused(
        read("mem:ü", "=?base64?%?="),
        400,
        -32020,
        "header Mcp-Name is not valid Base64: =?base64?%?=");
    assertRefused(
        read("mem:ü", "=?base64?/w==?="),
        400,
        -32020,
        "header Mcp-Name is not UTF-8 in Base64: =?base64?/w==?=");
    assertRefused(
        read("mem:a", "=?base64?="),
        400,
        -32020,
        "header Mcp-Name is not valid Base64: =?base64?=");
  }

  @Test
  void refusesHeadersThatSayOtherThanTheBody() throws Exception {
    assertRefused(
        read("mem:a", "mem:b"),
        400,
        -32020,
        "header Mcp-Name (mem:b) must say the same as params.uri, mem:a");
    assertRefused(
        post("resources/read", "'uri':'mem:a'"),
        400,
        -32020,
        "header Mcp-Name is missing: it must say the same as params.uri, mem:a");
    String list = body("tools/list", "");
    assertRefused(
        send(list),
        400,
        -32020,
        "header MCP-Protocol-Version is missing: it must say the same as the revision in"
            + " params._meta, 2026-07-28");
    assertRefused(
        send(list, "MCP-Protocol-Version", "2025-11-25", "Mcp-Method", "tools/list"),
        400,
        -32020,
        "header MCP-Protocol-Version (2025-11-25) must say the same as the revision in"
            + " params._meta, 2026-07-28");
    assertRefused(
        send(list, "MCP-Protocol-Version", "2026-07-28"),
        400,
        -32020,
        "header Mcp-Method is missing: it must say the same as the method, tools/list");
    assertRefused(
        send(list, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "Tools/List"),
        400,
        -32020,
        "header Mcp-Method (Tools/List) must say the same as the method, tools/list");
    assertRefused(
        post("tools/list", "", "Mcp-Method", "tools/call"),
        400,
        -32020,
        "header Mcp-Method is there 2 times: it must be there once");
  }

  @Test
  void refusesWhatTheRevisionDoesNotHave() throws Exception {
    assertRefused(post("ping", ""), 404, -32601, "unknown method \\'ping\\' in 2026-07-28");
    assertRefused(
        send(
            body("tools/list", "").replace("2026-07-28", "2031-01-01"),
            "MCP-Protocol-Version",
            "2031-01-01"),
        400,
        -32022,
        "revision 2031-01-01 is not supported here; send 2026-07-28");
    assertRefused(
        send(HttpFixture.request(7, "tools/list"), "MCP-Protocol-Version", "2026-07-28"),
        400,
        -32602,
        "params._meta[\\'io.modelcontextprotocol/protocolVersion\\'] is missing; it must be the"
            + " revision of the protocol: 2026-07-28");
    assertRefused(
        send("[" + body("tools/list", "") + "]"),
        400,
        -32600,
        "batches are not supported in 2026-07-28");
    assertRefused(
        send("{'jsonrpc':'2.0','id':1,'result':{}}", "MCP-Protocol-Version", "2026-07-28"),
        400,
        -32600,
        "answers are not accepted: the client was not asked anything");
    HttpRequest get =
        HttpRequest.newBuilder(endpoint.url())
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Accept", "text/event-stream")
            .build();
    HttpResponse<String> listening = client.send(get, BodyHandlers.ofString());
    assertThat(listening.statusCode()).isEqualTo(405);
    assertThat(listening.headers().firstValue("Allow")).contains("POST, OPTIONS");
  }

  @Test
  void takesNotificationsAndLetsNoneOfThemEndTheRequestOfAnother() throws Exception {
    var asked = sources.hold("mem:a");
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(
            to(
                    body("tools/call", "'name':'refresh_resource','arguments':{'uri':'mem:a'}"),
                    "MCP-Protocol-Version",
                    "2026-07-28",
                    "Mcp-Method",
                    "tools/call",
                    "Mcp-Name",
                    "refresh_resource")
                .build(),
            BodyHandlers.ofString());
    asked.await();
    HttpResponse<String> cancelled =
        send(
            "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}",
            "MCP-Protocol-Version",
            "2026-07-28");
    assertThat(cancelled.statusCode()).isEqualTo(202);
    sources.letGo("mem:a");
    assertThat(waiting.get().body()).contains("1 line\\none\"");
  }

  @Test
  void tellsOfProgressBeforeTheAnswerInOneStream() throws Exception {
    read("mem:a", "mem:a");
    var asked = sources.hold("mem:a");
    String body =
        body("tools/call", "'name':'refresh_resource','arguments':{'uri':'mem:a'}")
            .replace("'_meta':{", "'_meta':{'progressToken':'p',");
    try (Events events =
        new Events(
            client.send(
                to(
                        body,
                        "MCP-Protocol-Version",
                        "2026-07-28",
                        "Mcp-Method",
                        "tools/call",
                        "Mcp-Name",
                        "refresh_resource")
                    .build(),
                BodyHandlers.ofInputStream()))) {
      asked.await();
      assertThat(nextMessage(events))
          .isEqualTo(
              "event: message|data: {'jsonrpc':'2.0','method':'notifications/progress',"
                  + "'params':{'progressToken':'p','progress':1,'message':'reading'}}");
      sources.letGo("mem:a");
      assertThat(nextMessage(events))
          .startsWith("event: message|data: {'jsonrpc':'2.0','id':7,'result':{'resultType':");
      assertThat(events.next()).isNull();
    }
  }

  /** The next event that is no comment. */
  private static String nextMessage(Events events) throws IOException {
    String next = events.next();
    while (next != null && next.startsWith(":")) {
      next = events.next();
    }
    return String.valueOf(next).replace('"', '\'');
  }

  private Events listenTo(String filter) throws Exception {
    return new Events(
        client.send(
            to(
                    body("subscriptions/listen", "'notifications':" + filter),
                    "MCP-Protocol-Version",
                    "2026-07-28",
                    "Mcp-Method",
                    "subscriptions/listen")
                .build(),
            BodyHandlers.ofInputStream()));
  }

  @Test
  void tellsEachListenerWhatItAskedForUntilTheServerEnds() throws Exception {
    sources.put("mem:b", "b");
    try (Events one = listenTo("{'resourcesListChanged':true}");
        Events other = listenTo("{'resourceSubscriptions':['mem:a']}")) {
      assertThat(one.response.headers().firstValue("Content-Type")).contains("text/event-stream");
      assertThat(nextMessage(one)).contains("acknowledged").contains("resourcesListChanged");
      assertThat(nextMessage(other)).contains("acknowledged").contains("['mem:a']");
      post(
          "tools/call",
          "'name':'attach_resource','arguments':{'uri':'mem:b'}",
          "Mcp-Name",
          "attach_resource");
      assertThat(nextMessage(one)).contains("'notifications/resources/list_changed'");
      post(
          "tools/call",
          "'name':'attach_resource','arguments':{'uri':'mem:a'}",
          "Mcp-Name",
          "attach_resource");
      assertThat(nextMessage(other)).contains("'notifications/resources/updated'");
      endpoint.close();
      assertThat(nextMessage(other)).contains("'id':7,'result':{'resultType':'complete'");
      assertThat(other.next()).isNull();
    }
  }

  @Test
  void forgetsListenersThatAreGone() throws Exception {
    for (int i = 0; i < ListenRequests.MOST; i++) {
      Events events = listenTo("{'resourcesListChanged':true}");
      assertThat(nextMessage(events)).contains("acknowledged");
      events.close();
    }
    long end = System.nanoTime() + PATIENCE.toNanos();
    String answer;
    do {
      try (Events events = listenTo("{'resourcesListChanged':true}")) {
        answer = nextMessage(events);
      }
    } while (!answer.contains("acknowledged") && System.nanoTime() < end);
    assertThat(answer).contains("acknowledged");
  }

  @Test
  void givesUpARequestWhenItsStreamIsClosed() throws Exception {
    read("mem:a", "mem:a");
    var asked = sources.hold("mem:a");
    String[] headers = {
      "MCP-Protocol-Version",
      "2026-07-28",
      "Mcp-Method",
      "tools/call",
      "Mcp-Name",
      "refresh_resource"
    };
    String body = body("tools/call", "'name':'refresh_resource','arguments':{'uri':'mem:a'}");
    try (Events events =
        new Events(client.send(to(body, headers).build(), BodyHandlers.ofInputStream()))) {
      asked.await();
      assertThat(events.next()).isEqualTo(":");
    }
    sources.interrupted.await();
  }
}
