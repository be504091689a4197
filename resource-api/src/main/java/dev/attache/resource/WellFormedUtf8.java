package dev.attache.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** The test whether bytes are UTF-8 (RFC 3629), quick for the usual case of all ASCII. */
final class WellFormedUtf8 {

  private WellFormedUtf8() {}

  static boolean test(byte[] bytes) {
    return isAscii(bytes) || decodes(bytes);
  }

  private static boolean isAscii(byte[] bytes) {
    int seen = 0;
    for (byte b : bytes) {
      seen |= b;
    }
    return seen >= 0;
  }

  private static boolean decodes(byte[] bytes) {
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)); // a new decoder reports what is malformed
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
