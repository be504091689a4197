package dev.attache.store.blobs;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobDirectory;
import dev.attache.store.packs.PackFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The sign that a batch is alive, and the contents that it has found in the store and counts on: a
 * file of their digests, locked as long as the batch is open. It is made, extended and looked at
 * only under the lock of the directory.
 */
final class BlobPins {

  /** Those of this JVM: a file that is opened twice here would lose its lock. */
  private static final ConcurrentMap<Path, BlobPins> OURS = new ConcurrentHashMap<>();

  private static final String SUFFIX = ".live";

  private final Path file;
  private final FileChannel channel;

  private BlobPins(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Makes them for a batch whose files begin with that name, while nobody collects. */
  static BlobPins create(BlobDirectory directory, String name) throws IOException {
    Path file = directory.temporary().toRealPath().resolve(name + SUFFIX);
    FileChannel channel = StoreFiles.create(file);
    try {
      if (tryLock(channel) == null) {
        throw new IOException(file + " is locked by another process");
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    BlobPins pins = new BlobPins(file, channel);
    OURS.put(file, pins);
    return pins;
  }

  /** Keeps contents, while nobody collects. */
  void add(Collection<ContentDigest> digests) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(digests.size() * PackFormat.DIGEST_BYTES);
    for (ContentDigest each : digests) {
      bytes.put(PackFormat.digest(each));
    }
    bytes.flip();
    long end = channel.size();
    for (long at = end; bytes.hasRemaining(); ) {
      at += channel.write(bytes, at);
    }
  }

  /** Gives the contents free. */
  void close() {
    try {
      Files.deleteIfExists(file);
      channel.close();
    } catch (IOException e) {
      // collect removes what is left of it
    } finally {
      OURS.remove(file);
    }
  }

  /** The batch that a temporary file belongs to; each name has one dot, before its kind. */
  static String batch(Path file) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  /**
   * Returns what a batch keeps, or null if it is dead; asked while nobody writes.
   *
   * @param name the batch
   */
  static @Nullable Set<ContentDigest> kept(BlobDirectory directory, String name)
      throws IOException {
    Path file = directory.temporary().toRealPath().resolve(name + SUFFIX);
    BlobPins ours = OURS.get(file);
    if (ours != null) {
      try {
        return digests(ours.channel);
      } catch (ClosedChannelException e) {
        return null; // it has just ended
      }
    }
    try (FileChannel channel = StoreFiles.openWritable(file)) {
      return tryLock(channel) == null ? digests(channel) : null;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    return channel.tryLock(Long.MAX_VALUE - 1, 1, false); // far from what is read and written
  }

  private static Set<ContentDigest> digests(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
      // until all is there
    }
    bytes.flip();
    Set<ContentDigest> digests = new HashSet<>();
    while (bytes.remaining() >= PackFormat.DIGEST_BYTES) {
      byte[] digest = new byte[PackFormat.DIGEST_BYTES];
      bytes.get(digest);
      digests.add(ContentDigest.ofHash(digest));
    }
    return digests;
  }
}
