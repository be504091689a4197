package dev.attache.types.tables;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.CRC32;

/** Contents and names for tests. */
public final class Samples {
  public static final byte[] PNG =
      bytes(
          "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\u0008\6\0\0\0\u001f\u0015\u00c4\u0089");
  public static final byte[] PDF =
      bytes("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<< >>\nendobj\n");
  public static final byte[] ASCII_PDF = bytes("%PDF-1.4\n1 0 obj\n<< >>\nendobj\n");
  static final byte[] GZIP = bytes("\u001f\u008b\b\0\0\0\0\0\0\3");
  public static final byte[] UNKNOWN_BYTES = unknownBytes();

  private Samples() {}

  /** Each character one byte. */
  public static byte[] bytes(String latin1) {
    return latin1.getBytes(StandardCharsets.ISO_8859_1);
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] unknownBytes() {
    byte[] bytes = new byte[400];
    var crc = new CRC32();
    for (int i = 0; i < bytes.length; i++) {
      crc.update(i);
      bytes[i] = (byte) (crc.getValue() | 0x80);
    }
    bytes[0] = (byte) 0x9E;
    bytes[7] = 0;
    return bytes;
  }

  /** A file name for every name and extension that Tika or we know. */
  static List<String> names() {
    var names = new TreeSet<String>();
    for (String line : SortedTable.text("type-names").strip().split("\n", -1)) {
      String key = line.substring(0, line.indexOf('\t'));
      if (key.startsWith("=")) {
        names.add(key.substring(1));
      } else if (!key.startsWith("#!")) {
        names.add("sample" + key);
      }
    }
    return new ArrayList<>(names);
  }
}
