package dev.attache.types.text;

import dev.attache.types.tables.ContentTypes;

/**
 * The first bytes of widespread binary formats, by which a content without NUL bytes is still known
 * to be no text.
 *
 * <p>Only what no text begins with; formats whose headers always hold a NUL byte need no entry.
 */
final class BinarySignature {
  private static final String[] STARTS = {
    "\u0089PNG\r\n\u001a\n",
    "GIF87a",
    "GIF89a",
    "\u00ff\u00d8\u00ff",
    "%PDF-",
    "PK\u0003\u0004",
    "PK\u0005\u0006",
    "PK\u0007\b",
    "\u001f\u008b\b",
    "\u001f\u009d",
    "BZh91AY&SY",
    "\u00fd7zXZ",
    "(\u00b5/\u00fd",
    "7z\u00bc\u00af'\u001c",
    "Rar!\u001a\u0007",
    "\u0004\"M\u0018",
    "ID3\u0002",
    "ID3\u0003",
    "ID3\u0004",
    "OggS",
    "fLaC",
    "MThd",
    "wOFF",
    "wOF2",
    "\u007fELF",
    "\u00ca\u00fe\u00ba\u00be",
    "\u00ce\u00fa\u00ed\u00fe",
    "\u00cf\u00fa\u00ed\u00fe",
    "SQLite format 3",
    "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1"
  };

  private BinarySignature() {}

  static boolean matches(byte[] data, int length) {
    if (length >= 12 && ContentTypes.isAt("RIFF", data, 0, length)) {
      return ContentTypes.isAt("WEBP", data, 8, length)
          || ContentTypes.isAt("WAVE", data, 8, length)
          || ContentTypes.isAt("AVI ", data, 8, length);
    }
    for (String start : STARTS) {
      if (length > 0
          && data[0] == (byte) start.charAt(0)
          && ContentTypes.isAt(start, data, 0, length)) {
        return true;
      }
    }
    return false;
  }
}
