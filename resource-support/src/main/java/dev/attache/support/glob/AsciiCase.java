package dev.attache.support.glob;

/**
 * The case of ASCII letters, which is all that git folds where {@code core.ignoreCase} is set; a
 * byte above 127 is equal to itself alone.
 */
public final class AsciiCase {
  private AsciiCase() {}

  static boolean isUpper(int b) {
    return b >= 'A' && b <= 'Z';
  }

  /**
   * {@return a byte as it is, or the lower case of an upper-case ASCII letter}
   *
   * @param b a byte of any encoding that has ASCII in it, such as UTF-8
   */
  public static byte lower(byte b) {
    return isUpper(b) ? (byte) (b + ('a' - 'A')) : b;
  }

  /**
   * {@return whether two ranges of the same length hold the same bytes but for the case of letters}
   *
   * @param first the bytes that have the one range
   * @param from the index where it begins
   * @param second the bytes that have the other range; may be the same array
   * @param start the index where that begins
   * @param length how many bytes both have; they have to be there
   */
  public static boolean equal(byte[] first, int from, byte[] second, int start, int length) {
    for (int i = 0; i < length; i++) {
      if (lower(first[from + i]) != lower(second[start + i])) {
        return false;
      }
    }
    return true;
  }
}
