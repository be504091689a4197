package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/** The questions whether what a command printed is text, and whether that is UTF-8 (RFC 3629). */
public final class StreamBytes {

  private static final int PIECE = 8 << 10;

  private StreamBytes() {}

  /**
   * Whether it cannot be shown as text: it has a NUL byte, or it is not UTF-8 and has a control
   * character that no text has (WHATWG MIME Sniffing, section 3).
   */
  public static boolean isBinary(Captured captured) {
    return hasNul(captured.head())
        || hasNul(captured.tail())
        || ((hasBinaryData(captured.head()) || hasBinaryData(captured.tail()))
            && malformed(captured.head()) + malformed(captured.tail()) > 0);
  }

  private static boolean hasNul(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasBinaryData(byte[] bytes) {
    for (byte b : bytes) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\f' && b != '\r' && b != 0x1b) {
        return true;
      }
    }
    return false;
  }

  /** How many bytes belong to no character of UTF-8. */
  public static long malformed(byte[] bytes) {
    if (isAscii(bytes)) {
      return 0;
    }
    CharsetDecoder decoder = UTF_8.newDecoder(); // reports what is malformed
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(PIECE);
    long malformed = 0;
    while (true) {
      CoderResult result = decoder.decode(in, out.clear(), true);
      if (result.isUnderflow()) {
        return malformed;
      } else if (result.isError()) {
        malformed += result.length();
        in.position(in.position() + result.length());
      }
    }
  }

  private static boolean isAscii(byte[] bytes) {
    int seen = 0;
    for (byte b : bytes) {
      seen |= b;
    }
    return seen >= 0;
  }

  /** Returns the bytes in UTF-8, with U+FFFD for those that are malformed. */
  public static byte[] toUtf8(byte[] bytes) {
    return malformed(bytes) == 0 ? bytes : new String(bytes, UTF_8).getBytes(UTF_8);
  }
}
