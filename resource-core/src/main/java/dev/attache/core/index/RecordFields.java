package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * The fields of a record in its bytes, one after the other: numbers with the highest byte first,
 * texts behind their length. Written and read with as little code as can be, as most runs are over
 * before any of it is compiled.
 */
final class RecordFields {

  private byte[] bytes;
  private int at;

  /** Fields to be written. */
  RecordFields() {
    this(new byte[256], 0);
  }

  /** Fields to be read from there on. */
  RecordFields(byte[] bytes, int start) {
    this.bytes = bytes;
    this.at = start;
  }

  /** Where the next field begins. */
  int position() {
    return at;
  }

  /** What has been written. */
  byte[] written() {
    return Arrays.copyOf(bytes, at);
  }

  private void reserve(int length) {
    if (at + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, at + length));
    }
  }

  /** Writes the last so many bytes of a number. */
  void write(long value, int length) {
    reserve(length);
    for (int shift = 8 * (length - 1); shift >= 0; shift -= 8) {
      bytes[at++] = (byte) (value >>> shift);
    }
  }

  void write(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
  }

  /** Writes a text of less than 64 KiB: there is no longer one in a record that is kept. */
  void write(String text) {
    byte[] encoded = text.getBytes(UTF_8);
    write(Math.min(encoded.length, 0xffff), 2);
    write(encoded);
  }

  /** Puts a length of two bytes there, that of all behind it. */
  void writeLengthAt(int position) {
    int length = Math.min(at - position - 2, 0xffff);
    bytes[position] = (byte) (length >>> 8);
    bytes[position + 1] = (byte) length;
  }

  /** Reads a number of so many bytes. */
  long read(int length) {
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = (value << 8) | (bytes[at++] & 0xff);
    }
    return value;
  }

  byte[] readBytes(int length) {
    int start = at;
    at = start + length;
    return Arrays.copyOfRange(bytes, start, at);
  }

  String readAscii(int length) {
    int start = at;
    at = start + length;
    return new String(bytes, start, length, ISO_8859_1);
  }

  String readText() {
    int length = (int) read(2);
    int start = at;
    at = start + length;
    return new String(bytes, start, length, UTF_8);
  }
}
