package dev.attache.delivery.form;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream that knows whether its last line has an end. */
final class LineEndStream extends FilterOutputStream {

  private int last = '\n';

  LineEndStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    last = b;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    last = length == 0 ? last : bytes[offset + length - 1];
  }

  /** Ends the line, unless it has an end. */
  void endLine() throws IOException {
    if (last != '\n') {
      write('\n');
    }
  }
}
