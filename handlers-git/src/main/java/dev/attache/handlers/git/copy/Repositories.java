package dev.attache.handlers.git.copy;

import dev.attache.handlers.git.address.Repository;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The repositories of one run, each of which is asked about a ref once, so that all that is read of
 * it is of one commit. Thread-safe.
 */
public final class Repositories implements AutoCloseable {

  private final CopySettings settings;
  private final Map<String, String> environment;
  private final HostGuard guard;
  private final Map<Repository, OpenRepository> open = new HashMap<>();
  private @Nullable CopyPlace place;

  public Repositories(CopySettings settings, Map<String, String> environment) {
    this.settings = settings;
    this.environment = Map.copyOf(environment);
    this.guard = new HostGuard(settings);
  }

  public CopySettings settings() {
    return settings;
  }

  /** Refuses a repository whose host must not be asked, as far as its name tells. */
  public void requireHost(Repository repository, String subject) throws ResourceException {
    guard.requireName(repository, subject);
  }

  /** Opens a repository; nobody is asked yet. */
  public synchronized OpenRepository open(Repository repository, Caller caller)
      throws ResourceException {
    OpenRepository found = open.get(repository);
    if (found == null) {
      found = new OpenRepository(copy(repository, caller));
      open.put(repository, found);
    }
    return found;
  }

  private RepositoryCopy copy(Repository repository, Caller caller) throws ResourceException {
    try {
      if (place == null) {
        place = CopyPlace.open(environment, settings.cacheBytes());
      }
    } catch (IOException e) {
      String message = "the cache of repositories cannot be used: " + e.getMessage();
      throw ResourceException.of(Kind.FAILED, caller.subject(), message, e);
    }
    Path directory = place.copyOf(repository);
    Git git = Git.find(caller.subject(), directory, environment, settings.proxy());
    return new RepositoryCopy(directory, place, git, new RemoteGit(git, guard, repository));
  }

  @Override
  public synchronized void close() {
    open.values().forEach(OpenRepository::close);
    if (place != null) {
      place.close();
    }
  }
}
