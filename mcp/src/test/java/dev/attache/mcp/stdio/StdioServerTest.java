package dev.attache.mcp.stdio;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of a server that stays alive, one server for all tests but those that kill it. */
@Tag("process")
@Tag("slow")
class StdioServerTest {

  private static Hostile hostile;

  @BeforeAll
  static void start() {
    hostile = new Hostile();
  }

  @AfterAll
  static void stop() {
    hostile.close();
  }

  @Test
  void greetsTheServer() throws McpException {
    McpConnection connection = hostile.connect();
    assertThat(connection.protocolVersion()).isEqualTo("2025-11-25");
    assertThat(connection.serverInfo()).containsEntry("name", "hostile");
    assertThat(connection.capabilities()).containsKeys("resources", "tools");
    assertThat(connection.instructions()).isEqualTo("Äußerst höflich fragen");
    assertThat(connection.server()).isSameAs(hostile.server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo:1",
        "\u20ac:\ud83d\ude00",
        "hostile:twice",
        "hostile:pieces",
        "hostile:crlf",
        "hostile:batch",
        "hostile:flood-out",
        "hostile:flood-errors"
      })
  void readsTheAnswer(String uri) throws McpException {
    assertThat(hostile.read(uri)).isEqualTo("Grüße von " + uri);
    assertThat(hostile.read("demo:2")).isEqualTo("Grüße von demo:2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hostile:error|ERROR|with error -32002: Resource not found",
        "hostile:no-object|INVALID|with a result that is not a JSON object",
        "hostile:null|INVALID|with a result that is not a JSON object",
        "hostile:neither|INVALID|with neither a result nor an error",
        "hostile:without|INVALID|without \"contents\", or not as it should be",
        "hostile:invalid|INVALID|with a line that is not JSON",
        "hostile:utf-8|INVALID|with a line that is not in UTF-8",
        "hostile:deep|INVALID|with a line that is nested deeper than 1000 levels",
        "hostile:digits|INVALID|with a line that has a number of more than 1000 characters",
        "hostile:values|TOO_LARGE|with a line that has more than 2000000 values, the limit",
        "hostile:blob|TOO_LARGE|with a line of 17825906 bytes; at most 7340032 are read",
        "hostile:blob-id-last|TOO_LARGE|with a line of 17825898 bytes; at most 7340032 are read",
      })
  void saysWhatIsWrongWithTheAnswer(String uri, Kind kind, String message) throws McpException {
    McpException failure = failure(uri, PATIENCE);
    assertThat(String.valueOf(failure.getMessage()).replaceAll("line of 178\\d+", "line of 178…"))
        .isEqualTo(
            "the MCP server hostile answered resources/read "
                + message.replaceAll("line of 178\\d+", "line of 178…"));
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(hostile.read("demo:2")).isEqualTo("Grüße von demo:2");
  }

  @Test
  void keepsWhatIsGoodBesideWhatIsNot() throws McpException {
    assertThat(hostile.connect().readResource("hostile:mixed", PATIENCE))
        .hasToString("{contents=[{uri=a, text=b}, 7]}");
  }

  @Test
  void repeatsOnlyTheBeginningOfALongError() throws McpException {
    assertThat(failure("hostile:long-error", PATIENCE))
        .hasMessageMatching(
            "the MCP server hostile answered resources/read with error -32002: (Oh ){300,}O?h?…")
        .matches(e -> String.valueOf(e.getMessage()).length() < 1100);
  }

  @Test
  void readsANameWithHalfACharacter() throws McpException {
    assertThat(hostile.connect().readResource("hostile:half", PATIENCE).toString())
        .isEqualTo("{contents=[{uri=a, text=ü\ufffd, k\ufffd\ud83d\ude00={}}]}");
  }

  @Test
  void waitsNoLongerThanItIsTold() throws McpException {
    hostile.connect();
    for (String uri : List.of("hostile:never", "hostile:no-id")) {
      McpException failure = failure(uri, Duration.ofMillis(300));
      assertThat(failure)
          .hasMessage("the MCP server hostile did not answer resources/read within 300 ms");
      assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    }
  }

  @Test
  void keepsTheFlagOfAnInterruptedThread() throws McpException {
    hostile.connect();
    Thread.currentThread().interrupt();
    McpException failure = failure("hostile:never", PATIENCE);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(failure)
        .hasMessage("waiting for the MCP server hostile to answer resources/read was interrupted");
    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void mixesUpNothingAmongManyThreads() throws Exception {
    McpConnection connection = hostile.connect();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    var tasks = new ArrayList<Callable<Integer>>();
    for (int thread = 0; thread < 16; thread++) {
      String prefix = "demo:" + thread + "-";
      tasks.add(
          () -> {
            int right = 0;
            for (int i = 0; i < 500; i++) {
              String text = Hostile.text(connection.readResource(prefix + i, PATIENCE));
              right += text.equals("Grüße von " + prefix + i) ? 1 : 0;
            }
            return right;
          });
    }
    int right = 0;
    for (Future<Integer> each : threads.invokeAll(tasks)) {
      right += each.get();
    }
    threads.shutdown();
    assertThat(right).isEqualTo(16 * 500);
  }

  private static final String BANNER =
      "the MCP server hostile printed something on its standard output that is not a protocol"
          + " message (ignored): \"Welcome to Hostile 1.0\"";

  @Test
  void saysOnceWhatIsNoMessage() throws McpException {
    try (var loud = new Hostile("banner", "no-errors")) {
      assertThat(loud.read("demo:1")).isEqualTo("Grüße von demo:1");
      loud.read("hostile:flood-out");
      assertThat(loud.notes).containsExactly(BANNER);
    }
  }

  @Test
  void saysAtTheEndHowManyMoreSuchLinesThereWere() throws McpException {
    try (var loud = new Hostile("banner")) {
      loud.read("hostile:flood-out");
      assertThat(catchThrowableOfType(McpException.class, () -> loud.read("hostile:die")))
          .isNotNull();
      loud.read("hostile:flood-out"); // of another process
      loud.stop();
      loud.stop();
      assertThat(loud.notes)
          .containsExactly(BANNER, "the MCP server hostile printed 40003 more lines of that kind");
    }
  }

  @Test
  void saysNothingMoreOfOneLine() throws McpException {
    try (var quiet = new Hostile("hint")) {
      quiet.read("demo:1");
      quiet.stop();
      assertThat(quiet.notes).hasSize(1);
    }
  }

  @Test
  void takesAnErrorWithoutAnIdForTheAnswerToTheOnlyRequest() throws Exception {
    try (var vague = new Hostile()) {
      for (String uri : List.of("hostile:error-without-id", "hostile:error-with-null-id")) {
        assertThat(catchThrowableOfType(McpException.class, () -> vague.read(uri)))
            .hasMessage(
                "the MCP server hostile answered resources/read with error -32700: Parse error");
      }
      assertThat(vague.notes).isEmpty();
    }
  }

  @Test
  void takesAnErrorWithoutAnIdForNoAnswerIfThereAreTwoRequests() throws Exception {
    try (var vague = new Hostile()) {
      McpConnection connection = vague.connect();
      var other =
          CompletableFuture.supplyAsync(
              () ->
                  catchThrowableOfType(
                      McpException.class,
                      () -> connection.readResource("hostile:never", Duration.ofMillis(600))));
      TimeUnit.MILLISECONDS.sleep(200);
      McpException failure =
          catchThrowableOfType(
              McpException.class,
              () -> connection.readResource("hostile:error-without-id", Duration.ofMillis(200)));
      assertThat(failure.kind()).isEqualTo(McpException.Kind.TIMEOUT);
      assertThat(other.get().kind()).isEqualTo(McpException.Kind.TIMEOUT);
      assertThat(vague.notes).hasSize(1);

      vague.read("demo:1");
      assertThat(
              catchThrowableOfType(
                  McpException.class, () -> vague.read("hostile:error-without-id")))
          .hasMessageContaining("error -32700"); // who gave up counts no more
    }
  }

  @Test
  void doesNotHangWithAServerThatDoesNotRead() throws McpException {
    try (var deaf = new Hostile("deaf")) {
      McpConnection connection = deaf.connect();
      String long64k = "x".repeat(64 << 10);
      List<Kind> kinds =
          List.of(1, 2, 3).parallelStream()
              .map(
                  i ->
                      catchThrowableOfType(
                              McpException.class,
                              () -> connection.readResource(long64k, Duration.ofMillis(200)))
                          .kind())
              .collect(Collectors.toList());
      assertThat(kinds).containsOnly(Kind.TIMEOUT);
    }
  }

  private static McpException failure(String uri, Duration timeout) throws McpException {
    McpConnection connection = hostile.connect();
    return catchThrowableOfType(McpException.class, () -> connection.readResource(uri, timeout));
  }
}
