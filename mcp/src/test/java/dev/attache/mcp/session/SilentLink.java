package dev.attache.mcp.session;

import dev.attache.mcp.McpException;
import dev.attache.mcp.session.ServerLink.Era;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A way to a server that takes everything and never says a word. */
final class SilentLink implements ServerLink {

  final List<JSONRPCMessage> sent = new CopyOnWriteArrayList<>();
  private final McpClientTransport transport = new Transport();
  private Runnable closed = () -> {};
  private Runnable taken = () -> {};
  private volatile boolean isOpen = true;

  /** Has something happen as soon as a message was taken. */
  void onTaken(Runnable happens) {
    taken = happens;
  }

  /** Ends it, without a word to who waits. */
  void end() {
    isOpen = false;
  }

  @Override
  public McpClientTransport open(Era era) {
    return transport;
  }

  @Override
  public void onClosed(Runnable listener) {
    closed = listener;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public McpException explain(Throwable thrown, String method) {
    return new McpException(McpException.Kind.CLOSED, method + " failed", thrown);
  }

  @Override
  public void close(boolean isHurried) {
    end();
    closed.run();
  }

  private final class Transport implements McpClientTransport {

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
      return Mono.empty();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
      return Mono.fromRunnable(
          () -> {
            sent.add(message);
            taken.run();
          });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return JsonMaps.INSTANCE.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty();
    }
  }
}
