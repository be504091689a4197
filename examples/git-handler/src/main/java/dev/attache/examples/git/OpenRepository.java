package dev.attache.examples.git;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.errors.AmbiguousObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/**
 * The repository of the workspace, open for a run, in which a revision stays what it was when it
 * was first asked for. Thread-safe.
 */
final class OpenRepository {

  private final Repository repository;
  private final Map<String, ObjectId> revisions = new HashMap<>();

  private OpenRepository(Repository repository) {
    this.repository = repository;
  }

  /** Returns the repository, which stays open until the run ends. */
  static OpenRepository of(HandlerContext context, String uri) throws ResourceException {
    return context.perRun(OfRun.class, OfRun::new).get(context, uri);
  }

  /** Something that is done with the repository and may fail as JGit does. */
  @FunctionalInterface
  interface Use<T> {
    T with(ObjectReader reader) throws IOException;
  }

  /** Does something with the repository, and turns whatever fails into what users are told. */
  <T> T use(String uri, Use<T> use) throws ResourceException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return use.with(reader);
    } catch (IOException | RuntimeException e) { // of what is damaged JGit throws either
      throw failure(uri, e);
    }
  }

  /**
   * Returns the object that a revision names.
   *
   * @throws ResourceException {@code NOT_FOUND} if there is none
   */
  synchronized ObjectId resolve(String revision, String uri) throws ResourceException {
    ObjectId id = revisions.get(revision);
    if (id == null) {
      id = lookUp(revision, uri);
      revisions.put(revision, id);
    }
    return id;
  }

  /** Whether it has all these objects, which are spelled as full IDs. */
  boolean has(List<String> ids) throws ResourceException {
    return use(
        "git:",
        reader -> {
          for (String id : ids) {
            if (!reader.has(ObjectId.fromString(id))) {
              return false;
            }
          }
          return true;
        });
  }

  private ObjectId lookUp(String revision, String uri) throws ResourceException {
    try (var walk = new RevWalk(repository)) {
      ObjectId id = repository.resolve(revision);
      if (id != null) {
        RevObject object = walk.peel(walk.parseAny(id));
        return object.copy();
      }
    } catch (AmbiguousObjectException e) {
      throw ResourceException.of(
          Kind.FAILED, uri, "\"" + revision + "\" is the beginning of several IDs", e);
    } catch (IllegalArgumentException e) {
      throw ResourceException.of(
          Kind.INVALID_URI, uri, "\"" + revision + "\" cannot be a revision", e);
    } catch (IOException | RuntimeException e) {
      throw failure(uri, e);
    }
    throw ResourceException.of(
        Kind.NOT_FOUND, uri, "there is no revision \"" + revision + "\" in the repository");
  }

  /**
   * The messages of JGit may quote what is in the files that it read, so they are not passed on.
   */
  private static ResourceException failure(String uri, Exception e) {
    if (e instanceof ResourceException known) {
      return known;
    }
    if (e instanceof MissingObjectException) {
      return ResourceException.of(
          Kind.NOT_FOUND,
          uri,
          "the repository has not all that this takes: it is damaged, or a shallow or partial clone",
          e);
    }
    return ResourceException.of(
        Kind.FAILED, uri, "the repository cannot be read: " + e.getClass().getSimpleName(), e);
  }

  /** The repository of a run; none until it is asked for. */
  static final class OfRun implements AutoCloseable {

    private final Map<GitDirectory, OpenRepository> open = new HashMap<>(1);

    synchronized OpenRepository get(HandlerContext context, String uri) throws ResourceException {
      GitDirectory directory = GitDirectory.find(uri, context);
      OpenRepository known = open.get(directory);
      if (known == null) {
        known = open(directory, uri);
        open.put(directory, known);
      }
      return known;
    }

    /** As a bare one: its work tree, its index and the filters between them are of no interest. */
    private static OpenRepository open(GitDirectory directory, String uri)
        throws ResourceException {
      Surroundings.install();
      try {
        return new OpenRepository(
            new FileRepository(
                new FileRepositoryBuilder()
                    .setGitDir(directory.gitDirectory().toFile())
                    .setGitCommonDir(directory.commonDirectory().toFile())
                    .setBare()
                    .setup()));
      } catch (IOException | RuntimeException e) {
        throw failure(uri, e);
      }
    }

    @Override
    public synchronized void close() {
      open.values().forEach(each -> each.repository.close());
      open.clear();
    }
  }
}
