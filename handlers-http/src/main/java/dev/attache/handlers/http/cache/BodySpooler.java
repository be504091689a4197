package dev.attache.handlers.http.cache;

import dev.attache.resource.ContentDigest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.LongConsumer;

/**
 * A reader of bodies to their end, in memory while they are small, else into a file: it counts what
 * comes, whatever was announced, and computes the digest in the same pass. Thread-safe, if its
 * progress is.
 */
public final class BodySpooler {

  /** What is kept in memory; a larger body goes to a file. */
  static final int MEMORY_BYTES = 128 << 10;

  /** What there should be room for where a file is made; how large it will be, nobody knows yet. */
  private static final long ROOM = 256 << 20;

  private static final int CHUNK = 16 << 10;

  private final TemporaryFiles files;
  private final long maxBytes;
  private final LongConsumer progress;

  /**
   * @param files where bodies go that are not small
   * @param maxBytes how many decoded bytes there may be
   * @param progress is told how many bytes more have come
   */
  public BodySpooler(TemporaryFiles files, long maxBytes, LongConsumer progress) {
    this.files = files;
    this.maxBytes = maxBytes;
    this.progress = progress;
  }

  /**
   * Reads to the end.
   *
   * @param in the decoded bytes; not closed
   * @return what was read, which the caller closes
   * @throws TooLargeException if there are more bytes than allowed
   * @throws IOException if the stream fails, or the file cannot be written
   */
  public Body read(InputStream in) throws IOException {
    MessageDigest sha256 = ContentDigest.newSha256();
    var first = new ByteArrayOutputStream(CHUNK);
    byte[] chunk = new byte[CHUNK];
    int read = in.read(chunk);
    while (read >= 0 && first.size() + read <= MEMORY_BYTES) {
      count(first.size() + (long) read, read);
      sha256.update(chunk, 0, read);
      first.write(chunk, 0, read);
      read = in.read(chunk);
    }
    return read < 0
        ? Body.inMemory(first.toByteArray(), ContentDigest.ofHash(sha256.digest()))
        : spool(in, first, chunk, read, sha256);
  }

  private Body spool(
      InputStream in, ByteArrayOutputStream first, byte[] chunk, int pending, MessageDigest sha256)
      throws IOException {
    Path file = files.create(Math.min(maxBytes, ROOM));
    boolean complete = false;
    try (OutputStream out = Files.newOutputStream(file)) {
      first.writeTo(out);
      long size = first.size();
      for (int read = pending; read >= 0; read = in.read(chunk)) {
        size += read;
        count(size, read);
        sha256.update(chunk, 0, read);
        out.write(chunk, 0, read);
      }
      complete = true;
      return Body.temporary(file, size, ContentDigest.ofHash(sha256.digest()));
    } finally {
      if (!complete) {
        TemporaryFiles.delete(file);
      }
    }
  }

  private void count(long size, int more) throws TooLargeException {
    if (size > maxBytes) {
      throw new TooLargeException(maxBytes);
    }
    progress.accept(more);
  }

  /** The end of a body that has more bytes than it may have. */
  public static final class TooLargeException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * Says what the limit was.
     *
     * @param maxBytes how many bytes would have been allowed
     */
    public TooLargeException(long maxBytes) {
      super("is larger than the limit of " + maxBytes + " bytes");
    }
  }
}
