package dev.attache.types.text;

import com.google.common.base.Ascii;
import dev.attache.types.tables.SortedTable;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A character encoding under the name that the WHATWG Encoding Standard gives it, and UTF-32, which
 * that standard leaves out. Immutable.
 */
public record TextEncoding(String name, String javaName) {
  static final TextEncoding UTF_8 = new TextEncoding("UTF-8", "UTF-8");
  static final TextEncoding WINDOWS_1252 = new TextEncoding("windows-1252", "-");

  /**
   * {@return the encoding that a label names in any case; null if no encoding has it}
   *
   * @param label a label of the standard, such as {@code latin1}, with or without blanks around it
   */
  public static @Nullable TextEncoding parse(String label) {
    String wanted = Ascii.toLowerCase(label.trim());
    if (wanted.equals("utf-8")) {
      return UTF_8;
    } else if (wanted.isEmpty() || wanted.indexOf(' ') >= 0) {
      return null;
    }
    return Labels.find(wanted);
  }

  boolean isUtf8() {
    return name.equals("UTF-8");
  }

  /** Whether NUL bytes are ordinary in it. */
  boolean isWide() {
    return name.startsWith("UTF-16") || name.startsWith("UTF-32");
  }

  /** Whether a content of ASCII bytes only is its own text. */
  boolean isAsciiCompatible() {
    return !isWide() && !name.equals("ISO-2022-JP");
  }

  /** Decodes all bytes from {@code from} on. */
  Decoded decode(byte[] bytes, int from, int length) {
    return switch (name) {
      case "windows-1252" -> whole(SingleByteText.WINDOWS_1252, bytes, length);
      case "ISO-8859-10" -> whole(SingleByteText.ISO_8859_10, bytes, length);
      case "ISO-8859-14" -> whole(SingleByteText.ISO_8859_14, bytes, length);
      case "x-user-defined" -> whole(SingleByteText.X_USER_DEFINED, bytes, length);
      default -> decodeByJdk(bytes, from, length);
    };
  }

  /** A text and how many malformed sequences in it became U+FFFD. */
  record Decoded(String text, int replaced) {
    byte[] utf8() {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private static Decoded whole(SingleByteText encoding, byte[] bytes, int length) {
    return new Decoded(encoding.decode(bytes, length), 0);
  }

  private Decoded decodeByJdk(byte[] bytes, int from, int length) {
    var decoder =
        Charset.forName(javaName)
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    var in = ByteBuffer.wrap(bytes, from, length - from);
    var out =
        CharBuffer.allocate((int) ((length - from + 1) * (double) decoder.maxCharsPerByte()) + 2);
    int replaced = 0;
    for (var result = decoder.decode(in, out, true);
        !result.isUnderflow();
        result = decoder.decode(in, out, true)) {
      out = withRoom(out, in.remaining() + 2);
      if (result.isError()) {
        boolean isEuro = isEuro(in.get(in.position()));
        out.put(isEuro ? '€' : '\uFFFD');
        in.position(Math.min(in.limit(), in.position() + malformed(result)));
        replaced += isEuro ? 0 : 1;
      }
    }
    decoder.flush(out);
    return new Decoded(out.flip().toString(), replaced);
  }

  /** The one byte that Windows added to GBK, and the standard to both; the JDK has it in none. */
  private boolean isEuro(byte first) {
    return first == (byte) 0x80 && (name.equals("GBK") || name.equals("gb18030"));
  }

  /** The JDK takes a lone surrogate and the good unit after it for one error; the unit is kept. */
  private int malformed(CoderResult result) {
    return name.startsWith("UTF-16") ? Math.min(2, result.length()) : result.length();
  }

  private static CharBuffer withRoom(CharBuffer out, int room) {
    return out.remaining() >= room
        ? out
        : CharBuffer.allocate(out.position() + 2 * room).put(out.flip());
  }

  /** The table of labels, searched as the text it is. */
  private static final class Labels {
    static final String TABLE =
        new String(SortedTable.resource("charset-labels.txt"), StandardCharsets.UTF_8);

    static @Nullable TextEncoding find(String label) {
      int at = TABLE.indexOf(" " + label + " ");
      int start = TABLE.lastIndexOf('\n', at) + 1;
      if (at < 0 || TABLE.charAt(start) == '#') {
        return null;
      }
      int slash = TABLE.indexOf('/', start);
      return new TextEncoding(
          TABLE.substring(start, slash), TABLE.substring(slash + 1, TABLE.indexOf(' ', slash)));
    }
  }
}
