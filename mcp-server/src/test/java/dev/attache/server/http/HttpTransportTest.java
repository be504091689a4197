package dev.attache.server.http;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.server.http.HttpFixture.Raw;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

@Tag("network")
class HttpTransportTest {

  private static final MediaType JSON = MediaType.get("application/json");

  private HttpFixture http;

  @BeforeEach
  void listen() throws IOException {
    http = HttpFixture.open();
  }

  @AfterEach
  void close() {
    http.close();
  }

  private static String error(int code, String message) {
    return "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":"
        + code
        + ",\"message\":\""
        + message
        + "\"}}";
  }

  @Test
  void initializeBeginsASession() throws Exception {
    HttpResponse<String> answer = http.post(null, HttpFixture.INITIALIZE);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(answer.headers().firstValue("Mcp-Session-Id").orElseThrow()).matches("[!-~]{32}");
    assertThat(answer.body())
        .isEqualTo("{\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
  }

  @Test
  void isNamedByTheUsualAddressOfThisMachine() throws Exception {
    assertThat(http.url().toString()).matches("http://127\\.0\\.0\\.1:[0-9]+/mcp");
    byte[] loopback = new byte[16];
    loopback[15] = 1;
    var address = new InetSocketAddress(InetAddress.getByAddress(loopback), 0);
    HttpTransport listening;
    try {
      listening =
          HttpTransport.listen(
              address, HttpFixture.OPEN, http.sessions, http.noted::note, HttpLimits.DEFAULT);
    } catch (IOException e) {
      throw new TestAbortedException("no IPv6 here", e);
    }
    try (listening) {
      assertThat(listening.url().toString()).matches("http://\\[::1]:[0-9]+/mcp");
      var first = BodyPublishers.ofString(HttpFixture.INITIALIZE);
      assertThat(http.send(http.to(null).uri(listening.url()).POST(first)).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void eachInitializeBeginsASessionOfItsOwn() throws Exception {
    String first = http.begin();
    String second = http.begin();
    assertThat(first).isNotEqualTo(second);
    http.post(second, HttpFixture.request(7, "ping"));
    assertThat(http.sessions.opened.get(0).taken).hasSize(1);
    assertThat(http.sessions.opened.get(1).taken).hasSize(2);
  }

  @Test
  void anInitializeThatFailsBeginsNone() throws Exception {
    HttpResponse<String> answer =
        http.post(null, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"initialize\"}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
    assertThat(answer.body())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32602,\"message\":\"no"
                + " version\"}}");
    assertThat(http.sessions.last().isClosed).isTrue();
  }

  @Test
  void requestsAreAnsweredWithJson() throws Exception {
    HttpResponse<String> answer = http.post(http.begin(), HttpFixture.request(7, "tools/list"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(answer.body()).isEqualTo("{\"id\":7,\"result\":\"tools/list\"}");
  }

  @Test
  void notificationsAndAnswersAreTakenWithoutAnAnswer() throws Exception {
    String session = http.begin();
    for (String message :
        List.of(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]")) {
      HttpResponse<String> answer = http.post(session, message);
      assertThat(answer.statusCode()).isEqualTo(202);
      assertThat(answer.body()).isEmpty();
    }
    assertThat(http.sessions.last().taken).hasSize(4);
  }

  @Test
  void batchesAreAnsweredWithAnArray() throws Exception {
    HttpResponse<String> answer =
        http.post(
            http.begin("2025-03-26"),
            "[" + HttpFixture.request(1, "a") + "," + HttpFixture.request(2, "b") + "]");
    assertThat(answer.body()).isEqualTo("[{\"id\":1},{\"id\":2}]");
  }

  @Test
  void aRequestWithoutASessionIsToldToInitialize() throws Exception {
    HttpResponse<String> answer = http.post(null, HttpFixture.request(3, "tools/list"));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":\"header"
                + " Mcp-Session-Id is missing: send initialize first, and with all that follows the"
                + " Mcp-Session-Id that came with its answer\"}}");
  }

  @Test
  void anUnknownSessionIsNotFound() throws Exception {
    String ended =
        error(
            -32600,
            "session of this Mcp-Session-Id is unknown or has ended: start a new one with"
                + " initialize, without this header");
    HttpResponse<String> posted = http.post("nobody", HttpFixture.request(3, "ping"));
    assertThat(posted.statusCode()).isEqualTo(404);
    assertThat(posted.body()).isEqualTo(ended);
    assertThat(http.send(http.to("nobody").GET()).statusCode()).isEqualTo(404);
    assertThat(http.send(http.to("nobody").DELETE()).body()).isEqualTo(ended);
  }

  @Test
  void deleteEndsASession() throws Exception {
    String session = http.begin();
    HttpResponse<String> answer = http.send(http.to(session).DELETE());
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(http.sessions.last().isClosed).isTrue();
    assertThat(http.post(session, HttpFixture.request(3, "ping")).statusCode()).isEqualTo(404);
  }

  @Test
  void deleteEndsWhatIsStillAsked() throws Exception {
    String session = http.begin();
    CompletableFuture<HttpResponse<String>> asked =
        http.client.sendAsync(
            http.to(session).POST(BodyPublishers.ofString(HttpFixture.request(5, "wait"))).build(),
            HttpResponse.BodyHandlers.ofString());
    awaitTaken(5);
    try (HttpFixture.Events events = http.listen(session, null)) {
      http.send(http.to(session).DELETE());
      assertThat(asked.join().statusCode()).isEqualTo(404);
      assertThat(events.rest()).containsExactly("id: 1-0|retry: 1000|data:");
    }
  }

  private void awaitTaken(Object id) {
    await().until(() -> http.sessions.last().waiting.containsKey(id));
  }

  @Test
  void getAndDeleteNeedASession() throws Exception {
    String missing =
        error(
            -32600,
            "header Mcp-Session-Id is missing: POST initialize first, and send the Mcp-Session-Id"
                + " that came with its answer");
    HttpResponse<String> got = http.send(http.to(null).GET());
    assertThat(got.statusCode()).isEqualTo(400);
    assertThat(got.body()).isEqualTo(missing);
    assertThat(http.send(http.to(null).DELETE()).body()).isEqualTo(missing);
  }

  @Test
  void otherMethodsAreNotServed() throws Exception {
    HttpResponse<String> answer = http.send(http.to(null).PUT(BodyPublishers.ofString("x")));
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).contains("POST, GET, DELETE, OPTIONS");
    assertThat(answer.body())
        .isEqualTo(error(-32600, "method PUT is not served: POST a JSON-RPC message"));
    try (Raw raw = http.raw()) {
      assertThat(raw.write("HEAD /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").status())
          .isEqualTo(405);
    }
  }

  @Test
  void otherPathsLeadToTheEndpoint() throws Exception {
    HttpResponse<String> answer =
        http.send(http.to(null).uri(http.url().resolve("/")).POST(BodyPublishers.ofString("{}")));
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body())
        .isEqualTo(error(-32600, "nothing is served here: the endpoint is " + http.url()));
  }

  @Test
  void aRevisionThatIsNotSpokenIsRefused() throws Exception {
    String session = http.begin();
    HttpResponse<String> answer =
        http.send(http.to(session).header("MCP-Protocol-Version", "1999-01-01").DELETE());
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"MCP-Protocol-Version"
                + " 1999-01-01 is not supported here: send one of 2025-11-25, 2025-06-18,"
                + " 2025-03-26,"
                + " 2024-11-05\",\"data\":{\"supported\":[\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]}}}");
  }

  @Test
  void anyRevisionThatIsSpokenIsTaken() throws Exception {
    String session = http.begin();
    for (String revision : List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")) {
      HttpResponse<String> answer =
          http.send(
              http.to(session)
                  .header("MCP-Protocol-Version", revision)
                  .POST(BodyPublishers.ofString(HttpFixture.request(1, "ping"))));
      assertThat(answer.statusCode()).isEqualTo(200);
    }
  }

  /**
   * With OkHttp: under load, Java 17's client closes connections of its own accord (JDK-8338569).
   */
  @Test
  void manyClientsAreServedAtOnce() throws Exception {
    var okHttp = new OkHttpClient();
    var threads = Executors.newFixedThreadPool(16);
    var answers = new ConcurrentHashMap<String, Integer>();
    var clients = new ArrayList<Future<?>>();
    for (int c = 0; c < 16; c++) {
      int client = c;
      clients.add(
          threads.submit(
              () -> {
                String session = http.begin();
                for (int i = 0; i < 300; i++) {
                  String method = "m" + client + "-" + i;
                  Request request =
                      new Request.Builder()
                          .url(http.url().toString())
                          .header("Accept", "application/json, text/event-stream")
                          .header("Mcp-Session-Id", session)
                          .post(RequestBody.create(HttpFixture.request(i, method), JSON))
                          .build();
                  String body = okHttp.newCall(request).execute().body().string();
                  assertThat(body).isEqualTo("{\"id\":" + i + ",\"result\":\"" + method + "\"}");
                  answers.merge(session, 1, Integer::sum);
                }
                return null;
              }));
    }
    for (Future<?> client : clients) {
      client.get();
    }
    threads.shutdown();
    assertThat(answers).hasSize(16).values().containsOnly(300);
  }

  @Test
  void manyRequestsOfOneClientAreServedAtOnce() throws Exception {
    String session = http.begin();
    var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
    for (int i = 0; i < 200; i++) {
      answers.add(
          http.client.sendAsync(
              http.to(session)
                  .POST(BodyPublishers.ofString(HttpFixture.request(i, "wait")))
                  .build(),
              HttpResponse.BodyHandlers.ofString()));
    }
    for (int i = 199; i >= 0; i--) {
      awaitTaken(i);
      http.sessions.last().answer(i);
    }
    for (int i = 0; i < 200; i++) {
      assertThat(answers.get(i).join().body())
          .isEqualTo("{\"id\":" + i + ",\"result\":\"at last\"}");
    }
  }

  /** Waits until the server is done with all requests, which it is a little after the answer. */
  private static void awaitServed() {
    await()
        .until(
            () ->
                Thread.getAllStackTraces().values().stream()
                    .flatMap(Arrays::stream)
                    .noneMatch(
                        frame -> frame.getClassName().equals(HttpTransport.class.getName())));
  }

  @Test
  void theOldestIdleSessionMakesRoomForANewOne() throws Exception {
    http.close();
    http = HttpFixture.with(HttpFixture.limits(2, Duration.ofMinutes(1), Duration.ofSeconds(15)));
    String first = http.begin();
    String second = http.begin();
    awaitServed();
    http.post(first, HttpFixture.request(1, "ping"));
    awaitServed();
    String third = http.begin();
    assertThat(http.post(second, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(404);
    assertThat(http.post(first, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(200);
    assertThat(http.post(third, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(200);
    assertThat(http.sessions.opened)
        .extracting(s -> s.isClosed)
        .containsExactly(false, true, false);
  }

  @Test
  void sessionsThatWereJustUsedDoNotMakeRoom() throws Exception {
    http.close();
    Duration hour = Duration.ofHours(1);
    http = HttpFixture.with(new HttpLimits(2, hour, hour, 4 << 20, hour, hour));
    String first = http.begin();
    String second = http.begin();
    awaitServed();
    HttpResponse<String> refused = http.post(null, HttpFixture.INITIALIZE);
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValueAsLong("Retry-After")).isPresent();
    assertThat(refused.headers().firstValueAsLong("Retry-After").getAsLong())
        .isBetween(3_000L, 3_600L);
    assertThat(http.post(first, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(200);
    assertThat(http.post(second, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(200);
  }

  @Test
  void sessionsThatAreListenedToDoNotMakeRoom() throws Exception {
    http.close();
    http = HttpFixture.with(HttpFixture.limits(2, Duration.ofMinutes(1), Duration.ofSeconds(15)));
    try (HttpFixture.Events one = http.listen(http.begin(), null);
        HttpFixture.Events two = http.listen(http.begin(), null)) {
      HttpResponse<String> answer = http.post(null, HttpFixture.INITIALIZE);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body())
          .isEqualTo(
              error(-32603, "all 2 sessions are in use: end one with DELETE, or try again later"));
      assertThat(one.next()).isEqualTo(two.next());
    }
  }

  @Test
  void whereOneSessionIsAllowedANewOneEndsTheOneBefore() throws Exception {
    http.close();
    http = HttpFixture.with(HttpFixture.limits(1, Duration.ofMinutes(1), Duration.ofSeconds(15)));
    try (HttpFixture.Events events = http.listen(http.begin(), null)) {
      String second = http.begin();
      assertThat(events.rest()).hasSize(1);
      assertThat(http.post(second, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void sessionsThatNobodyUsesEnd() throws Exception {
    http.close();
    http = HttpFixture.with(HttpFixture.limits(9, Duration.ofSeconds(2), Duration.ofSeconds(15)));
    String heard = http.begin();
    try (HttpFixture.Events events = http.listen(heard, null)) {
      String idle = http.begin();
      await().until(() -> http.sessions.last().isClosed); // the other one is older
      assertThat(http.post(idle, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(404);
      assertThat(http.sessions.opened)
          .extracting(each -> each.isClosed)
          .containsExactly(false, true);
      assertThat(http.post(heard, HttpFixture.request(1, "ping")).statusCode()).isEqualTo(200);
      assertThat(events.next()).isEqualTo("id: 1-0|retry: 1000|data:");
    }
  }

  @Test
  void closingEndsAllAtOnce() throws Exception {
    http.close();
    http = HttpFixture.with(HttpFixture.limits(9, Duration.ofHours(1), Duration.ofHours(1)));
    String session = http.begin();
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    HttpFixture.Events events = http.listen(session, null);
    http.transport.close();
    assertThat(events.rest()).containsExactly("id: 1-0|retry: 1000|data:");
    assertThat(http.sessions.last().isClosed).isTrue();
    assertThatThrownBy(() -> http.post(session, HttpFixture.request(1, "ping")))
        .isInstanceOf(IOException.class);
    assertThat(before)
        .filteredOn(Thread::isAlive)
        .filteredOn(t -> !t.isDaemon())
        .noneMatch(thread -> thread.getName().startsWith("HTTP"));
  }

  @Test
  void anAddressThatIsOpenToOthersNeedsAToken() {
    assertThatThrownBy(
            () ->
                HttpTransport.listen(
                    new InetSocketAddress("0.0.0.0", 0),
                    HttpFixture.OPEN,
                    http.sessions,
                    http.noted::note,
                    HttpLimits.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "address 0.0.0.0 is open to other machines: set a token, or listen at 127.0.0.1");
  }

  @Test
  void anAddressThatIsTakenIsNamed() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var address = new InetSocketAddress(taken.getInetAddress(), taken.getLocalPort());
      assertThatThrownBy(
              () ->
                  HttpTransport.listen(
                      address,
                      HttpFixture.OPEN,
                      http.sessions,
                      http.noted::note,
                      HttpLimits.DEFAULT))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "address 127.0.0.1 cannot be listened at, port "
                  + taken.getLocalPort()
                  + ": Address already in use");
    }
  }

  @Test
  void anErrorInTheServerIsToldToTheClientAndNotedInOneLine() throws Exception {
    HttpResponse<String> failed = http.post(http.begin(), HttpFixture.request(3, "throw"));
    assertThat(failed.statusCode()).isEqualTo(500);
    assertThat(failed.body())
        .isEqualTo(
            error(
                -32603,
                "request failed because of an error in the server:"
                    + " java.lang.IllegalStateException: as asked,\\nin two lines"));
    await().until(() -> !http.noted.lines.isEmpty()); // after it is answered
    assertThat(http.noted.lines)
        .containsExactly(
            "a request over HTTP failed: java.lang.IllegalStateException: as asked,\\u000ain two"
                + " lines");
  }

  @Test
  void messagesReachTheSessionAsTheyAre() throws Exception {
    http.post(http.begin(), "{\"method\":\"é\",\"params\":[null,true]}");
    assertThat(http.sessions.last().taken.get(1))
        .isEqualTo(
            Map.of("method", "é", "params", new ArrayList<>(java.util.Arrays.asList(null, true))));
  }
}
