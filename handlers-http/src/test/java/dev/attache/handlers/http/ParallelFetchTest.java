package dev.attache.handlers.http;

import static dev.attache.test.LongWait.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.http.fetch.Environment;
import dev.attache.handlers.http.fetch.RequestLimits;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many fetches at once, through the engine. */
@Tag("network")
class ParallelFetchTest {

  @TempDir private Path workspace = Path.of("");

  /** How many requests are worked on, and how many it were at most; some have to meet. */
  private static final class Count {

    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();
    private final CountDownLatch met;

    Count(int meeting) {
      met = new CountDownLatch(meeting);
    }

    RawServer server() {
      return RawServer.running(
          connection -> {
            while (true) {
              connection.readRequest();
              peak.accumulateAndGet(now.incrementAndGet(), Math::max);
              met.countDown();
              met.await();
              Thread.sleep(3); // takes a while, in which one too many would come
              now.decrementAndGet();
              connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
            }
          });
    }
  }

  @Test
  void areBoundedPerHost() throws Exception {
    var one = new Count(5);
    var other = new Count(5);
    try (var first = one.server();
        var second = other.server()) {
      List<String> urls = urls(500, first, second);
      assertThat(resolve(urls, Map.of("parallel", 12, "per-host", 5))).isEqualTo(urls);
      assertThat(one.peak).hasValue(5);
      assertThat(other.peak).hasValue(5);
      assertThat(first.accepted()).isLessThanOrEqualTo(5);
      WebFetch.assertSoon("open connections", () -> first.open() + second.open(), 0);
    }
  }

  @Test
  void areBoundedPerRun() throws Exception {
    var both = new Count(6);
    try (var first = both.server();
        var second = both.server()) {
      List<String> urls = urls(100, first, second);
      assertThat(resolve(urls, Map.of("parallel", 6))).isEqualTo(urls);
      assertThat(both.peak).hasValue(6);
    }
  }

  @Test
  void areOneAtATimeIfThatIsWanted() throws Exception {
    var both = new Count(1);
    try (var first = both.server();
        var second = both.server()) {
      List<String> urls = urls(20, first, second);
      assertThat(resolve(urls, Map.of("parallel", 1))).isEqualTo(urls);
      assertThat(both.peak).hasValue(1);
    }
  }

  @Test
  void waitForASlowHostWithoutKeepingOthers() throws Exception {
    var limits = new RequestLimits(2, 1);
    RequestLimits.Turn slow = limits.await("http://slow", 1);
    var waiting = new Thread(() -> awaitAndEnd(limits), "waiting");
    waiting.start();
    WebFetch.assertSoon("waits", waiting::getState, Thread.State.TIMED_WAITING);
    limits.await("http://other", 1).end();
    slow.end();
    waiting.join();
    limits.await("http://slow", 1).end();
  }

  private static void awaitAndEnd(RequestLimits limits) {
    try {
      limits.await("http://slow", PATIENCE.toNanos()).end();
    } catch (InterruptedIOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void giveTheirHostBackWhenTheRunHasNoTurnInTime() throws Exception {
    var limits = new RequestLimits(1, 1);
    RequestLimits.Turn first = limits.await("http://a", 1);
    assertThatThrownBy(() -> limits.await("http://b", 1))
        .isInstanceOf(InterruptedIOException.class);
    first.end();
    limits.await("http://b", 1).end();
    limits.await("http://a", 1).end();
  }

  private static List<String> urls(int count, RawServer first, RawServer second) {
    var urls = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      urls.add(first.url("/" + i));
      urls.add(second.url("/" + i));
    }
    return urls;
  }

  /** The URIs that were resolved, in the order in which they came. */
  private List<String> resolve(List<String> urls, Map<String, Object> limits) throws Exception {
    Map<String, Object> section = new LinkedHashMap<>(limits);
    section.put("allow", List.of("127.0.0.1"));
    var surroundings =
        new Environment(
            Map.of("XDG_CACHE_HOME", workspace.toRealPath().toString()), new TestDns(), null);
    var resolver =
        Resolver.builder(HandlerRegistry.of(new HttpHandler(surroundings)))
            .workspace(workspace)
            .configuration("http", section)
            .build();
    var resolved = new ArrayList<String>();
    try (Resolution resolution = resolver.resolve(urls)) {
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved item) {
          resolved.add(item.snapshot().resource().uri().value());
        }
      }
    }
    return resolved;
  }
}
