package dev.attache.core.trust;

import dev.attache.resource.secrets.ShellWords;
import dev.attache.support.places.Durability;
import dev.attache.support.places.OwnedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A secret that only this user has, in a file that only the user can read: random bytes, made when
 * they are first needed. Thread-safe, and safe for several processes at once.
 */
public final class UserKey {

  /** How many bytes it has. */
  public static final int SIZE = 32;

  private static final ReentrantLock MAKING = new ReentrantLock();

  private static final Set<PosixFilePermission> FOR_OTHERS =
      Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

  private final OwnedFile file;

  private UserKey(OwnedFile file) {
    this.file = file;
  }

  /**
   * {@return the key in a file, which need not exist}
   *
   * @param file a file that only the user can read, or none yet
   */
  public static UserKey at(Path file) {
    return at(file, Durability.DISK);
  }

  static UserKey at(Path file, Durability durability) {
    return new UserKey(new OwnedFile(file, durability));
  }

  /**
   * {@return the key; null if none was made yet}
   *
   * @throws TrustException if it cannot be read, or others may know it or have written it
   */
  public byte @Nullable [] find() throws TrustException {
    try {
      byte[] key = file.read(SIZE);
      requireUnknownToOthers();
      if (key.length != SIZE) {
        throw new TrustException(
            file + " has " + key.length + " bytes and is not a key, which has 32; move it away");
      }
      return key;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw file.failure("cannot be read", e);
    }
  }

  /**
   * {@return the key, which is made if there is none}
   *
   * @throws TrustException if that cannot be done, or others may know it or have written it
   */
  public byte[] get() throws TrustException {
    byte[] key = find();
    if (key != null) {
      return key;
    }
    MAKING.lock();
    try {
      return file.locked(this::make);
    } catch (IOException e) {
      throw file.failure("cannot be written", e);
    } finally {
      MAKING.unlock();
    }
  }

  private byte[] make() throws IOException {
    byte[] made = find(); // by somebody else, just now
    if (made == null) {
      made = new byte[SIZE];
      new SecureRandom().nextBytes(made);
      file.replace(made);
    }
    return made;
  }

  private void requireUnknownToOthers() throws IOException {
    Path path = file.path();
    if (!OwnedPath.hasPermissions(path)) {
      return;
    }
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    if (FOR_OTHERS.stream().anyMatch(permissions::contains)) {
      throw new TrustException(
          path
              + " can be read by others, who could forge your consent; create a new one: rm "
              + ShellWords.join(List.of(path.toString())));
    }
  }
}
