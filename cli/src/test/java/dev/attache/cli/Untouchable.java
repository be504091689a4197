package dev.attache.cli;

import java.io.InputStream;

/** An input that nobody may read. */
final class Untouchable extends InputStream {

  @Override
  public int read() {
    throw new AssertionError("was read");
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    throw new AssertionError("was read");
  }
}
