package dev.attache.cli.chat;

import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolution;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.resource.secrets.SensitiveNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** The workspace of a session and its servers, for what texts name. */
final class ChatPlace implements NamedInText.Place {

  private final Path workspace;
  private final ResolverSession resolving;

  /**
   * @param workspace absolute, free of symlinks
   */
  ChatPlace(Path workspace, ResolverSession resolving) {
    this.workspace = workspace;
    this.resolving = resolving;
  }

  @Override
  public NamedInText.Found path(String path) {
    try {
      Path file = workspace.resolve(path);
      if (path.isEmpty() || !Files.exists(file)) {
        return NamedInText.Found.NOTHING;
      }
      Path real = file.toRealPath();
      if (!real.startsWith(workspace)) {
        return NamedInText.Found.OUTSIDE;
      }
      return isSensitive(file) || isSensitive(real)
          ? NamedInText.Found.SENSITIVE
          : NamedInText.Found.FILE;
    } catch (IOException | InvalidPathException e) {
      return NamedInText.Found.NOTHING;
    }
  }

  private static boolean isSensitive(Path file) {
    Path name = file.getFileName();
    Path parent = file.getParent();
    return name != null
        && !Files.isDirectory(file)
        && SensitiveNames.match(parent == null ? "" : parent.toString(), name.toString());
  }

  @Override
  public boolean matches(String pattern) {
    try (Resolution plan =
        resolving.resolver(References.of(List.of(pattern)), false).plan(List.of(pattern))) {
      for (Outcome outcome : plan) {
        if (outcome instanceof Outcome.Planned) {
          return true;
        }
      }
      return false;
    } catch (UsageException e) {
      return false; // said when the turn is read
    }
  }

  @Override
  public boolean hasServer(String name) {
    try {
      return resolving.servers().get().find(name).isPresent();
    } catch (UsageException e) {
      return false; // said when a server is needed
    }
  }
}
