package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The commands that the references of one run name, by their canonical URIs: with what a canonical
 * URI does not hold, such as the time that a command may take. Thread-safe.
 */
final class NamedCommands {

  private final Map<ResourceUri, CommandUri> commands = new ConcurrentHashMap<>();

  /** Those of the run that a call belongs to. */
  static NamedCommands of(HandlerContext context) {
    return context.perRun(NamedCommands.class, NamedCommands::new);
  }

  /** Remembers a command, unless another reference has named it before. */
  void add(ResourceUri uri, CommandUri command) {
    commands.putIfAbsent(uri, command);
  }

  @Nullable CommandUri find(ResourceUri uri) {
    return commands.get(uri);
  }
}
