package dev.attache.cli.serve;

import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Conversation;
import dev.attache.history.StoreException;
import dev.attache.server.SessionOpener;
import dev.attache.server.watch.SourceChanges;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The opener of a conversation whose workspace the client names: the first directory among its
 * roots, or the directory in which the server was started. A root that holds the user's home
 * directory is refused; {@code --workspace} can name it. Thread-safe.
 */
final class RootedConversation implements SessionOpener, AutoCloseable {

  /** The maker of a conversation in the workspace of a run. */
  @FunctionalInterface
  interface Maker {
    ServedConversation in(Run run, ResolverSession resolving) throws StoreException, UsageException;
  }

  private final Run run;
  private final ResolverSession start;
  private final Maker maker;
  private final boolean isKept;
  private @Nullable ResolverSession elsewhere;
  private @Nullable ServedConversation conversation;
  private volatile boolean hasFailed;

  /**
   * @param run the run in the directory that the server was started in
   * @param start the resolver there
   * @param isKept whether the conversation has a name
   */
  RootedConversation(Run run, ResolverSession start, Maker maker, boolean isKept) {
    this.run = run;
    this.start = start;
    this.maker = maker;
    this.isKept = isKept;
  }

  @Override
  public boolean asksForRoots() {
    return true;
  }

  @Override
  public Opening open() throws IOException {
    return open(List.of());
  }

  @Override
  public synchronized Opening open(List<String> roots) throws IOException {
    try {
      if (conversation == null) {
        conversation = make(workspace(roots));
      }
      return conversation.open();
    } catch (UsageException e) {
      hasFailed = true;
      throw new IOException(e.getMessage(), e);
    } catch (IOException e) {
      hasFailed = true;
      throw e;
    }
  }

  private ServedConversation make(@Nullable Path workspace) throws StoreException, UsageException {
    if (workspace == null || workspace.equals(run.realWorkspace())) {
      return maker.in(run, start);
    }
    run.console().note("workspace " + workspace + ", as the client says");
    Run there = run.in(workspace);
    ResolverSession opened = ResolverSession.open(there, false);
    elsewhere = opened;
    return maker.in(there, opened);
  }

  /** The first root that can be a workspace; null if there is none. */
  private @Nullable Path workspace(List<String> roots) {
    for (String root : roots) {
      Path directory = directory(root);
      if (directory == null) {
        run.console().note("the client's root " + root + " is not a directory and not used");
      } else if (holdsHome(directory)) {
        run.console()
            .note(
                "the client's root "
                    + directory
                    + " holds your home directory and is not used; add --workspace to serve it");
      } else {
        return directory;
      }
    }
    return null;
  }

  private static @Nullable Path directory(String root) {
    try {
      Path path = Path.of(URI.create(root));
      return Files.isDirectory(path) ? path.toRealPath() : null;
    } catch (IOException | IllegalArgumentException | FileSystemNotFoundException e) {
      return null; // also of a URI of another scheme
    }
  }

  private boolean holdsHome(Path directory) {
    if (directory.getParent() == null) {
      return true;
    }
    try {
      String home = run.streams().environment().getOrDefault("HOME", "");
      return !home.isEmpty() && Path.of(home).toRealPath().startsWith(directory);
    } catch (IOException | InvalidPathException e) {
      return false; // there is none
    }
  }

  /** Tests whether opening the conversation has failed. */
  boolean hasFailed() {
    return hasFailed;
  }

  @Override
  public void ended(Conversation ended) {
    ServedConversation of = opened();
    if (of != null) {
      of.ended(ended);
    }
  }

  @Override
  public SourceChanges changes() {
    return (snapshot, changed) -> {
      ServedConversation of = opened();
      return of == null ? null : of.changes().onChange(snapshot, changed);
    };
  }

  @Override
  public boolean isExclusive() {
    return isKept;
  }

  private synchronized @Nullable ServedConversation opened() {
    return conversation;
  }

  @Override
  public synchronized void close() {
    if (elsewhere != null) {
      elsewhere.close();
    }
  }
}
