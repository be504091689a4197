package dev.attache.support.convert;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;

/**
 * One message on a stream: four bytes that nothing else begins with, the number of the request that
 * it belongs to, its length, as many bytes, and their CRC-32; numbers in network order.
 *
 * @param number from 1 for requests and what answers them; 0 for what nobody asked for
 * @param payload its bytes, not copied
 */
@SuppressWarnings("ArrayRecordComponent") // megabytes, which nobody compares
public record Frame(int number, byte[] payload) {

  /** The most bytes of one message. */
  public static final int MAX_PAYLOAD = 64 << 20;

  /** The first four bytes, {@code 0x8b 'A' 't' 0x0a}: no text in UTF-8 has them. */
  static final int MAGIC = 0x8b41740a;

  /** The bytes before the payload. */
  static final int HEAD = 12;

  /** The bytes after it. */
  static final int TAIL = 4;

  /**
   * Writes it in one piece, and flushes.
   *
   * @param out where messages go, and nothing else
   * @throws IOException if nobody reads there any more
   * @throws IllegalArgumentException if it is longer than a message may be
   */
  public void writeTo(OutputStream out) throws IOException {
    if (payload.length > MAX_PAYLOAD) {
      throw new IllegalArgumentException("a message has at most " + MAX_PAYLOAD + " bytes");
    }
    var bytes = new ByteArrayOutputStream(HEAD + payload.length + TAIL);
    var data = new DataOutputStream(bytes);
    data.writeInt(MAGIC);
    data.writeInt(number);
    data.writeInt(payload.length);
    data.write(payload);
    data.writeInt(checksum(payload));
    bytes.writeTo(out);
    out.flush();
  }

  static int checksum(byte[] payload) {
    var checksum = new CRC32();
    checksum.update(payload);
    return (int) checksum.getValue();
  }
}
