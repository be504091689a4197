package dev.attache.delivery.form;

import java.io.OutputStream;

/** The search for an end tag in what is written, however it is cut into pieces. */
final class EndTagScan extends OutputStream {

  private final byte[] wanted;
  private int matched;

  /**
   * @param wanted what begins an end tag; {@code <} is its first byte, and no other
   */
  EndTagScan(byte[] wanted) {
    this.wanted = wanted;
  }

  @Override
  public void write(int b) {
    if (isFound()) {
      return;
    }
    if ((byte) b == wanted[matched]) {
      matched++;
    } else {
      matched = b == '<' ? 1 : 0;
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (matched > 0 || bytes[i] == '<') {
        write(bytes[i]);
      }
    }
  }

  boolean isFound() {
    return matched == wanted.length;
  }
}
