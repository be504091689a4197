package dev.attache.mcp.session;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A transport that tells each {@link SentRequest} the id that the session of the SDK gave it, and
 * hands results on as they are.
 *
 * <p>The session keeps its ids to itself, but a call cannot be cancelled, nor a subscription
 * recognised, without.
 */
final class NumberedTransport implements McpClientTransport {

  private final McpClientTransport transport;
  private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> session = message -> message;

  NumberedTransport(McpClientTransport transport) {
    this.transport = transport;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    session = handler;
    return transport.connect(handler);
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    if (message instanceof JSONRPCRequest request && request.params() instanceof SentRequest call) {
      call.numbered(request.id());
      return transport.sendMessage(
          new JSONRPCRequest("2.0", request.method(), request.id(), call.params()));
    }
    return transport.sendMessage(message);
  }

  /** Has the session forget a request, which it would otherwise remember until it is answered. */
  void forget(Object id) {
    session.apply(Mono.just(new JSONRPCResponse("2.0", id, Map.of(), null))).subscribe();
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    transport.setExceptionHandler(handler);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return transport.closeGracefully();
  }

  @Override
  public List<String> protocolVersions() {
    return transport.protocolVersions();
  }

  /**
   * Only maps are asked for; a transport hands over what went wrong with an answer in its place.
   */
  @Override
  @SuppressWarnings("unchecked") // keys are texts in JSON, and who asked knows what he asked for
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    if (data instanceof RuntimeException thrown) {
      throw thrown;
    }
    if (!(data instanceof Map)) {
      throw AnswerException.noObject();
    }
    return (T) data;
  }
}
