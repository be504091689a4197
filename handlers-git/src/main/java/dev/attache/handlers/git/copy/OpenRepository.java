package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A repository in one run. What has failed once fails again at once, since many files wait for the
 * same. Files that are {@linkplain #want wanted} are sent together when the first is read.
 * Thread-safe.
 */
public final class OpenRepository {

  private final RepositoryCopy copy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Optional<String>, RepositoryTree> trees = new HashMap<>();
  private final Map<Optional<String>, ResourceException> failures = new HashMap<>();
  private final Set<String> wanted = new HashSet<>();
  private final Set<String> sent = new HashSet<>();
  private @Nullable ResourceException sendFailure;

  OpenRepository(RepositoryCopy copy) {
    this.copy = copy;
  }

  /** Work that one thread does while the others wait, if they have the time. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws ResourceException;
  }

  private <T> T alone(Caller caller, Work<T> work) throws ResourceException {
    try {
      caller.require();
      if (!lock.tryLock(caller.nanosLeft(), TimeUnit.NANOSECONDS)) {
        throw caller.isOver();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw caller.interrupted();
    }
    try {
      return work.run();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the files as of a branch, a tag or a commit.
   *
   * @param ref null for the branch that the repository shows first
   */
  public RepositoryTree tree(@Nullable String ref, Caller caller) throws ResourceException {
    var key = Optional.ofNullable(ref);
    RepositoryTree tree =
        alone(
            caller,
            () -> {
              RepositoryTree known = trees.get(key);
              if (known == null) {
                known = remembering(key, caller, () -> load(ref, caller));
                trees.put(key, known);
              }
              return known;
            });
    String moved = copy.movedTo();
    if (moved != null) {
      caller.requireAllowed(moved, "redirects to " + moved + ", which ");
    }
    return tree;
  }

  private RepositoryTree load(@Nullable String ref, Caller caller) throws ResourceException {
    RemoteCommit commit = copy.commit(ref, caller);
    return new RepositoryTree(commit, copy.files(commit.commit(), caller));
  }

  private RepositoryTree remembering(Optional<String> key, Caller caller, Work<RepositoryTree> work)
      throws ResourceException {
    ResourceException before = failures.get(key);
    if (before != null) {
      throw again(before, caller);
    }
    try {
      return work.run();
    } catch (ResourceException e) {
      if (isForAll(e)) {
        failures.put(key, e);
      }
      throw e;
    }
  }

  /** Whether others would fail in the same way, who may have more time and more rights. */
  private static boolean isForAll(ResourceException e) {
    return e.kind() != Kind.TIMEOUT && e.kind() != Kind.DENIED;
  }

  private static ResourceException again(ResourceException before, Caller caller) {
    ResourceException failure =
        ResourceException.of(before.kind(), caller.subject(), before.message(), before.getCause())
            .withRemedy(before.remedy());
    return before.isTransient() ? failure.asTransient() : failure;
  }

  /** Says which files are going to be read. */
  public void want(Collection<String> objects, Caller caller) throws ResourceException {
    alone(caller, () -> wanted.addAll(objects));
  }

  /** Has all files that are wanted sent, if they are not here. */
  public void send(Caller caller) throws ResourceException {
    alone(
        caller,
        () -> {
          send(null, caller);
          return true;
        });
  }

  /** How large those files are that are here already. */
  public Map<String, Long> sizes(Collection<String> objects, Caller caller)
      throws ResourceException {
    return alone(caller, () -> copy.sizes(objects, caller));
  }

  /**
   * Reads a file, or the beginning of one that is larger.
   *
   * @param limit how many bytes there may be; of a larger one there is one more
   */
  public byte[] read(RepositoryTree tree, String object, long limit, Caller caller)
      throws ResourceException {
    return alone(
        caller,
        () -> {
          send(object, caller);
          byte[] bytes = tryToRead(object, limit);
          if (bytes == null) { // a copy that is torn is made anew
            copy.renew(tree.commit().commit(), caller);
            sent.clear();
            send(object, caller);
            bytes = tryToRead(object, limit);
          }
          if (bytes == null) {
            throw caller.failure(Kind.FAILED, "was not sent by its server");
          }
          return bytes;
        });
  }

  /**
   * @param object one more; null for none
   */
  private void send(@Nullable String object, Caller caller) throws ResourceException {
    if (object != null && sent.contains(object)) {
      return;
    }
    boolean isAlone = caller.isOffline(); // what is missing is said of that alone
    var objects = isAlone ? new HashSet<String>() : new HashSet<>(wanted);
    if (object != null) {
      objects.add(object);
    }
    objects.removeAll(sent);
    if (objects.isEmpty()) {
      return;
    }
    if (sendFailure != null && !isAlone && (object == null || wanted.contains(object))) {
      throw again(sendFailure, caller);
    }
    try {
      copy.fetchFiles(objects, caller);
    } catch (ResourceException e) {
      if (isForAll(e) && !isAlone) {
        sendFailure = e;
      }
      throw e;
    }
    sent.addAll(objects);
  }

  private byte @Nullable [] tryToRead(String object, long limit) {
    try {
      byte[] bytes = copy.read(object, limit);
      boolean isPart = bytes != null && bytes.length > limit;
      return bytes == null || isPart || isObject(bytes, object) ? bytes : null;
    } catch (IOException e) {
      return null; // git ends where it finds that something is torn
    }
  }

  /** Whether bytes are those that a name of an object stands for. */
  private static boolean isObject(byte[] bytes, String object) {
    try {
      var digest = MessageDigest.getInstance(object.length() == 40 ? "SHA-1" : "SHA-256");
      digest.update(("blob " + bytes.length + "\0").getBytes(US_ASCII));
      return HexFormat.of().formatHex(digest.digest(bytes)).equals(object);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e); // every Java has both
    }
  }

  /** Where the repository has moved to; null if it has not. */
  public @Nullable String movedTo() {
    return copy.movedTo();
  }

  void close() {
    copy.close();
  }
}
