package dev.attache.mcp;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one server, on which any number of threads can ask at once.
 *
 * <p>Answers are JSON objects as the server gave them: maps in the order of the server, of String,
 * Boolean, Integer, Long, BigInteger, Double, List, Map and null values, unknown fields included.
 * Nothing is validated that is not used here.
 *
 * <p>Every call waits for the answer at most as long as {@code timeout}, and as long as the
 * server's definition says ({@link McpServer#requestTimeout}); after that, or when its thread is
 * interrupted, the server is told that the request is cancelled, and the call fails with {@link
 * McpException.Kind#TIMEOUT}. When the server ends, all calls fail at once. While a question of the
 * server to the user is open ({@link Elicitation}), the time stands still.
 */
public interface McpConnection extends AutoCloseable {

  /** {@return the server as it was defined} */
  McpServer server();

  /** {@return the revision of the protocol that is spoken: {@code 2025-11-25}} */
  String protocolVersion();

  /**
   * {@return what the server says of itself: {@code name}, {@code version}, {@code title}; empty if
   * nothing}
   */
  Map<String, Object> serverInfo();

  /** {@return what the server offers: {@code resources}, {@code tools}, …; empty if nothing} */
  Map<String, Object> capabilities();

  /** {@return the text by which the server wants models to understand it; null if there is none} */
  @Nullable String instructions();

  /**
   * {@return all pages of {@code resources/list}; empty, without asking, if the server offers none}
   *
   * @param timeout how long all pages together may take
   * @throws McpException if the server does not answer in time, or with an error
   */
  List<Map<String, Object>> listResources(Duration timeout) throws McpException;

  /**
   * {@return all pages of {@code resources/templates/list}; empty if the server offers none}
   *
   * @param timeout how long all pages together may take
   * @throws McpException if the server does not answer in time, or with an error
   */
  List<Map<String, Object>> listResourceTemplates(Duration timeout) throws McpException;

  /**
   * {@return all pages of {@code tools/list}; empty, without asking, if the server offers none}
   *
   * @param timeout how long all pages together may take
   * @throws McpException if the server does not answer in time, or with an error
   */
  List<Map<String, Object>> listTools(Duration timeout) throws McpException;

  /**
   * {@return the result of {@code resources/read}}
   *
   * @param uri the URI as the server lists it, or made from one of its templates
   * @param timeout how long the answer may take
   * @throws McpException if the server does not answer in time, or with an error, such as that
   *     there is no such resource
   */
  Map<String, Object> readResource(String uri, Duration timeout) throws McpException;

  /**
   * {@return the result of {@code tools/call}, whatever its {@code isError}}
   *
   * @param name the name that the server lists it by
   * @param arguments JSON values by name, not checked here
   * @param meta what is sent as {@code _meta} besides what the protocol puts there
   * @param progress takes the parameters of each {@code notifications/progress} about this call, on
   *     the thread that calls, before this returns; it may ask the connection in turn, but the
   *     timeout goes on meanwhile; null if nobody wants them
   * @param timeout how long the answer may take
   * @throws McpException if the server does not answer in time, or with an error of the protocol
   */
  Map<String, Object> callTool(
      String name,
      Map<String, Object> arguments,
      Map<String, Object> meta,
      @Nullable Consumer<Map<String, Object>> progress,
      Duration timeout)
      throws McpException;

  /**
   * Has the server say when one of these resources changes ({@code resources/subscribe}, or {@code
   * subscriptions/listen}).
   *
   * @param uris URIs as the server lists them
   * @param updated takes the URI of what changed, until the subscription is closed; on another
   *     thread, one for all subscriptions, on which it may ask the connection in turn
   * @param timeout how long it may take until the server has agreed
   * @return what ends the subscription when it is closed
   * @throws McpException if the server cannot do that, or does not answer in time
   */
  Subscription subscribe(Collection<String> uris, Consumer<String> updated, Duration timeout)
      throws McpException;

  /**
   * {@return how long questions of the server to the user have been open, all together: so much
   * longer may a call have taken than its timeout}
   */
  default Duration userTime() {
    return Duration.ZERO;
  }

  /** {@return whether the server can still be asked} */
  boolean isOpen();

  /**
   * Ends the connection, and the server if it was started for it: closes its standard input, then
   * asks it to end, then kills it with all that it started. Calls that still wait fail at once.
   * Never fails, and takes a few seconds at the most.
   */
  @Override
  void close();

  /** What a server was asked to tell. */
  interface Subscription extends AutoCloseable {

    /** Ends it; what the server has sent before may still arrive. */
    @Override
    void close();
  }
}
