package dev.attache.handlers.mcp;

import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The handler of {@code mcp+SERVER+URI}: what servers of the Model Context Protocol offer.
 *
 * <p>The address is split at its first two {@code +}; what follows is the server's own URI, byte
 * for byte, and becomes the URI of the resource. {@code mcp+SERVER+} is all that the server lists,
 * in its order. A URI with {@code {variables}} is a template (RFC 6570, level 4), unless the server
 * lists it just so.
 *
 * <p>Configuration: {@code variables}, a table of strings and lists of strings, which templates
 * take, and {@code html}, the form of HTML pages as for {@code http:}. The servers are handed down
 * by the application as {@link McpServers}.
 *
 * <p>Thread-safe.
 */
public final class McpHandler implements ResourceHandler {

  /** More servers than these are rarely read at the same time. */
  private static final int SERVERS_AT_ONCE = 4;

  private final @Nullable Function<HandlerContext, Connections> others;

  /** Creates the handler; done by the engine. */
  public McpHandler() {
    others = null;
  }

  /** Creates the handler with other connections than those that are handed down. */
  McpHandler(Function<HandlerContext, Connections> connections) {
    others = connections;
  }

  private Connections connections(HandlerContext context) {
    return others == null ? Connections.handedDown(context) : others.apply(context);
  }

  @Override
  public Set<String> schemes() {
    return Set.of("mcp");
  }

  /** {@code mcp+SERVER+URI}, and {@code mcp+SERVER+} for all that a server lists. */
  @Override
  public boolean ownsNamed() {
    return true;
  }

  /** The server: each may mean something else by one URI. */
  @Override
  public String source(ResourceUri uri) {
    return McpAddress.source(uri.value());
  }

  /** As many as each server is asked at once. */
  @Override
  public int parallelism(HandlerContext context) {
    int servers = connections(context).all().size();
    return ServerRun.READS_AT_ONCE * Math.max(1, Math.min(servers, SERVERS_AT_ONCE));
  }

  /** As long as its server may take to start, and to answer. */
  @Override
  public @Nullable Duration timeLimit(ResourceUri uri, HandlerContext context) {
    Optional<McpServer> server =
        McpAddress.find(uri.value())
            .flatMap(address -> connections(context).find(address.server()));
    if (server.isEmpty()) {
      return null;
    }
    return server.get().startTimeout().plus(ServerRun.answerTime(server.get()));
  }

  /** The server by its alias, its URI as it is; an unknown server as it is, too. */
  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    McpAddress address = McpAddress.parse(uri.value());
    return new AddressBook(connections(context)).canonical(address).toUri();
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    new McpExpansion(connections(context), context, sink).expand(references);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    return new McpReading(connections(context), context).read(uri);
  }
}
