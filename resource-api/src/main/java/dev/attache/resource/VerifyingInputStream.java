package dev.attache.resource;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** A stream that fails at its end unless it gave exactly the bytes that were promised. */
final class VerifyingInputStream extends FilterInputStream {

  private final long expectedSize;
  private final ContentDigest expected;
  private final MessageDigest sha256 = ContentDigest.newSha256();
  private long count;
  private @Nullable ContentDigest actual;

  VerifyingInputStream(InputStream in, long expectedSize, ContentDigest expected) {
    super(in);
    this.expectedSize = expectedSize;
    this.expected = expected;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = in.read(buffer, offset, length);
    if (read > 0) {
      count += read;
      sha256.update(buffer, offset, read);
    }
    if (count > expectedSize) {
      throw new IOException("content " + expected + " is longer than " + expectedSize + " bytes");
    }
    if (read < 0 || count == expectedSize) {
      verify(); // with the last byte, because not everybody reads on to the end
    }
    return read;
  }

  /** Skips by reading, because what is skipped counts for the digest too. */
  @Override
  public long skip(long n) throws IOException {
    byte[] discarded = new byte[(int) Math.min(Math.max(n, 0), 8192)];
    return discarded.length == 0 ? 0 : Math.max(read(discarded, 0, discarded.length), 0);
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  @Override
  public synchronized void mark(int readLimit) {
    // what is read twice would count twice
  }

  @Override
  public synchronized void reset() throws IOException {
    throw new IOException("mark/reset not supported");
  }

  /** Fails alike however often the end is read. */
  private void verify() throws IOException {
    if (count < expectedSize) {
      throw new IOException(
          "content " + expected + " ends after " + count + " of " + expectedSize + " bytes");
    }
    ContentDigest known = actual;
    if (known == null) {
      known = ContentDigest.ofHash(sha256.digest());
      actual = known;
    }
    if (!known.equals(expected)) {
      throw new IOException("content " + expected + " is corrupt: its bytes digest to " + known);
    }
  }
}
