package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Some bytes as a text of one character each, which is enough for what is ASCII; not copied. */
final class Latin1Text implements CharSequence {

  private final byte[] bytes;
  private final int from;
  private final int length;

  Latin1Text(byte[] bytes, int from, int length) {
    this.bytes = bytes;
    this.from = from;
    this.length = length;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public char charAt(int index) {
    return (char) (bytes[from + index] & 0xFF);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new Latin1Text(bytes, from + start, end - start);
  }

  @Override
  public String toString() {
    return new String(bytes, from, length, ISO_8859_1);
  }
}
