package dev.attache.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.history.StoreException;
import dev.attache.server.BrokenObserver;
import dev.attache.server.MemorySources;
import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import dev.attache.server.attached.SessionTools;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that wait, run at once, are given up, or never can be answered. */
class RunningRequestsTest {

  private static final String LIST = "{'jsonrpc':'2.0','id':1,'method':'resources/list'}";

  @TempDir Path directory;
  private final MemorySources sources = new MemorySources();

  private Setting setting(String... references) throws IOException {
    return new Setting(directory, references).handler(sources);
  }

  private static String refresh(Object id, String uri) {
    return "{'jsonrpc':'2.0','id':"
        + id
        + ",'method':'tools/call','params':{'name':'refresh_resource','arguments':{'uri':'"
        + uri
        + "'}}}";
  }

  private static String cancel(Object id) {
    return "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':"
        + id
        + ",'reason':'x'}}";
  }

  @Test
  void answersWhatNeedsNoAttachmentsWhileTheyAreRead() throws Exception {
    sources.put("mem:a", "one");
    CountDownLatch asked = sources.hold("mem:a");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      asked.await();
      CompletableFuture<@Nullable String> list = client.send(LIST);
      assertThat(client.ask("tools/list", "{}")).containsKey("tools");
      assertThat(client.ask("resources/templates/list", "{}")).containsKey("resourceTemplates");
      assertThat(list).isNotDone();
      sources.letGo("mem:a");
      assertThat(list.get()).contains("'uri':'mem:a'");
    }
  }

  @Test
  void holdsNoThreadForWhatWaitsForTheFirstAttachments() throws Exception {
    sources.put("mem:a", "one");
    sources.hold("mem:a");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      var lists = new ArrayList<CompletableFuture<@Nullable String>>();
      for (int i = 0; i < 1000; i++) {
        lists.add(client.send(LIST));
      }
      sources.letGo("mem:a");
      for (CompletableFuture<@Nullable String> each : lists) {
        assertThat(each.get()).contains("'uri':'mem:a'");
      }
    }
  }

  @Test
  @Tag("slow")
  void tellsOfARequestThatTakesLongUnderTheTokenOfTheClient() throws Exception {
    sources.put("mem:a", "one");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      client.answer(LIST);
      CountDownLatch asked = sources.hold("mem:a");
      CompletableFuture<@Nullable String> answer =
          client.send(
              refresh(7, "mem:a")
                  .replace("'arguments'", "'_meta':{'progressToken':0},'arguments'"));
      asked.await();
      client.related.await(2);
      sources.letGo("mem:a");
      assertThat(answer.get()).contains("one");
      assertThat(client.related.messages().subList(0, 2))
          .containsExactly(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                  + "{\"progressToken\":0,\"progress\":1,\"message\":\"reading\"}}",
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                  + "{\"progressToken\":0,\"progress\":2,\"message\":\"reading\"}}");
    }
  }

  @Test
  void givesUpWhatIsCancelledWhileItIsReadAndAnswersTheNext() throws Exception {
    sources.put("mem:a", "one");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      client.answer(LIST);
      CountDownLatch asked = sources.hold("mem:a");
      CompletableFuture<@Nullable String> answer = client.send(refresh("'x'", "mem:a"));
      asked.await();
      client.answer(cancel("'y'"));
      client.answer(cancel("0"));
      assertThat(answer).isNotDone();
      client.answer(cancel("'x'"));
      assertThat(answer.get()).isNull();
      client.answer(cancel("'x'"));
      sources.letGo("mem:a");
      assertThat(client.answer(refresh("'x'", "mem:a"))).contains("one");
    }
  }

  @Test
  void tellsANumberFromATextThatLooksLikeIt() throws Exception {
    sources.put("mem:a", "one");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      client.answer(LIST);
      sources.hold("mem:a");
      CompletableFuture<@Nullable String> number = client.send(refresh(1, "mem:a"));
      CompletableFuture<@Nullable String> text = client.send(refresh("'1'", "mem:a"));
      CompletableFuture<@Nullable String> other = client.send(refresh(2, "mem:a"));
      client.answer(cancel("'2'"));
      client.answer(cancel("2.0"));
      client.answer(cancel(1));
      assertThat(number.get()).isNull();
      assertThat(text).isNotDone();
      assertThat(other).isNotDone();
      client.answer(cancel("'1'"));
      assertThat(text.get()).isNull();
      assertThat(other).isNotDone();
      sources.letGo("mem:a");
      assertThat(other.get()).startsWith("{'jsonrpc':'2.0','id':2,'result':");
    }
  }

  @Test
  void givesUpWhatIsCancelledWhileItWaits() throws Exception {
    sources.put("mem:a", "one");
    sources.hold("mem:a");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      CompletableFuture<@Nullable String> answer = client.send(LIST);
      client.answer(cancel(1));
      assertThat(answer.get()).isNull();
      sources.letGo("mem:a");
    }
  }

  @Test
  void answersAllOfTwoRequestsUnderOneId() throws Exception {
    sources.put("mem:a", "one");
    sources.hold("mem:a");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      CompletableFuture<@Nullable String> one = client.send(LIST);
      CompletableFuture<@Nullable String> other = client.send(LIST);
      sources.letGo("mem:a");
      assertThat(one.get()).isEqualTo(other.get()).contains("mem:a");
    }
  }

  @Test
  void losesNoneOfManyCallsOfManyThreads() throws Exception {
    sources.put("mem:a", "one ".repeat(1000));
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      client.answer(LIST);
      var threads = Executors.newFixedThreadPool(16);
      var calls = new ArrayList<Callable<List<String>>>();
      for (int thread = 0; thread < 16; thread++) {
        int first = thread * 300;
        calls.add(
            () -> {
              var futures = new ArrayList<CompletableFuture<@Nullable String>>();
              for (int i = 0; i < 300; i++) {
                futures.add(client.send(call(first + i)));
              }
              var answers = new ArrayList<String>();
              for (CompletableFuture<@Nullable String> each : futures) {
                answers.add(String.valueOf(each.get()));
              }
              return answers;
            });
      }
      var ids = new HashSet<String>();
      for (var each : threads.invokeAll(calls)) {
        for (String answer : each.get()) {
          assertThat(answer).contains("'result'").doesNotContain("'isError'");
          ids.add(answer.substring(0, answer.indexOf(",'result'")));
        }
      }
      threads.shutdown();
      assertThat(ids).hasSize(4800);
      assertThat(client.notes).isEmpty();
    }
  }

  /** Every tenth refreshes, which costs an append. */
  private static String call(int id) {
    return switch (id % 10) {
      case 0 -> refresh(id, "mem:a");
      case 1 -> "{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}";
      case 2 -> "{'jsonrpc':'2.0','id':" + id + ",'method':'tools/list'}";
      case 3 ->
          "{'jsonrpc':'2.0','id':"
              + id
              + ",'method':'tools/call','params':{'name':'list_resources'}}";
      case 4, 5 ->
          "{'jsonrpc':'2.0','id':"
              + id
              + ",'method':'resources/subscribe','params':{'uri':'mem:a'}}";
      case 6 ->
          "{'jsonrpc':'2.0','id':"
              + id
              + ",'method':'resources/unsubscribe','params':{'uri':'mem:a'}}";
      case 7 ->
          "{'jsonrpc':'2.0','id':" + id + ",'method':'resources/read','params':{'uri':'mem:a'}}";
      default -> "{'jsonrpc':'2.0','id':" + id + ",'method':'resources/list'}";
    };
  }

  @Test
  void answersAllWithWhyTheSessionCannotBeOpened() {
    try (TestClient client =
        TestClient.silent(
            () -> {
              throw StoreException.of(StoreException.Kind.BUSY, "conversation x is held by 42");
            })) {
      client.begin();
      String error =
          "'error':{'code':-32603,'message':'the session cannot be opened: conversation x is held"
              + " by 42'}}";
      assertThat(client.answer(LIST)).isEqualTo("{'jsonrpc':'2.0','id':1," + error);
      assertThat(client.answer(LIST.replace("resources/list", "tools/list")))
          .isEqualTo("{'jsonrpc':'2.0','id':1," + error);
      assertThat(client.answer(refresh(2, "x"))).isEqualTo("{'jsonrpc':'2.0','id':2," + error);
      assertThat(client.answer(LIST.replace("resources/list", "ping")))
          .isEqualTo("{'jsonrpc':'2.0','id':1,'result':{}}");
      assertThat(client.notes)
          .containsExactly("the session cannot be opened: conversation x is held by 42");
    }
  }

  @Test
  void givesUpWhatRunsAndWhatWaitsWhenItIsClosed() throws Exception {
    sources.put("mem:a", "one");
    CountDownLatch asked = sources.hold("mem:a");
    TestClient client = TestClient.of(setting("mem:a"));
    CompletableFuture<@Nullable String> waits = client.send(LIST);
    asked.await();
    client.close();
    assertThat(waits.get()).isNull();
    assertThat(client.send(LIST).get()).isNull();
    sources.letGo("mem:a");
  }

  /** What stands on the way of a call of a tool is read by everybody who follows one. */
  @Test
  void reachTheToolThroughOneClass() throws Exception {
    sources.put("mem:a", "one");
    try (TestClient client = TestClient.of(setting("mem:a"))) {
      client.answer(LIST);
      CountDownLatch asked = sources.hold("mem:a");
      CompletableFuture<@Nullable String> answer =
          client.send(
              "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':"
                  + "{'name':'refresh_resource','arguments':{'uri':'mem:a'}}}");
      asked.await();
      List<String> way = way(RunningRequest.class, RefreshResourceTool.class);
      sources.letGo("mem:a");
      assertThat(answer.get()).contains("one");
      assertThat(way).containsExactly(SessionTools.class.getName());
    }
  }

  /** The classes of the server between two others on the stack of a thread that is in both. */
  private static List<String> way(Class<?> from, Class<?> to) {
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      List<String> classes =
          Arrays.stream(stack)
              .map(StackTraceElement::getClassName)
              .filter(name -> !name.contains("$$Lambda")) // what the JVM makes of a reference
              .map(name -> name.replaceFirst("\\$.*", ""))
              .distinct()
              .toList();
      int last = classes.indexOf(to.getName());
      int first = classes.indexOf(from.getName());
      if (last >= 0 && first > last) {
        return classes.subList(last + 1, first);
      }
    }
    return List.of("no thread is in " + to.getName());
  }

  @Test
  void endsWhereNotEvenAnErrorCanBeAnswered() throws Exception {
    var request =
        new RunningRequest(
            1,
            Params.of(null),
            MethodEntry.atOnce(
                (params, out) -> {
                  throw new IOException("no");
                }),
            new BrokenObserver()::note);
    assertThatThrownBy(request::run).hasMessage("broken");
    assertThat(request.answer()).isCompletedWithValue(null);
  }
}
