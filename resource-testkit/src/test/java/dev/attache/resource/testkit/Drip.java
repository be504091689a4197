package dev.attache.resource.testkit;

import java.io.InputStream;
import java.io.InterruptedIOException;

/** A stream that gives a byte now and then, and never ends. */
final class Drip extends InputStream {

  @Override
  public int read() throws InterruptedIOException {
    try {
      Thread.sleep(5); // a slow source is what is tested
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
    return 'x';
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws InterruptedIOException {
    bytes[offset] = (byte) read();
    return 1;
  }
}
