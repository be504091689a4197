package dev.attache.jars;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that a handler of a jar of others has opened; see {@link IsolatedHandler}. */
@SuppressWarnings("try") // what is put back need not be named
final class IsolatedStream extends FilterInputStream {

  private final ClassLoader loader;

  IsolatedStream(InputStream in, ClassLoader loader) {
    super(in);
    this.loader = loader;
  }

  @Override
  public int read() throws IOException {
    try (var place = ContextLoader.of(loader)) {
      return super.read();
    }
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    try (var place = ContextLoader.of(loader)) {
      return super.read(buffer, offset, length);
    }
  }

  @Override
  public long skip(long count) throws IOException {
    try (var place = ContextLoader.of(loader)) {
      return super.skip(count);
    }
  }

  @Override
  public int available() throws IOException {
    try (var place = ContextLoader.of(loader)) {
      return super.available();
    }
  }

  @Override
  public void close() throws IOException {
    try (var place = ContextLoader.of(loader)) {
      super.close();
    }
  }
}
