package dev.attache.core.secrets;

/**
 * A private key in DER: one of PKCS #1, PKCS #8 or SEC 1, which have a version first, as have the
 * key stores of PKCS #12; or an encrypted one of PKCS #8, which has the algorithm of a password.
 */
final class DerKey {

  /** How many bytes are enough to tell. */
  static final int ENOUGH = 24;

  private static final byte[] VERSION = {2, 1};
  private static final byte[] PASSWORD_BASED = {
    0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 5
  };

  private DerKey() {}

  /**
   * Whether a file is one.
   *
   * @param first its first bytes
   * @param size how many it has
   */
  static boolean isKey(byte[] first, long size) {
    int body = body(first, 0);
    if (first.length < ENOUGH || body == 0 || length(first, 0) != size - body) {
      return false;
    }
    int algorithm = body(first, body);
    return startsWith(first, body, VERSION)
        ? first[body + VERSION.length] <= 3
        : algorithm > 0
            && first[algorithm] == 6
            && startsWith(first, algorithm + 2, PASSWORD_BASED);
  }

  /** Where the body of a sequence begins; 0 if no sequence stands there. */
  private static int body(byte[] bytes, int at) {
    if (at + 4 >= bytes.length || bytes[at] != 0x30) {
      return 0;
    }
    int bytesOfLength = bytes[at + 1] & 0xFF;
    return bytesOfLength < 0x80
        ? at + 2
        : bytesOfLength <= 0x82 ? at + 2 + bytesOfLength - 0x80 : 0;
  }

  private static int length(byte[] bytes, int at) {
    int first = bytes[at + 1] & 0xFF;
    int second = bytes[at + 2] & 0xFF;
    return switch (first) {
      case 0x81 -> second;
      case 0x82 -> (second << 8) | (bytes[at + 3] & 0xFF);
      default -> first;
    };
  }

  private static boolean startsWith(byte[] bytes, int at, byte[] beginning) {
    for (int i = 0; i < beginning.length; i++) {
      if (bytes[at + i] != beginning[i]) {
        return false;
      }
    }
    return true;
  }
}
