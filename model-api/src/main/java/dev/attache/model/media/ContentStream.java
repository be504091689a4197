package dev.attache.model.media;

import dev.attache.resource.ResourceContent;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a content for a reader of a format, which remembers how reading them failed; so a
 * content that cannot be had is told from one that is broken. Not thread-safe.
 */
final class ContentStream extends FilterInputStream {

  private @Nullable IOException failure;

  ContentStream(ResourceContent content) throws IOException {
    super(content.open());
  }

  /** Throws what reading failed with; does nothing if it did not. */
  void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public long skip(long count) throws IOException {
    try {
      return in.skip(count);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /** What ends in the middle is no end of the content. */
  private IOException failed(IOException e) {
    failure = e instanceof EOFException ? new IOException(e.getMessage(), e) : e;
    return failure;
  }
}
