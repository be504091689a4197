package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.wire.Message;
import dev.attache.support.json.LenientValues;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The dialect of 2026-07-28: no sessions, and each request says in its headers what it is about.
 *
 * <p>A request is cancelled by closing its answer, and a server asks nothing.
 */
final class ModernDialect implements HttpDialect {

  private static final String VERSION = "2026-07-28";
  private static final String CANCELLED = "notifications/cancelled";
  private static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
  private static final Set<String> NAMED = Set.of("tools/call", "resources/read", "prompts/get");

  private final HttpFailures failures;
  private final ToolHeaders tools;

  ModernDialect(HttpFailures failures, ToolHeaders tools) {
    this.failures = failures;
    this.tools = tools;
  }

  @Override
  public void start(Host host) {
    // all that comes is said to a request
  }

  @Override
  public boolean isSent(Message message) {
    return message instanceof Message.Request
        || (message instanceof Message.Notification notice && !notice.method().equals(CANCELLED));
  }

  @Override
  public void apply(Message message, HttpRequest.Builder request) {
    if (message instanceof Message.Request asked) {
      apply(asked.method(), asked.params(), request);
    } else if (message instanceof Message.Notification notice) {
      apply(notice.method(), notice.params(), request);
    }
  }

  private void apply(String method, Map<String, Object> params, HttpRequest.Builder request) {
    String version = LenientValues.text(LenientValues.object(params.get("_meta")).get(VERSION_KEY));
    request.setHeader("MCP-Protocol-Version", version == null ? VERSION : version);
    request.setHeader("Mcp-Method", method);
    Object name = params.containsKey("name") ? params.get("name") : params.get("uri");
    if (NAMED.contains(method) && name instanceof String text) {
      request.setHeader("Mcp-Name", HeaderValue.encode(text));
    }
    if (method.equals("tools/call")) {
      tools.apply(params, request::setHeader);
    }
  }

  @Override
  public void accepted(Message.Request asked, HttpHeaders headers) {
    // the message says it all
  }

  @Override
  public @Nullable Message received(Message message, Message.@Nullable Request asked) {
    if (!(message instanceof Message.Answer answer)) {
      return message instanceof Message.Notification ? message : null;
    }
    if (asked == null || !asked.id().equals(answer.id())) {
      return null;
    }
    boolean isList = asked.method().equals("tools/list") && answer.error() == null;
    return isList ? Message.Answer.result(asked.id(), tools.learn(answer.result())) : answer;
  }

  /** An error of the protocol is an answer, whatever its status, but for who may not ask. */
  @Override
  public Message.Answer refused(HttpResponse<byte[]> refusal, Message.@Nullable Request asked)
      throws McpException {
    int status = refusal.statusCode();
    Message.ErrorObject error = HttpFailures.error(refusal.body());
    if (asked == null || error == null || status == 401 || status == 403) {
      throw failures.ofStatus(status, refusal.headers(), refusal.body());
    }
    return Message.Answer.error(asked.id(), error);
  }

  @Override
  public CompletableFuture<?> farewell() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void close(McpException why) {
    // nothing was opened
  }
}
