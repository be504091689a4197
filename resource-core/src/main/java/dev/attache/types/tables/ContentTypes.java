package dev.attache.types.tables;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The types that the bytes of a content tell: Tika's magics and root elements, as {@code
 * org.apache.tika.mime.MimeTypes.getMimeType(byte[])} has them.
 */
public final class ContentTypes {

  /** Formats of bytes whose files may be all characters, and how each of them begins. */
  private static final Map<String, String> OPENINGS_OF_TEXTS =
      Map.of(
          "application/pdf", "%PDF-",
          "application/postscript", "%!",
          "application/rtf", "{\\rtf",
          "image/x-xbitmap", "#define",
          "image/x-xpixmap", "/* XPM",
          "image/x-portable-bitmap", "P1",
          "image/x-portable-graymap", "P2",
          "image/x-portable-pixmap", "P3");

  private ContentTypes() {}

  /** The possible types, best first; empty if no rule matches. */
  public static List<String> of(byte[] data, int length) {
    return known(Magics.TABLE.match(data, length, type -> true), data, length);
  }

  private static List<String> known(List<String> types, byte[] data, int length) {
    for (int i = 0; i < types.size(); i++) {
      String type = types.get(i);
      if (type.equals(TypeTree.XML) || type.equals(TypeTree.HTML)) {
        types.set(i, ofMarkup(type, data, length));
      }
    }
    return types;
  }

  /**
   * The types that a content announces itself as that is a text: those of texts, and those of
   * formats that are bytes as a rule but may be all characters, if it begins as one of them. Notes
   * about a PDF, or a difference between two, are none.
   */
  public static List<String> ofText(byte[] data, int length) {
    return known(
        Magics.TABLE.match(data, length, type -> mayBeText(type, data, length)), data, length);
  }

  private static boolean mayBeText(String type, byte[] data, int length) {
    if (TypeTree.isTextual(type)) {
      return true;
    }
    for (Map.Entry<String, String> each : OPENINGS_OF_TEXTS.entrySet()) {
      if (TypeTree.isA(type, each.getKey())
          && isAt(each.getValue(), data, afterMark(data, length), length)) {
        return true;
      }
    }
    return false;
  }

  /** Whether content of this type announces itself in its first bytes. */
  public static boolean hasMagic(String type) {
    return Magics.TABLE.knows(type);
  }

  /** The type of a document that begins like XML or HTML. */
  public static String ofMarkup(String type, byte[] data, int length) {
    String root = XmlRoot.find(data, length);
    if (root != null) {
      String known = Roots.TABLE.find(root);
      return known == null ? type : known;
    } else if (type.equals(TypeTree.HTML) || Magics.TABLE.matches(TypeTree.HTML, data, length)) {
      return TypeTree.HTML;
    }
    return TypeTree.PLAIN;
  }

  /** Whether the content begins with an XML declaration. */
  public static boolean isXml(byte[] data, int length) {
    int start = afterMark(data, length);
    return isAt("<?xml", data, start, length) || isAt("<?XML", data, start, length);
  }

  /** The first byte after blanks, or 0. */
  public static byte firstInk(byte[] data, int length) {
    int at = afterMark(data, length);
    while (at < length && data[at] >= 0 && data[at] <= ' ') {
      at++;
    }
    return at < length ? data[at] : 0;
  }

  /** The place after a UTF-8 byte order mark. */
  public static int afterMark(byte[] data, int length) {
    boolean marked =
        length >= 3 && data[0] == (byte) 0xEF && data[1] == (byte) 0xBB && data[2] == (byte) 0xBF;
    return marked ? 3 : 0;
  }

  public static boolean isAt(String text, byte[] data, int at, int end) {
    if (end - at < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (data[at + i] != (byte) text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The ASCII characters of a UTF-16 text with a byte order mark, one byte each and any other as a
   * byte above them, so that the rules for openings can read it; null if there is no such mark.
   */
  public static byte @Nullable [] narrow(byte[] data, int length) {
    boolean big = length >= 2 && data[0] == (byte) 0xFE && data[1] == (byte) 0xFF;
    boolean little = length >= 2 && data[0] == (byte) 0xFF && data[1] == (byte) 0xFE;
    if (!big && !little) {
      return null;
    }
    byte[] narrow = new byte[length / 2 - 1];
    for (int i = 0; i < narrow.length; i++) {
      byte high = data[2 * i + (big ? 2 : 3)];
      byte low = data[2 * i + (big ? 3 : 2)];
      narrow[i] = high == 0 && low >= 0 ? low : (byte) 0xC3;
    }
    return narrow;
  }

  private static final class Magics {
    static final MagicTable TABLE = MagicTable.load();
  }

  private static final class Roots {
    static final SortedTable TABLE = SortedTable.load("xml-roots");
  }
}
