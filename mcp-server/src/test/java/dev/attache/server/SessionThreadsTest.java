package dev.attache.server;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.server.TestClient.Setting;
import dev.attache.server.rpc.MethodEntry;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.RequestException;
import dev.attache.server.session.ClientSession;
import dev.attache.server.session.OpeningSession;
import dev.attache.server.session.RunningRequest;
import dev.attache.server.session.SerialExecutor;
import dev.attache.server.session.SessionPool;
import dev.attache.server.session.SessionThreads;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The threads of sessions. */
class SessionThreadsTest {

  private static final String LIST = "{'jsonrpc':'2.0','id':1,'method':'resources/list'}";
  private static final String REFRESH =
      "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'refresh_resource',"
          + "'arguments':{'uri':'mem:a'}}}";

  @TempDir Path directory;
  private final MemorySources sources = new MemorySources().put("mem:a", "one");
  private final Noted noted = new Noted();

  private Setting setting(String name) throws IOException {
    return new Setting(directory.resolve(name), "mem:a").handler(sources);
  }

  /** Threads of sessions that were not there before. */
  private static Set<Thread> workers(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("attache-mcp-") && !before.contains(thread))
        .collect(Collectors.toSet());
  }

  private static CompletableFuture<@Nullable String> send(ClientSession session, String message)
      throws IOException {
    return session
        .accept(PlainJson.read(message.replace('\'', '"')), progress -> {})
        .thenApply(bytes -> bytes == null ? null : new String(bytes, UTF_8));
  }

  private static ClientSession begun(ConversationSessions sessions) throws Exception {
    ClientSession session = sessions.open(unasked -> {});
    send(
            session,
            "{'jsonrpc':'2.0','id':0,'method':'initialize','params':"
                + "{'protocolVersion':'2025-11-25','capabilities':{}}}")
        .get();
    assertThat(send(session, LIST).get()).contains("mem:a");
    return session;
  }

  @Test
  void areLeftToOthersBySessionsThatAreSlowAndEndByThemselves() throws Exception {
    Queue<Setting> settings = new ConcurrentLinkedQueue<>(List.of(setting("1"), setting("2")));
    var sessions =
        new ConversationSessions(
            new ServerOptions("1.2.3", null, 100, Duration.ofHours(1)),
            () -> settings.remove().open(),
            noted);
    Set<Thread> before = workers(Set.of());
    ClientSession slow = begun(sessions);
    ClientSession other = begun(sessions);
    CountDownLatch asked = sources.hold("mem:a");
    var refreshes = new ArrayList<CompletableFuture<@Nullable String>>();
    for (int i = 0; i < 40; i++) {
      refreshes.add(send(slow, REFRESH));
    }
    asked.await();
    assertThat(send(other, LIST).get()).contains("mem:a");
    assertThat(workers(before)).hasSizeBetween(2, 64);
    slow.close();
    for (CompletableFuture<@Nullable String> each : refreshes) {
      assertThat(each.get()).isNull();
    }
    other.close();
    Set<Thread> left = workers(before);
    await()
        .pollInterval(Duration.ofMillis(100)) // idle threads end by themselves in 5 s
        .untilAsserted(() -> assertThat(left).noneMatch(Thread::isAlive));
    sources.letGo("mem:a");
  }

  /** Fails as the JDK does where the system gives no more threads. */
  private static Thread noThread(Runnable work) {
    throw new OutOfMemoryError("unable to create native thread for " + work);
  }

  @Test
  void areNoMoreForManySessions() throws Exception {
    var pool = new SessionPool();
    Set<Thread> before = workers(Set.of());
    var isOpen = new CountDownLatch(1);
    var done = new CountDownLatch(100 * 20);
    var most = new AtomicInteger();
    var now = new AtomicInteger();
    for (int session = 0; session < 100; session++) {
      var threads = new SessionThreads(pool);
      for (int i = 0; i < 20; i++) {
        threads.execute(
            () -> {
              most.accumulateAndGet(now.incrementAndGet(), Math::max);
              try {
                isOpen.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              now.decrementAndGet();
              done.countDown();
            });
      }
      threads.close();
    }
    isOpen.countDown();
    done.await();
    assertThat(most.get()).isLessThanOrEqualTo(64);
    assertThat(workers(before)).hasSizeLessThanOrEqualTo(64);
  }

  @Test
  void goOnAfterWorkThatFails() throws Exception {
    var threads = new SessionThreads(Runnable::run);
    for (int i = 0; i < 40; i++) {
      assertThatThrownBy(
              () ->
                  threads.execute(
                      () -> {
                        throw new IllegalStateException("broken");
                      }))
          .hasMessage("broken");
    }
    var ran = new AtomicInteger();
    threads.execute(ran::incrementAndGet);
    assertThat(ran).hasValue(1);
  }

  @Test
  void refuseWorkForWhichThereIsNoThread() {
    try (var workers = new SessionThreads(new SessionPool(SessionThreadsTest::noThread))) {
      assertThatThrownBy(() -> workers.execute(() -> noted.note("run")))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(noted.lines).isEmpty();
    }
  }

  private RunningRequest request(int id) throws RequestException {
    return new RunningRequest(
        id, Params.of(Map.of()), MethodEntry.atOnce((params, out) -> {}), noted::note);
  }

  @Test
  void requestsAreAnsweredForWhichThereIsNoThread() throws Exception {
    var opened = new CountDownLatch(1);
    try (var workers = new SessionThreads(new SessionPool(SessionThreadsTest::noThread));
        OpeningSession opening =
            OpeningSession.start(
                () -> {
                  try {
                    opened.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  throw new IOException("no matter");
                },
                new Noted()::note)) {
      RunningRequest first = request(1);
      RunningRequest second = request(2);
      RunningRequest third = request(3);
      opening.whenOver(first, workers);
      opening.whenOver(second, new SerialExecutor(workers));
      opening.whenOver(third, workers);
      opened.countDown();
      String refused =
          ",\"error\":{\"code\":-32603,\"message\":\"no more threads are available; try again"
              + " later\"}}";
      assertThat(first.answer().get())
          .asString(UTF_8)
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1" + refused);
      assertThat(second.answer().get())
          .asString(UTF_8)
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
      assertThat(third.answer().get())
          .asString(UTF_8)
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3" + refused);
      assertThat(noted.lines)
          .containsExactly(
              "a request failed: no more threads are available; try again later",
              "a request failed: no more threads are available; try again later");
    }
  }
}
