package dev.attache.cli.chat;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import org.jline.utils.NonBlockingInputStream;

/** The standard input of a terminal, at which nobody is waited for any more after Ctrl-C. */
final class TypedAnswers extends InputStream {

  private static final long PATIENCE_MILLIS = 50;

  private final NonBlockingInputStream in;
  private final CtrlC ctrlC;

  TypedAnswers(NonBlockingInputStream in, CtrlC ctrlC) {
    this.in = in;
    this.ctrlC = ctrlC;
  }

  @Override
  public int read() throws IOException {
    int b = in.read(PATIENCE_MILLIS);
    while (b == NonBlockingInputStream.READ_EXPIRED) {
      if (ctrlC.isTyped()) {
        throw new InterruptedIOException("interrupted");
      }
      b = in.read(PATIENCE_MILLIS);
    }
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int b = read();
    if (b < 0) {
      return -1;
    }
    bytes[offset] = (byte) b;
    return 1;
  }
}
