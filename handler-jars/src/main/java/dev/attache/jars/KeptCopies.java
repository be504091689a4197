package dev.attache.jars;

import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.LoadFailure;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.support.places.Durability;
import dev.attache.support.places.ForeignPathException;
import dev.attache.support.places.OwnedDirectory;
import dev.attache.support.places.OwnedPath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The copies of jars in a directory of the user's own: {@code <digest>/handler.jar} of a jar, and
 * {@code <digest>/<name>.jar} of each file of a folder.
 *
 * <p>A copy appears whole or not at all. Of several processes that want the same one at once, the
 * first makes it, and the others use it.
 */
final class KeptCopies {

  private static final String ONLY_NAME = "handler.jar";
  private static final String UNFINISHED = ".unfinished-";

  private final OwnedDirectory owned;
  private final Path directory;

  KeptCopies(Path directory) {
    this(directory, Durability.DISK);
  }

  KeptCopies(Path directory, Durability durability) {
    this.owned = new OwnedDirectory(directory, durability);
    this.directory = owned.path();
  }

  /** Returns the files of the copy, which is made if it is not there or does not fit. */
  List<HashedFile> keep(HandlerJar jar) throws HandlerJarException {
    try {
      Path kept = directory.resolve(jar.digest().hex());
      owned.create();
      owned.require();
      List<HashedFile> copies = copies(jar, kept);
      if (!fits(kept, copies)) {
        alone(() -> make(jar, kept, copies));
      }
      return copies;
    } catch (HandlerJarException e) {
      throw e;
    } catch (IOException e) {
      throw new HandlerJarException(
          new HandlerProblem(
              "",
              jar.origin(),
              "it cannot be copied to " + directory + ": " + LoadFailure.reason(e),
              e instanceof ForeignPathException foreign
                  ? foreign.fix()
                  : "check that you can write there: ls -ld "
                      + ShellWords.join(List.of(directory.toString()))),
          e);
    }
  }

  void remove(ContentDigest digest) throws IOException {
    Path kept = directory.resolve(digest.hex());
    if (Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
      alone(() -> discard(kept));
    }
  }

  @FunctionalInterface
  private interface Change {
    void run() throws IOException;
  }

  /** Makes a change while no other thread and no other process makes one. */
  private void alone(Change change) throws IOException {
    synchronized (KeptCopies.class) { // a lock of a file is held by a whole process
      owned.locked(
          ".lock",
          () -> {
            change.run();
            return directory;
          });
    }
  }

  private static List<HashedFile> copies(HandlerJar jar, Path kept) {
    var copies = new ArrayList<HashedFile>();
    for (HashedFile file : jar.files()) {
      copies.add(new HashedFile(kept.resolve(name(jar, file)), file.size(), file.digest()));
    }
    return copies;
  }

  /** Of one file, which may be called this here and that there, the digest is of its bytes only. */
  private static Path name(HandlerJar jar, HashedFile file) {
    return jar.digest().equals(file.digest()) ? Path.of(ONLY_NAME) : file.name();
  }

  /** Whether the copy is the user's own and has the bytes that are trusted: reads all of them. */
  private static boolean fits(Path kept, List<HashedFile> copies) throws IOException {
    try {
      if (!Files.isDirectory(kept, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      OwnedPath.require(kept);
      for (HashedFile copy : copies) {
        var attributes =
            Files.readAttributes(copy.file(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile() || attributes.size() != copy.size()) {
          return false;
        }
        OwnedPath.require(copy.file());
        if (!HashedFile.of(copy.file(), copy.size()).hasBytesOf(copy)) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException | ForeignPathException e) {
      return false; // and so is made anew
    }
  }

  private void make(HandlerJar jar, Path kept, List<HashedFile> copies) throws IOException {
    if (fits(kept, copies)) {
      return; // another was first
    }
    removeUnfinished();
    Path unfinished =
        Files.createTempDirectory(directory, UNFINISHED, owned.permissions("rwx------"));
    try {
      for (HashedFile file : jar.files()) {
        if (!copy(file, unfinished.resolve(name(jar, file))).hasBytesOf(file)) {
          throw new HandlerJarException(
              new HandlerProblem("", jar.origin(), JarReading.CHANGED, JarReading.TRY_AGAIN), null);
        }
      }
      owned.force(unfinished);
      discard(kept);
      Files.move(unfinished, kept, StandardCopyOption.ATOMIC_MOVE);
      owned.force();
    } catch (IOException e) {
      delete(unfinished);
      throw e;
    }
  }

  private HashedFile copy(HashedFile file, Path to) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                to,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                owned.permissions("r--------"));
        OutputStream out = Channels.newOutputStream(channel)) {
      HashedFile copy = HashedFile.copy(file.file(), out, file.size());
      owned
          .durability()
          .forceFile(to, channel); // or the name may outlast a crash, and the bytes may not
      return copy;
    }
  }

  /** Takes a copy out of the way at once, then deletes it. */
  private void discard(Path kept) throws IOException {
    if (Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
      Path away = Files.createTempDirectory(directory, UNFINISHED, owned.permissions("rwx------"));
      Files.move(kept, away.resolve("discarded"), StandardCopyOption.ATOMIC_MOVE);
      delete(away);
    }
  }

  /** Removes what processes that died have left; nobody else is at work. */
  private void removeUnfinished() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : entries.toList()) {
        if (String.valueOf(entry.getFileName()).startsWith(UNFINISHED)) {
          delete(entry);
        }
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
