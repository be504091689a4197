package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The form of one record, in memory as on the disk: its length and its sum, and a body with the
 * address, the version, and what is known.
 */
final class IndexRecord {

  /** The bytes before the body. */
  static final int HEAD = 8;

  /** What is longer is not worth remembering. */
  static final int MAX_BODY = 32 << 10;

  private IndexRecord() {}

  static byte[] address(String uri) {
    return uri.getBytes(UTF_8);
  }

  /** Makes a body; empty if it would be too long. */
  static byte[] body(String address, String version, KnownReading known) {
    var fields = new RecordFields();
    fields.write(address);
    fields.write(version);
    known.writeTo(fields);
    return fields.position() > MAX_BODY ? new byte[0] : fields.written();
  }

  /** The number of four bytes that stands there. */
  static int number(byte[] bytes, int at) {
    return (bytes[at] << 24)
        | ((bytes[at + 1] & 0xff) << 16)
        | ((bytes[at + 2] & 0xff) << 8)
        | (bytes[at + 3] & 0xff);
  }

  static void put(int value, byte[] bytes, int at) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  /** The sum of the bytes of a body. */
  static int sum(byte[] bytes, int start, int length) {
    var sum = new CRC32(); // the quickest one before anything is compiled
    sum.update(bytes, start, length);
    return (int) sum.getValue();
  }

  /** How many bytes the address has of a body that begins there. */
  static int addressLength(byte[] bytes, int start) {
    return ((bytes[start] & 0xff) << 8) | (bytes[start + 1] & 0xff);
  }

  /** Whether an address is that of a body that begins there. */
  static boolean isAt(byte[] address, byte[] bytes, int start) {
    int length = addressLength(bytes, start);
    int from = start + 2;
    return length == address.length
        && from + length <= bytes.length
        && Arrays.equals(bytes, from, from + length, address, 0, length);
  }

  /** The hash by which an address is looked up in one file: nobody can make many of a kind. */
  static int hash(byte[] bytes, int from, int to, long seed) {
    long hash = seed;
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash ^ hash >>> 32);
  }
}
