package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.git.address.RefName;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The copy of one repository: of each commit that somebody has asked for the trees, and those files
 * that somebody has read. Used by one thread at a time, but for {@link #read}.
 */
final class RepositoryCopy implements AutoCloseable {

  private static final String REFS = "refs/attache/";

  private final Path directory;
  private final CopyPlace place;
  private final Git git;
  private final RemoteGit remote;
  private final Map<Optional<String>, String> confirmed = new HashMap<>();
  private BlobReader blobs;

  RepositoryCopy(Path directory, CopyPlace place, Git git, RemoteGit remote) {
    this.directory = directory;
    this.place = place;
    this.git = git;
    this.remote = remote;
    this.blobs = git.blobs();
  }

  /** Where the repository has moved to; null if it has not. */
  @Nullable String movedTo() {
    return remote.movedTo();
  }

  /**
   * Finds the commit that a ref leads to: asks the repository or, offline, what it said last.
   *
   * @param ref null for the branch that it shows first
   */
  RemoteCommit commit(@Nullable String ref, Caller caller) throws ResourceException {
    var seen = new SeenRefs(directory);
    try {
      if (!remote.isLocal() && caller.isOffline()) {
        RemoteCommit last = seen.find(ref);
        if (last == null) {
          throw caller.failure(
              Kind.FAILED, "is not in the cache, and --offline allows no requests");
        }
        return last;
      }
      if (ref != null && RefName.isCommit(ref)) {
        create(caller);
        return fetchIfNew(ref, ref, caller, seen);
      }
      create(caller);
      return fetchIfNew(remote.commit(ref, caller), ref, caller, seen);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw unusable(e, caller);
    }
  }

  private void create(Caller caller) throws ResourceException, IOException {
    if (!Files.isDirectory(directory)) {
      place.change(directory, caller, () -> place.create(directory));
    }
  }

  private RemoteCommit fetchIfNew(String commit, @Nullable String ref, Caller caller, SeenRefs seen)
      throws ResourceException, IOException {
    if (!has(commit)) {
      fetch(commit, caller);
    }
    confirmed.put(Optional.ofNullable(ref), commit);
    return seen.put(ref, commit);
  }

  private boolean has(String commit) {
    return Files.exists(directory.resolve(REFS + commit));
  }

  private void fetch(String commit, Caller caller) throws ResourceException, IOException {
    place.change(
        directory,
        caller,
        () -> {
          place.create(directory);
          if (!has(commit)) { // another process may have been quicker
            removeLocks();
            place.grow();
            remote.fetch(commit, REFS + commit, caller, arrival(caller));
          }
        });
  }

  /** What a process that died has locked, nobody else would unlock. */
  private void removeLocks() throws IOException {
    for (String each : List.of("shallow.lock", "config.lock", "packed-refs.lock", "HEAD.lock")) {
      Files.deleteIfExists(directory.resolve(each));
    }
  }

  private GitCall.Watch arrival(Caller caller) throws IOException {
    Path objects = directory.resolve("objects");
    long before = CopyTrim.size(objects);
    long[] told = {0};
    return () -> {
      long arrived;
      try {
        arrived = CopyTrim.size(objects) - before;
      } catch (IOException e) {
        return; // git moves files about
      }
      if (arrived > place.maxBytes()) {
        throw caller.failure(
            Kind.TOO_LARGE,
            "sends more than " + place.maxBytes() + " bytes, the size of the cache");
      }
      caller.progress().received(Math.max(0, arrived - told[0]));
      told[0] = Math.max(told[0], arrived);
    };
  }

  /** Lists all files of a commit; a copy that is torn is made anew, if somebody can be asked. */
  List<TreeFile> files(String commit, Caller caller) throws ResourceException {
    List<String> list = List.of("ls-tree", "-r", "-z", "--full-tree", commit);
    GitCall.Printed printed = git.local(list, new byte[0], caller);
    if (!printed.isGood()) {
      renew(commit, caller);
      printed = git.local(list, new byte[0], caller);
    }
    if (!printed.isGood()) {
      throw remote.failure(printed.errors(), caller);
    }
    touch();
    return TreeFile.parse(printed.output());
  }

  private void touch() {
    try {
      CopyPlace.touch(directory);
    } catch (IOException e) {
      // It looks older than it is, and may have to be made again.
    }
  }

  /** Throws the copy away and makes it anew. */
  void renew(String commit, Caller caller) throws ResourceException {
    if (!remote.isLocal() && caller.isOffline()) {
      throw caller.failure(
          Kind.FAILED, "is damaged in the cache, and --offline allows no requests");
    }
    blobs.close();
    try {
      place.change(directory, caller, () -> place.discard(directory));
      fetch(commit, caller);
      for (var each : confirmed.entrySet()) {
        new SeenRefs(directory).put(each.getKey().orElse(null), each.getValue());
      }
      blobs = git.blobs();
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw unusable(e, caller);
    }
  }

  /** Returns how many bytes each of these objects has that are in the copy. */
  Map<String, Long> sizes(Collection<String> objects, Caller caller) throws ResourceException {
    var sizes = new HashMap<String, Long>();
    if (objects.isEmpty()) {
      return sizes;
    }
    GitCall.Printed printed =
        git.local(
            List.of("cat-file", "--batch-check=%(objectname) %(objectsize)"),
            lines(objects),
            caller);
    for (String line : new String(printed.output(), UTF_8).lines().toList()) {
      String[] words = line.split(" ", -1);
      if (words.length == 2 && words[1].matches("[0-9]{1,18}")) {
        sizes.put(words[0], Long.valueOf(words[1]));
      }
    }
    return sizes;
  }

  /** Has these files sent that are not in the copy, all at once. */
  void fetchFiles(Collection<String> objects, Caller caller) throws ResourceException {
    Set<String> missing = new HashSet<>(objects);
    missing.removeAll(sizes(objects, caller).keySet());
    if (missing.isEmpty()) {
      return;
    }
    if (!remote.isLocal() && caller.isOffline()) {
      throw caller.failure(Kind.FAILED, "is not in the cache, and --offline allows no requests");
    }
    try {
      place.change(
          directory,
          caller,
          () -> {
            removeLocks();
            place.grow();
            remote.fetchObjects(lines(new ArrayList<>(missing)), caller, arrival(caller));
          });
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw unusable(e, caller);
    }
    blobs.close(); // or it would not see them
    blobs = git.blobs();
  }

  private static byte[] lines(Collection<String> objects) {
    return (String.join("\n", objects) + "\n").getBytes(US_ASCII);
  }

  /**
   * Reads a file, or the beginning of one that is larger.
   *
   * @param limit how many bytes there may be; of a larger one there is one more
   * @return null if it is not in the copy
   * @throws IOException if the copy is torn
   */
  byte @Nullable [] read(String object, long limit) throws IOException {
    return blobs.read(object, limit);
  }

  private static ResourceException unusable(IOException e, Caller caller) {
    return ResourceException.of(
        Kind.FAILED, caller.subject(), "cannot be kept in the cache: " + FileProblem.of(e), e);
  }

  @Override
  public void close() {
    blobs.close();
  }
}
