package dev.attache.examples.zip;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/**
 * The content of an entry while it is unpacked: ends with an exception if it is a bomb, or is not
 * what the archive says that it is, which {@link java.util.zip.ZipFile} does not look at.
 */
final class EntryStream extends FilterInputStream {

  /** Up to here nothing is a bomb. */
  static final long HARMLESS_BYTES = 1 << 20;

  /** What texts and programs stay below by far; deflate can do a thousand. */
  static final int MAX_RATIO = 200;

  private final ZipEntry entry;
  private final String uri;
  private final CRC32 checksum = new CRC32();
  private long count;

  EntryStream(InputStream unpacked, ZipEntry entry, String uri) {
    super(unpacked);
    this.entry = entry;
    this.uri = uri;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int n = in.read(bytes, offset, length);
    if (n >= 0) {
      checksum.update(bytes, offset, n);
      count += n;
      requireNoBomb();
    } else if (count != entry.getSize() || checksum.getValue() != entry.getCrc()) {
      throw new ZipException(
          "it is damaged, because its size or checksum is not what it should be");
    }
    return n;
  }

  /** Not supported: what is skipped would not be looked at. */
  @Override
  public long skip(long n) {
    return 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void requireNoBomb() throws ResourceException {
    if (count > HARMLESS_BYTES && count / MAX_RATIO > entry.getCompressedSize()) {
      throw ResourceException.of(
          Kind.TOO_LARGE,
          uri,
          "unpacks to more than " + MAX_RATIO + " times its size, as only a zip bomb does");
    }
  }
}
