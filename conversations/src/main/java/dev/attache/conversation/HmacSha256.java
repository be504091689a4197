package dev.attache.conversation;

import dev.attache.resource.ContentDigest;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The HMAC-SHA256 (RFC 2104) of a message. For the one of Java, all providers of cryptography are
 * asked, which loads 200 classes at each turn.
 */
final class HmacSha256 {

  /** How many bytes SHA-256 takes at a time. */
  private static final int BLOCK = 64;

  private static final int INNER = 0x36;
  private static final int OUTER = 0x5c;

  private HmacSha256() {}

  /** Returns the 32 bytes that nobody can tell who has not the key. */
  static byte[] of(byte[] key, byte[] message) {
    byte[] block = Arrays.copyOf(key.length > BLOCK ? sha256().digest(key) : key, BLOCK);
    MessageDigest inner = sha256();
    inner.update(padded(block, INNER));
    MessageDigest outer = sha256();
    outer.update(padded(block, OUTER));
    return outer.digest(inner.digest(message));
  }

  private static byte[] padded(byte[] block, int pad) {
    byte[] padded = new byte[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      padded[i] = (byte) (block[i] ^ pad);
    }
    return padded;
  }

  private static MessageDigest sha256() {
    return ContentDigest.newSha256();
  }
}
