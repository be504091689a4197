package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a server: listed, and called.
 *
 * <p>Over HTTP in the modern era, arguments can have to be repeated in headers, and only the list
 * of tools says which: so there it is asked for before the first call, and again when the server
 * misses a header. The transport reads it in passing. Thread-safe.
 */
final class ServerTools {

  /** How a server refuses headers that are not as its tool wants them. */
  private static final int HEADER_MISMATCH = -32020;

  private final EraRequests requests;
  private final ListPages pages;
  private final UnaskedMessages incoming;
  private final boolean hasHeaders;
  private final ReentrantLock listing = new ReentrantLock();
  private volatile boolean isListed;

  /**
   * @param hasHeaders whether a call has headers
   */
  ServerTools(EraRequests requests, ListPages pages, UnaskedMessages incoming, boolean hasHeaders) {
    this.requests = requests;
    this.pages = pages;
    this.incoming = incoming;
    this.hasHeaders = hasHeaders;
  }

  List<Map<String, Object>> list(Duration timeout) throws McpException {
    List<Map<String, Object>> tools =
        requests.offers("tools") ? pages.all("tools/list", "tools", timeout) : List.of();
    isListed = true;
    return tools;
  }

  Map<String, Object> call(
      String name,
      Map<String, Object> arguments,
      Map<String, Object> meta,
      @Nullable Consumer<Map<String, Object>> progress,
      Duration timeout)
      throws McpException {
    var params = new LinkedHashMap<String, Object>();
    params.put("name", name);
    params.put("arguments", arguments);
    if (!meta.isEmpty()) {
      params.put("_meta", meta);
    }
    if (progress == null) {
      return call(params, null, timeout);
    }
    var steps = new CallProgress(progress);
    String token = incoming.follow(steps);
    try {
      var followed = new LinkedHashMap<>(meta);
      followed.put("progressToken", token);
      params.put("_meta", followed);
      return call(params, steps, timeout);
    } finally {
      incoming.unfollow(token);
    }
  }

  private Map<String, Object> call(
      Map<String, Object> params, @Nullable CallProgress progress, Duration timeout)
      throws McpException {
    Duration patience = requests.patience(timeout);
    if (!hasHeaders) {
      return ask(params, progress, patience);
    }
    long deadline = System.nanoTime() + patience.toNanos();
    listOnce(deadline);
    try {
      return ask(params, progress, rest(deadline));
    } catch (McpException e) {
      if (e.code().orElse(0) != HEADER_MISMATCH) {
        throw e;
      }
      learn(deadline);
      return ask(params, progress, rest(deadline));
    }
  }

  private static Duration rest(long deadline) {
    return Duration.ofNanos(deadline - System.nanoTime());
  }

  private void listOnce(long deadline) throws McpException {
    if (isListed) {
      return;
    }
    try {
      if (!listing.tryLock(rest(deadline).toNanos(), TimeUnit.NANOSECONDS)) {
        throw requests.failure(Kind.TIMEOUT, "did not list its tools in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw requests.failure(Kind.TIMEOUT, "was listing its tools when that was interrupted");
    }
    try {
      if (!isListed) {
        learn(deadline);
      }
    } finally {
      listing.unlock();
    }
  }

  /** Has the transport learn which headers there are; a server that does not list has none. */
  private void learn(long deadline) throws McpException {
    try {
      list(rest(deadline));
    } catch (McpException e) {
      if (e.kind() != Kind.ERROR) {
        throw e;
      }
      isListed = true;
    }
  }

  private Map<String, Object> ask(
      Map<String, Object> params, @Nullable CallProgress progress, Duration timeout)
      throws McpException {
    Map<String, Object> result = requests.ask("tools/call", params, progress, timeout);
    if (!result.containsKey("structuredContent")) {
      requests.objects(result, "content", "tools/call");
    }
    return result;
  }
}
