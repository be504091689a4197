package dev.attache.mcp.session;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.session.ServerLink.Era;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection on any {@link ServerLink}, in either era. */
public final class SessionConnection implements McpConnection {

  private static final int METHOD_NOT_FOUND = -32601;

  private final McpServer server;
  private final ServerLink wire;
  private final RequestChannel calls;
  private final Handshake.Greeting greeting;
  private final UserQuestions questions;
  private final EraRequests requests;
  private final ListPages pages;
  private final ServerTools tools;
  private final SubscribeRequests subscribing;

  private SessionConnection(
      McpServer server,
      ServerLink wire,
      RequestChannel calls,
      UnaskedMessages incoming,
      UpdateListeners subscriptions,
      Handshake.Greeting greeting,
      Consumer<String> notes) {
    this.server = server;
    this.wire = wire;
    this.calls = calls;
    this.greeting = greeting;
    this.questions = incoming.questions();
    this.requests = new EraRequests(server, calls, greeting, questions);
    this.pages = new ListPages(requests, notes);
    this.tools =
        new ServerTools(
            requests,
            pages,
            incoming,
            greeting.era() == Era.MODERN && server.way() instanceof McpServer.Endpoint);
    this.subscribing = new SubscribeRequests(server, calls, requests, subscriptions, greeting);
  }

  /**
   * Opens a wire and greets the server. If that fails, the wire is closed.
   *
   * @param timeout how long it may take until the server has answered
   */
  public static SessionConnection open(
      McpServer server, ServerLink wire, ClientProfile client, Duration timeout)
      throws McpException {
    return open(server, wire, client, timeout, Handshake.PROBE);
  }

  /**
   * Opens a wire and greets the server. If that fails, the wire is closed.
   *
   * @param probe how long it may take until the server has said whether it is a modern one
   */
  static SessionConnection open(
      McpServer server, ServerLink wire, ClientProfile client, Duration timeout, Duration probe)
      throws McpException {
    var subscriptions = new UpdateListeners(server.name(), client.notes());
    var questions = new UserQuestions(server.alias(), client.elicitation(), client.notes());
    var incoming = new UnaskedMessages(questions, subscriptions);
    var calls = new RequestChannel(server.name(), wire, incoming);
    var handshake =
        new Handshake(
            server.name(), calls, client.version(), questions.capabilities(), timeout, probe);
    boolean isGreeted = false;
    try {
      var greeting = handshake.greet();
      isGreeted = true;
      return new SessionConnection(
          server, wire, calls, incoming, subscriptions, greeting, client.notes());
    } finally {
      if (!isGreeted) {
        wire.close(false);
      }
    }
  }

  /** Tells the server that nobody waits for what it has not answered; it is closed then. */
  public void cancelAll(String reason) {
    calls.cancelAll(reason);
  }

  @Override
  public McpServer server() {
    return server;
  }

  @Override
  public String protocolVersion() {
    return greeting.version();
  }

  @Override
  public Map<String, Object> serverInfo() {
    return greeting.info();
  }

  @Override
  public Map<String, Object> capabilities() {
    return greeting.capabilities();
  }

  @Override
  public @Nullable String instructions() {
    return greeting.instructions();
  }

  @Override
  public List<Map<String, Object>> listResources(Duration timeout) throws McpException {
    return requests.offers("resources")
        ? pages.all("resources/list", "resources", timeout)
        : List.of();
  }

  @Override
  public List<Map<String, Object>> listResourceTemplates(Duration timeout) throws McpException {
    if (!requests.offers("resources")) {
      return List.of();
    }
    try {
      return pages.all("resources/templates/list", "resourceTemplates", timeout);
    } catch (McpException e) {
      if (e.code().orElse(0) == METHOD_NOT_FOUND) {
        return List.of(); // there is no capability for templates alone
      }
      throw e;
    }
  }

  @Override
  public Map<String, Object> readResource(String uri, Duration timeout) throws McpException {
    Map<String, Object> result =
        requests.ask("resources/read", Map.of("uri", uri), requests.patience(timeout));
    requests.objects(result, "contents", "resources/read");
    return result;
  }

  @Override
  public List<Map<String, Object>> listTools(Duration timeout) throws McpException {
    return tools.list(timeout);
  }

  @Override
  public Map<String, Object> callTool(
      String name,
      Map<String, Object> arguments,
      Map<String, Object> meta,
      @Nullable Consumer<Map<String, Object>> progress,
      Duration timeout)
      throws McpException {
    return tools.call(name, arguments, meta, progress, timeout);
  }

  @Override
  public Subscription subscribe(Collection<String> uris, Consumer<String> updated, Duration timeout)
      throws McpException {
    return subscribing.subscribe(uris, updated, timeout);
  }

  @Override
  public Duration userTime() {
    return Duration.ofNanos(questions.nanos());
  }

  @Override
  public boolean isOpen() {
    return wire.isOpen();
  }

  @Override
  public void close() {
    wire.close(false);
  }
}
