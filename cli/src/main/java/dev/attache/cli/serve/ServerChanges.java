package dev.attache.cli.serve;

import dev.attache.cli.permission.ServerReference;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.outcome.Snapshot;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.pool.McpServers;
import dev.attache.resource.spi.Requester;
import dev.attache.server.watch.SourceChanges;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers of MCP that attached resources come from, which are asked to tell when those change.
 * One that ends tells nothing any more, although it is started again when it is read. Thread-safe.
 */
final class ServerChanges implements SourceChanges {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ServerPool pool;

  ServerChanges(ServerPool pool) {
    this.pool = pool;
  }

  @Override
  public @Nullable Runnable onChange(Snapshot snapshot, Runnable changed) throws IOException {
    String address = snapshot.address().value();
    String name = ServerReference.name(address);
    if (name == null) {
      return null;
    }
    String uri = address.substring("mcp+".length() + name.length() + 1);
    McpServers servers = servers();
    McpServer server = servers.find(name).orElseThrow(() -> servers.unknown(name));
    McpConnection connection = servers.connect(server, Requester.USER, server.startTimeout());
    return connection.subscribe(List.of(uri), updated -> changed.run(), PATIENCE)::close;
  }

  private McpServers servers() throws IOException {
    try {
      return pool.get();
    } catch (UsageException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
