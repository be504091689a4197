package dev.attache.handlers.http.cache;

import dev.attache.resource.ContentDigest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The decoded bytes of an answer: in memory while they are few, else in a file, so that many large
 * answers at once need no more memory than one. Closing deletes the file. Immutable until then, and
 * thread-safe.
 */
public final class Body implements AutoCloseable {

  /** No bytes at all. */
  public static final Body EMPTY = inMemory(new byte[0], ContentDigest.sha256(new byte[0]));

  private final byte @Nullable [] bytes;
  private final @Nullable Path file;
  private final long size;
  private final ContentDigest digest;

  private Body(byte @Nullable [] bytes, @Nullable Path file, long size, ContentDigest digest) {
    this.bytes = bytes;
    this.file = file;
    this.size = size;
    this.digest = digest;
  }

  static Body inMemory(byte[] bytes, ContentDigest digest) {
    return new Body(bytes, null, bytes.length, digest);
  }

  /** A body in a file, which is deleted on closing. */
  static Body temporary(Path file, long size, ContentDigest digest) {
    return new Body(null, file, size, digest);
  }

  /** {@return how many bytes there are, decoded} */
  public long size() {
    return size;
  }

  /** {@return the SHA-256 of the decoded bytes} */
  public ContentDigest digest() {
    return digest;
  }

  /** The bytes, if they are in memory. */
  byte @Nullable [] bytes() {
    return bytes;
  }

  /** The file, if the bytes are in one. */
  @Nullable Path file() {
    return file;
  }

  /**
   * {@return the bytes from the beginning, which can be opened any number of times until this is
   * closed}
   *
   * @throws IOException if the file cannot be opened
   */
  public InputStream open() throws IOException {
    return bytes != null ? new ByteArrayInputStream(bytes) : open(file);
  }

  private static InputStream open(@Nullable Path file) throws IOException {
    if (file == null) {
      throw new AssertionError("a body has either bytes or a file");
    }
    return Files.newInputStream(file);
  }

  @Override
  public void close() {
    if (file != null) {
      TemporaryFiles.delete(file);
    }
  }
}
