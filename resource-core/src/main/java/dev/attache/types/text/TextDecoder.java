package dev.attache.types.text;

import dev.attache.types.tables.ContentTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules that tell text from bytes and find a text's charset.
 *
 * <p>In this order: a byte order mark; then a known binary signature or a NUL byte makes a blob;
 * then the declared charset (a label of the WHATWG Encoding Standard), the charset that an XML or
 * HTML document states itself, UTF-8 if the bytes are well-formed, and windows-1252 if there is no
 * binary data byte (WHATWG MIME Sniffing, section 3) among them. A declared UTF-16 is believed
 * before NUL bytes are looked for.
 *
 * <p>A text keeps its characters. A UTF-8 byte order mark stays, so that the text is byte for byte
 * the file; those of UTF-16 and UTF-32 belong to the encoding and go with it. All methods are
 * thread-safe.
 */
public final class TextDecoder {

  private static final Set<String> JSON_TYPES =
      Set.of(
          "application/json",
          "application/json-seq",
          "application/jsonl",
          "application/ndjson",
          "application/x-ndjson");

  private TextDecoder() {}

  /**
   * {@return whether the beginning of a content already shows that it is no text, so that the rest
   * need not be kept}
   *
   * @param prefix the beginning of the content
   * @param length how many of its bytes count
   * @param charset the declared charset, if any
   */
  public static boolean isSurelyBlob(byte[] prefix, int length, @Nullable String charset) {
    return mark(prefix, length) == null
        && !isWide(charset)
        && (BinarySignature.matches(prefix, length) || Utf8Scan.hasNul(prefix, 0, length));
  }

  /**
   * {@return whether the beginning of a content would be read as text, for those who want its kind
   * and not its characters}
   *
   * @param prefix the beginning of the content
   * @param length how many of its bytes count
   * @param complete whether the beginning is all there is; otherwise a cut last character is passed
   *     over
   * @param charset the declared charset, if any
   */
  public static boolean isText(
      byte[] prefix, int length, boolean complete, @Nullable String charset) {
    int end = complete ? length : Utf8Scan.withoutCutSequence(prefix, length);
    return choose(prefix, end, charset, null, new ArrayList<>(0)) != null;
  }

  /**
   * Reads a whole content.
   *
   * @param bytes all of the content, from the first byte on
   * @param length how many of the bytes count
   * @param charset the declared charset, if any
   * @param type the declared type or what the name says, which allows a {@code meta} element in
   *     HTML to speak
   * @return the text as UTF-8, or that it is none
   */
  public static TextReading read(
      byte[] bytes, int length, @Nullable String charset, @Nullable String type) {
    List<String> notes = new ArrayList<>(0);
    var choice = choose(bytes, length, charset, type, notes);
    if (choice == null) {
      return TextReading.BLOB;
    } else if (choice.verbatim) {
      return TextReading.verbatim(choice.encoding.name(), notes);
    }
    var decoded = choice.encoding.decode(bytes, choice.from, length);
    if (!choice.encoding.isUtf8() && notes.stream().noneMatch(note -> note.contains("read as"))) {
      notes.add("charset: converted from " + choice.encoding.name());
    }
    if (decoded.replaced() > 0) {
      notes.add(lossy(choice.encoding, decoded.replaced()));
    }
    return TextReading.converted(choice.encoding.name(), decoded.utf8(), notes);
  }

  private static String lossy(TextEncoding encoding, int replaced) {
    String what = replaced == 1 ? "1 malformed sequence" : replaced + " malformed sequences";
    return "lossy: " + what + " of " + encoding.name() + " replaced by U+FFFD";
  }

  /** An encoding, where its text begins, and whether the bytes are UTF-8 already. */
  private record Choice(TextEncoding encoding, int from, boolean verbatim) {}

  private static @Nullable Choice choose(
      byte[] bytes,
      int length,
      @Nullable String charset,
      @Nullable String type,
      List<String> notes) {
    var mark = mark(bytes, length);
    if (mark != null) {
      return mark.isUtf8()
          ? new Choice(mark, 0, isUtf8(Utf8Scan.of(bytes, 0, length)))
          : new Choice(mark, mark.name().startsWith("UTF-32") ? 4 : 2, false);
    }
    var declared = charset == null ? null : parse(charset, notes);
    if (BinarySignature.matches(bytes, length)) {
      return null;
    }
    var scan = Utf8Scan.of(bytes, 0, length);
    if (declared != null && !declared.isUtf8() && isJson(type) && isUtf8(scan)) {
      notes.add(
          "charset: " + declared.name() + " means nothing for JSON (RFC 8259), read as UTF-8");
      return new Choice(TextEncoding.UTF_8, 0, true);
    } else if (declared != null && declared.isWide()) {
      return new Choice(declared, 0, false);
    } else if (scan == Utf8Scan.HAS_NUL) {
      return null;
    }
    var stated = declared != null ? declared : stated(bytes, length, type, notes);
    return stated != null ? in(stated, scan) : guess(bytes, length, scan, notes);
  }

  private static Choice in(TextEncoding encoding, Utf8Scan scan) {
    boolean same = encoding.isUtf8() ? isUtf8(scan) : isAsciiIn(encoding, scan);
    return new Choice(encoding, 0, same);
  }

  private static boolean isAsciiIn(TextEncoding encoding, Utf8Scan scan) {
    return scan == Utf8Scan.ASCII && encoding.isAsciiCompatible();
  }

  /**
   * Well-formed UTF-8 may hold a NUL byte when a byte order mark has already said that it is text.
   */
  private static boolean isUtf8(Utf8Scan scan) {
    return scan == Utf8Scan.ASCII || scan == Utf8Scan.UTF_8;
  }

  private static @Nullable Choice guess(
      byte[] bytes, int length, Utf8Scan scan, List<String> notes) {
    if (scan != Utf8Scan.MALFORMED) {
      return new Choice(TextEncoding.UTF_8, 0, true);
    } else if (hasBinaryData(bytes, length)) {
      return null;
    }
    notes.add("charset: not UTF-8 and none declared, read as windows-1252");
    return new Choice(TextEncoding.WINDOWS_1252, 0, false);
  }

  /** JSON, also a line or a record each: of UTF-8 as well (RFC 7464, NDJSON). */
  private static boolean isJson(@Nullable String type) {
    return type != null
        && (JSON_TYPES.contains(type) || type.endsWith("+json") || type.endsWith("+json-seq"));
  }

  private static boolean hasBinaryData(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      int b = bytes[i];
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\f' && b != '\r' && b != 0x1B) {
        return true;
      }
    }
    return false;
  }

  /**
   * A document that can be read as ASCII up to its declaration is not in UTF-16, whatever that
   * says.
   */
  private static @Nullable TextEncoding stated(
      byte[] bytes, int length, @Nullable String type, List<String> notes) {
    String label = DeclaredCharset.find(bytes, length, type);
    var encoding = label == null ? null : parse(label, notes);
    return encoding != null && encoding.isWide() ? TextEncoding.UTF_8 : encoding;
  }

  private static @Nullable TextEncoding parse(String label, List<String> notes) {
    var encoding = TextEncoding.parse(label);
    if (encoding == null) {
      notes.add("charset: unknown label \"" + label + "\" ignored");
    }
    return encoding;
  }

  private static boolean isWide(@Nullable String charset) {
    var encoding = charset == null ? null : TextEncoding.parse(charset);
    return encoding != null && encoding.isWide();
  }

  /** The encoding of the byte order mark (Unicode Standard, section 23.8), or null. */
  private static @Nullable TextEncoding mark(byte[] bytes, int length) {
    int first = length < 2 ? 0 : ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
    boolean wide = length >= 4;
    return switch (first) {
      case 0xEFBB -> ContentTypes.afterMark(bytes, length) > 0 ? TextEncoding.UTF_8 : null;
      case 0xFEFF -> utf("UTF-16BE");
      case 0xFFFE -> utf(wide && bytes[2] == 0 && bytes[3] == 0 ? "UTF-32LE" : "UTF-16LE");
      case 0x0000 ->
          wide && bytes[2] == (byte) 0xFE && bytes[3] == (byte) 0xFF ? utf("UTF-32BE") : null;
      default -> null;
    };
  }

  private static TextEncoding utf(String name) {
    return new TextEncoding(name, name);
  }
}
