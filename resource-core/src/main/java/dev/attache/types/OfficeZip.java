package dev.attache.types;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A look into a zip file for what says that it is a document: of Office by the type of its main
 * part in {@code [Content_Types].xml} (ECMA-376, part 2), another one by {@code mimetype}, which
 * not all programs write as the magic of such files wants it. The directory at the end of the file
 * leads there; where only the beginning of a file is there, either may stand first.
 */
final class OfficeZip {

  private static final String TYPES = "[Content_Types].xml";
  private static final String TYPE = "mimetype";

  private static final int LOCAL = 0x04034b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int END = 0x06054b50;
  private static final int LOCAL_SIZE = 30;
  private static final int CENTRAL_SIZE = 46;
  private static final int END_SIZE = 22;
  private static final int MOST_COMMENT = 0xffff;
  private static final int DEFLATED = 8;

  /** No list of the types of a document's parts is longer. */
  private static final int MOST_TEXT = 1 << 20;

  /** The main part is the only one whose type says so. */
  private static final Pattern MAIN =
      Pattern.compile("ContentType\\s*=\\s*[\"']([\\w.+/-]+)\\.main(?:\\+xml)?[\"']");

  private static final Pattern OTHER =
      Pattern.compile(
          "application/(?:epub\\+zip|vnd\\.(?:oasis\\.opendocument|sun\\.xml)\\.[a-z.-]+)");

  private final ByteBuffer zip;

  private OfficeZip(byte[] bytes, int length) {
    this.zip = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the type of an Office document.
   *
   * @param bytes a zip file, or its beginning
   * @param length how many of the bytes count
   * @return null if it is none, or that cannot be seen
   */
  static @Nullable String typeOf(byte[] bytes, int length) {
    try {
      var file = new OfficeZip(bytes, length);
      int types = file.entry(TYPES);
      int entry = types < 0 ? file.entry(TYPE) : types;
      return entry < 0 ? null : type(file.text(entry));
    } catch (IndexOutOfBoundsException | IllegalArgumentException | DataFormatException e) {
      return null; // it is cut, or no zip
    }
  }

  /** Where an entry begins, with its header; negative if there is none. */
  private int entry(String name) {
    if (isNamed(name, 0, LOCAL, LOCAL_SIZE, 26)) {
      return 0;
    }
    int end = end();
    if (end < 0) {
      return -1;
    }
    int at = zip.getInt(end + 16);
    for (int i = zip.getShort(end + 10) & 0xffff; i > 0 && zip.getInt(at) == CENTRAL; i--) {
      if (isNamed(name, at, CENTRAL, CENTRAL_SIZE, 28)) {
        int entry = zip.getInt(at + 42);
        return isNamed(name, entry, LOCAL, LOCAL_SIZE, 26) ? entry : -1;
      }
      at += CENTRAL_SIZE + size(at + 28) + size(at + 30) + size(at + 32);
    }
    return -1;
  }

  private int end() {
    int last = zip.limit() - END_SIZE;
    for (int at = last; at >= Math.max(0, last - MOST_COMMENT); at--) {
      if (zip.getInt(at) == END && size(at + 20) == last - at) {
        return at;
      }
    }
    return -1;
  }

  private boolean isNamed(String name, int at, int mark, int headerSize, int nameSizeAt) {
    if (zip.getInt(at) != mark || size(at + nameSizeAt) != name.length()) {
      return false;
    }
    var found = new byte[name.length()];
    zip.get(at + headerSize, found);
    return name.equals(new String(found, UTF_8));
  }

  private int size(int at) {
    return zip.getShort(at) & 0xffff;
  }

  private String text(int entry) throws DataFormatException {
    int from = entry + LOCAL_SIZE + size(entry + 26) + size(entry + 28);
    if (size(entry + 8) != DEFLATED) {
      int stored = Math.min(zip.getInt(entry + 18), MOST_TEXT);
      return new String(zip.array(), from, Math.min(stored, zip.limit() - from), UTF_8);
    }
    var inflater = new Inflater(true);
    try {
      inflater.setInput(zip.array(), from, zip.limit() - from);
      byte[] text = new byte[8 << 10];
      int length = 0;
      for (int more = -1; more != 0 && length < MOST_TEXT; length += more) {
        text = length == text.length ? Arrays.copyOf(text, 2 * length) : text;
        more = inflater.inflate(text, length, text.length - length);
      }
      return new String(text, 0, length, UTF_8);
    } finally {
      inflater.end();
    }
  }

  /** As Tika calls it: {@code .12} stands for the version of Office that began to have macros. */
  private static @Nullable String type(String types) {
    Matcher main = MAIN.matcher(types);
    if (!main.find()) {
      return OTHER.matcher(types.strip()).matches() ? types.strip() : null;
    }
    String type =
        main.group(1).toLowerCase(Locale.ROOT).replace("macroenabledtemplate", "macroenabled");
    return type.endsWith("macroenabled") ? type + ".12" : type;
  }
}
