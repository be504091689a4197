package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
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
  static byte[] body(byte[] address, String version, byte[] known) {
    byte[] spelled = version.getBytes(UTF_8);
    int length = 4 + address.length + spelled.length + known.length;
    return length > MAX_BODY || known.length == 0
        ? new byte[0]
        : ByteBuffer.allocate(length)
            .putShort((short) address.length)
            .put(address)
            .putShort((short) spelled.length)
            .put(spelled)
            .put(known)
            .array();
  }

  static int sum(byte[] body) {
    var sum = new CRC32(); // the quickest one before anything is compiled
    sum.update(body, 0, body.length);
    return (int) sum.getValue();
  }

  /** The address of a body whose sum is right. */
  static byte[] addressOf(byte[] body) {
    int length = ByteBuffer.wrap(body).getShort(0);
    return Arrays.copyOfRange(body, 2, 2 + length);
  }

  static boolean isAt(byte[] address, byte[] body) {
    int length = ByteBuffer.wrap(body).getShort(0);
    return length == address.length && Arrays.equals(body, 2, 2 + length, address, 0, length);
  }

  /** Whether lengths are such that the parts of a body can be taken out. */
  static boolean isWhole(byte[] body) {
    if (body.length < 4) {
      return false;
    }
    var in = ByteBuffer.wrap(body);
    int address = in.getShort(0);
    if (address < 0 || 4 + address > body.length) {
      return false;
    }
    int version = in.getShort(2 + address);
    return version >= 0 && 4 + address + version <= body.length;
  }

  static String version(byte[] body) {
    var in = ByteBuffer.wrap(body);
    int start = 4 + in.getShort(0);
    return new String(body, start, in.getShort(start - 2), UTF_8);
  }

  /** Where what is known begins. */
  static int known(byte[] body) {
    var in = ByteBuffer.wrap(body);
    int start = 4 + in.getShort(0);
    return start + in.getShort(start - 2);
  }

  /** The hash by which an address is looked up in one file: nobody can make many of a kind. */
  static int hash(byte[] address, long seed) {
    long hash = seed;
    for (byte each : address) {
      hash = (hash ^ each) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash ^ hash >>> 32);
  }
}
