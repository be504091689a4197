package dev.attache.store.blobs;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.BlobDamage;
import dev.attache.store.packs.BlobBytes;
import dev.attache.store.packs.BlobFailures;
import dev.attache.store.packs.BlobInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** A stored content whose damage is told with its digest and its file. */
final class NamedBlobStream extends FilterInputStream {

  private final ContentDigest digest;
  private final Path file;

  private NamedBlobStream(InputStream in, ContentDigest digest, Path file) {
    super(in);
    this.digest = digest;
    this.file = file;
  }

  /** Opens a content; the bytes are closed with it, or at once if it cannot be opened. */
  static InputStream open(
      ContentDigest digest, Path file, BlobBytes bytes, long offset, long length)
      throws IOException {
    try {
      return new NamedBlobStream(new BlobInputStream(bytes, offset, length), digest, file);
    } catch (BlobDamage e) {
      bytes.close();
      throw BlobFailures.damaged(digest, file, e);
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (BlobDamage e) {
      throw BlobFailures.damaged(digest, file, e);
    }
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    try {
      return in.read(buffer, offset, length);
    } catch (BlobDamage e) {
      throw BlobFailures.damaged(digest, file, e);
    }
  }
}
