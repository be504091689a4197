package dev.attache.mcp.session;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@Tag("slow")
class SessionConnectionTest {

  private Hostile hostile = new Hostile(); // starts nothing yet

  @AfterEach
  void stop() {
    hostile.close();
  }

  @Test
  void listsAllPages() throws McpException {
    assertThat(hostile.connect().listResources(PATIENCE))
        .extracting(each -> each.get("name"))
        .containsExactly("Seite 0", "Seite 1", "Seite 2");
  }

  @Test
  void listsNothingThatTheServerDoesNotOffer() throws McpException {
    assertThat(hostile.connect().listResourceTemplates(PATIENCE)).isEmpty();
  }

  @Test
  void listsWhatIsGoodBesideWhatIsNot() throws McpException {
    hostile = new Hostile("odd-entries");
    assertThat(hostile.connect().listResources(PATIENCE))
        .extracting(each -> String.valueOf(each.get("name")))
        .containsExactly("null", "Seite 0", "null", "Seite 1", "null", "Seite 2");
  }

  @ParameterizedTest
  @CsvSource({
    "repeats, the cursor of a page before, 2 entries, Seite 0 Seite 7",
    "empty-cursor, an empty cursor, one entry, Seite 0"
  })
  void keepsWhatCameOfAListThatDoesNotEndAsItShould(
      String mode, String cursor, String came, String names) throws McpException {
    hostile = new Hostile(mode);
    assertThat(hostile.connect().listResources(PATIENCE))
        .extracting(each -> String.valueOf(each.get("name")))
        .satisfies(listed -> assertThat(String.join(" ", listed)).isEqualTo(names));
    assertThat(hostile.notes)
        .containsExactly(
            "the MCP server hostile ended resources/list with "
                + cursor
                + "; what came by then is the list: "
                + came);
  }

  @Test
  void keepsWhatCameOfAListWithoutEnd() throws McpException {
    hostile = new Hostile("pages-for-ever");
    assertThat(hostile.connect().listResources(PATIENCE)).hasSize(1000);
    assertThat(hostile.notes)
        .containsExactly(
            "the MCP server hostile answered resources/list with more than 1000 pages; what came by"
                + " then is the list: 1000 entries");
  }

  @Test
  void endsAListOfTooManyEntries() throws McpException {
    hostile = new Hostile("many-entries", "pages-for-ever");
    McpException failure = listFailure();
    assertThat(failure)
        .hasMessage(
            "the MCP server hostile answered resources/list with more than 100000 entries, which is"
                + " the most: 2 pages with 120000 entries were received by then and discarded");
    assertThat(failure.kind()).isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void endsAListOfTooManyBytes() throws McpException {
    hostile = new Hostile("large-entries", "pages-for-ever");
    McpException failure = listFailure();
    assertThat(failure)
        .hasMessage(
            "the MCP server hostile answered resources/list with more than 64 MiB, which is the"
                + " most: 11 pages with 11 entries were received by then and discarded");
    assertThat(failure.kind()).isEqualTo(Kind.TOO_LARGE);
  }

  @Test
  void endsAListThatTakesTooLongAndNamesTheWholeTime() throws McpException {
    hostile = new Hostile("slow-pages", "pages-for-ever");
    McpConnection connection = hostile.connect();
    McpException failure =
        catchThrowableOfType(
            McpException.class, () -> connection.listResources(Duration.ofSeconds(1)));
    assertThat(failure)
        .hasMessageMatching(
            "the MCP server hostile did not answer resources/list within 1 s: only ([23] pages with"
                + " [23] entries|one page with one entry) came");
    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
  }

  @Test
  void givesAllPagesTogetherTheTimeOfOneAnswer() throws McpException {
    hostile = new Hostile("slow-pages"); // three, each after 300 ms
    McpConnection connection = hostile.connect();
    McpException failure =
        catchThrowableOfType(
            McpException.class, () -> connection.listResources(Duration.ofMillis(750)));
    assertThat(failure)
        .hasMessageStartingWith(
            "the MCP server hostile did not answer resources/list within 750 ms");
    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
  }

  private McpException listFailure() throws McpException {
    McpConnection connection = hostile.connect();
    return catchThrowableOfType(McpException.class, () -> connection.listResources(PATIENCE));
  }

  @Test
  void passesArgumentsAndMetaOn() throws McpException {
    Map<String, Object> result =
        hostile.connect().callTool("t", Map.of("ä", 1), Map.of("m", true), null, PATIENCE);
    assertThat(result.get("content")).hasToString("[{name=t, arguments={ä=1}, _meta={m=true}}]");
  }

  @Test
  void callsAToolOnStandardStreamsWithoutTheListOfTools() throws McpException {
    hostile = new Hostile("modern"); // which ends when it is asked for that
    assertThat(hostile.connect().callTool("t", Map.of(), Map.of(), null, PATIENCE))
        .containsKey("content");
  }

  @Test
  void tellsOfProgress() throws McpException {
    var steps = new ArrayList<Object>();
    hostile
        .connect()
        .callTool("t", Map.of(), Map.of(), each -> steps.add(each.get("progress")), PATIENCE);
    assertThat(steps).containsExactly(1, 2, 3);
  }

  @Test
  void handsProgressOnToTheCallingThreadWhichMayAskTheServer() throws McpException {
    McpConnection connection = hostile.connect();
    var threads = new HashSet<Thread>();
    connection.callTool(
        "t",
        Map.of(),
        Map.of(),
        each -> {
          read(connection);
          threads.add(Thread.currentThread());
        },
        PATIENCE);
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void doesNotWaitLongerForACallWithProgress() throws McpException {
    McpConnection connection = hostile.connect();
    assertThat(
            catchThrowableOfType(
                McpException.class,
                () ->
                    connection.callTool(
                        "never", Map.of(), Map.of(), each -> {}, Duration.ofMillis(50))))
        .hasMessage("the MCP server hostile did not answer tools/call within 50 ms");
  }

  @Test
  void passesOnWhatWhoTakesTheProgressThrows() throws McpException {
    McpConnection connection = hostile.connect();
    var thrown = new IllegalStateException("enough");
    assertThatThrownBy(
            () ->
                connection.callTool(
                    "t",
                    Map.of(),
                    Map.of(),
                    each -> {
                      throw thrown;
                    },
                    PATIENCE))
        .isSameAs(thrown);
    read(connection);
  }

  @Test
  void answersAPing() throws McpException {
    assertThat(answerTo("ping", Map.of())).isEqualTo("{jsonrpc=2.0, id=1, result={}}");
  }

  @Test
  void doesNotAnswerWhatTakesLongToRepeat() throws McpException {
    assertThat(answerTo("long-pings", Map.of())).isEqualTo("{jsonrpc=2.0, id=3, result={}}");
  }

  @Test
  void refusesOtherQuestions() throws McpException {
    assertThat(answerTo("other-question", Map.of())).startsWith("{jsonrpc=2.0, id=q, error={");
  }

  @Test
  void outlivesAStormOfQuestionsAndGoesOnAsking() throws McpException {
    McpConnection connection = hostile.connect();
    assertThat(connection.callTool("storm", Map.of(), Map.of(), null, PATIENCE))
        .isEqualTo(Map.of("content", List.of()));
    await().untilAsserted(() -> read(connection)); // when it has read the answers
    assertThat(hostile.notes).isEmpty();
  }

  @Test
  void takesTheFirstAnswerToARequestAndNoneToAnother() throws McpException {
    for (int i = 0; i < 2; i++) {
      assertThat(answerTo("strange-answers", Map.of())).isEqualTo("{text=first}");
    }
  }

  @Test
  void keepsAThousandCallsApart() throws Exception {
    McpConnection connection = hostile.connect();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      var answers = new ArrayList<Future<Map<String, Object>>>();
      for (int i = 0; i < 1000; i++) {
        Map<String, Object> arguments = Map.of("n", i);
        answers.add(
            threads.submit(() -> connection.callTool("t", arguments, Map.of(), null, PATIENCE)));
      }
      for (int i = 0; i < 1000; i++) {
        assertThat(Hostile.first(answers.get(i).get(), "content").get("arguments"))
            .isEqualTo(Map.of("n", i));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void failsAllCallsThatWaitWhenTheServerEnds() throws Exception {
    McpConnection connection = hostile.connect();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      var waiting = new ArrayList<Future<McpException>>();
      for (int i = 0; i < 100; i++) {
        waiting.add(threads.submit(() -> callFailure(connection, "never")));
      }
      assertThat(
              catchThrowableOfType(
                  McpException.class, () -> connection.readResource("hostile:die", PATIENCE)))
          .hasMessageContaining("did not answer resources/read: it ended with exit code 7");
      for (var each : waiting) {
        McpException failure = each.get();
        assertThat(failure.kind()).isEqualTo(Kind.CLOSED);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static final Map<String, Object> FORM =
      Map.of(
          "message",
          "Who?",
          "requestedSchema",
          Map.of(
              "required", List.of("name"),
              "properties",
                  Map.of(
                      "name", Map.of("type", "string", "default", "Zoë"),
                      "age", Map.of("type", "integer"))));

  @Test
  void declinesQuestionsToTheUser() throws McpException {
    assertThat(answerTo("ask", FORM)).isEqualTo("{jsonrpc=2.0, id=4711, result={action=decline}}");
  }

  @Test
  void acceptsWhatAFormProposesIfItMay() throws McpException {
    hostile = new Hostile(true);
    String answer = answerTo("ask", FORM);
    assertThat(answer).contains("action=accept", "content={name=Zoë}");
  }

  @Test
  void declinesAFormThatProposesTooLittle() throws McpException {
    hostile = new Hostile(true);
    Map<String, Object> form =
        Map.of("requestedSchema", Map.of("required", List.of("name"), "properties", Map.of()));
    assertThat(answerTo("ask", form)).contains("action=decline");
    assertThat(answerTo("ask", Map.of("mode", "url"))).contains("action=decline");
  }

  private String answerTo(String tool, Map<String, Object> arguments) throws McpException {
    Map<String, Object> result =
        hostile.connect().callTool(tool, arguments, Map.of(), null, PATIENCE);
    return Hostile.first(result, "content").toString();
  }

  @Test
  void namesWhatAModernServerWantsToKnow() throws McpException {
    hostile = new Hostile("modern");
    McpException failure = callFailure("input");
    assertThat(failure)
        .hasMessage(
            "the MCP server hostile asks for input before it answers tools/call, which is not"
                + " supported here: name (elicitation/create): Who are you?");
    assertThat(failure.kind()).isEqualTo(Kind.INPUT_REQUIRED);
    assertThat(callFailure("odd"))
        .hasMessage(
            "the MCP server hostile answered tools/call with a result of the unknown type odd");
  }

  private McpException callFailure(String tool) throws McpException {
    return callFailure(hostile.connect(), tool);
  }

  private static McpException callFailure(McpConnection connection, String tool) {
    return catchThrowableOfType(
        McpException.class, () -> connection.callTool(tool, Map.of(), Map.of(), null, PATIENCE));
  }

  @Test
  void tellsWhatHasChangedInTheLegacyEra() throws Exception {
    assertThat(change()).isEqualTo("demo:1/part");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ends-listening", "cancels-listening"})
  void saysThatTheServerTellsNothingAnyMore(String mode) throws Exception {
    hostile = new Hostile("modern", mode);
    var subscription = hostile.connect().subscribe(List.of("demo:1"), uri -> {}, PATIENCE);
    await().until(() -> !hostile.notes.isEmpty());
    subscription.close();
    assertThat(hostile.notes)
        .containsExactly("the MCP server hostile no longer reports changes to demo:1");
  }

  @Test
  void tellsWhatHasChangedInTheModernEra() throws Exception {
    hostile = new Hostile("modern");
    assertThat(change()).isEqualTo("elsewhere:1");
  }

  private String change() throws Exception {
    BlockingQueue<String> changes = new LinkedBlockingQueue<>();
    McpConnection connection = hostile.connect();
    try (var subscription =
        connection.subscribe(
            List.of("demo:1"),
            uri -> {
              read(connection); // a call from the callback must not stand still
              changes.add(uri);
            },
            PATIENCE)) {
      assertThat(subscription).isNotNull();
      String change = changes.take();
      assertThat(changes).isEmpty();
      return change;
    }
  }

  private static void read(McpConnection connection) {
    try {
      connection.readResource("demo:1", PATIENCE);
    } catch (McpException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void saysWhenAServerWillNotTell() throws McpException {
    hostile = new Hostile("modern", "agrees-not");
    McpConnection connection = hostile.connect();
    assertThat(
            catchThrowableOfType(
                McpException.class,
                () -> connection.subscribe(List.of("demo:1"), uri -> {}, PATIENCE)))
        .hasMessage("the MCP server hostile does not report when these resources change");
  }
}
