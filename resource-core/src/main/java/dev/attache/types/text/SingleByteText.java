package dev.attache.types.text;

/**
 * The single-byte encodings of the WHATWG Encoding Standard that the JDK lacks or leaves holes in.
 *
 * <p>Below the first character of its table, each byte is its own code point.
 */
enum SingleByteText {
  /**
   * ISO-8859-1 with the characters of Windows; the five bytes Windows has nothing for are control
   * characters.
   */
  WINDOWS_1252(
      0x80,
      "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039"
          + "\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014"
          + "\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178"),
  ISO_8859_10(
      0xA0,
      "\u00a0\u0104\u0112\u0122\u012a\u0128\u0136\u00a7\u013b\u0110\u0160\u0166"
          + "\u017d\u00ad\u016a\u014a\u00b0\u0105\u0113\u0123\u012b\u0129\u0137\u00b7"
          + "\u013c\u0111\u0161\u0167\u017e\u2015\u016b\u014b\u0100\u00c1\u00c2\u00c3"
          + "\u00c4\u00c5\u00c6\u012e\u010c\u00c9\u0118\u00cb\u0116\u00cd\u00ce\u00cf"
          + "\u00d0\u0145\u014c\u00d3\u00d4\u00d5\u00d6\u0168\u00d8\u0172\u00da\u00db"
          + "\u00dc\u00dd\u00de\u00df\u0101\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u012f"
          + "\u010d\u00e9\u0119\u00eb\u0117\u00ed\u00ee\u00ef\u00f0\u0146\u014d\u00f3"
          + "\u00f4\u00f5\u00f6\u0169\u00f8\u0173\u00fa\u00fb\u00fc\u00fd\u00fe\u0138"),
  ISO_8859_14(
      0xA0,
      "\u00a0\u1e02\u1e03\u00a3\u010a\u010b\u1e0a\u00a7\u1e80\u00a9\u1e82\u1e0b"
          + "\u1ef2\u00ad\u00ae\u0178\u1e1e\u1e1f\u0120\u0121\u1e40\u1e41\u00b6\u1e56"
          + "\u1e81\u1e57\u1e83\u1e60\u1ef3\u1e84\u1e85\u1e61\u00c0\u00c1\u00c2\u00c3"
          + "\u00c4\u00c5\u00c6\u00c7\u00c8\u00c9\u00ca\u00cb\u00cc\u00cd\u00ce\u00cf"
          + "\u0174\u00d1\u00d2\u00d3\u00d4\u00d5\u00d6\u1e6a\u00d8\u00d9\u00da\u00db"
          + "\u00dc\u00dd\u0176\u00df\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u00e7"
          + "\u00e8\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef\u0175\u00f1\u00f2\u00f3"
          + "\u00f4\u00f5\u00f6\u1e6b\u00f8\u00f9\u00fa\u00fb\u00fc\u00fd\u0177\u00ff"),
  /** Its upper half lies in the private use area. */
  X_USER_DEFINED(0x80, privateUse());

  private final int first;
  private final String table;

  SingleByteText(int first, String table) {
    this.first = first;
    this.table = table;
  }

  /** Decodes; every byte has a character. */
  String decode(byte[] bytes, int length) {
    char[] chars = new char[length];
    for (int i = 0; i < length; i++) {
      int b = bytes[i] & 0xff;
      int place = b - first;
      chars[i] = place >= 0 && place < table.length() ? table.charAt(place) : (char) b;
    }
    return new String(chars);
  }

  private static String privateUse() {
    char[] chars = new char[128];
    for (int i = 0; i < chars.length; i++) {
      chars[i] = (char) (0xF780 + i);
    }
    return new String(chars);
  }
}
