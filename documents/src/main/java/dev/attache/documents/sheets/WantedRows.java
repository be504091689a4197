package dev.attache.documents.sheets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.resource.convert.CellRange;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sheet of Excel without the rows that are not wanted, which are left out before they are read as
 * XML: that is most of what a sheet costs. Rows with a namespace prefix, or in UTF-16, all stay.
 */
final class WantedRows extends InputStream {

  private static final int BUFFER_SIZE = 64 << 10;

  private static final byte[] ROW = "<row".getBytes(ISO_8859_1);
  private static final byte[] ROW_END = "</row>".getBytes(ISO_8859_1);
  private static final byte[] CDATA = "<![CDATA[".getBytes(ISO_8859_1);
  private static final byte[] CDATA_END = "]]>".getBytes(ISO_8859_1);
  private static final byte[] COMMENT = "<!--".getBytes(ISO_8859_1);
  private static final byte[] COMMENT_END = "-->".getBytes(ISO_8859_1);
  private static final byte[] NONE = {};

  private static final Pattern NUMBER = Pattern.compile("\\sr\\s*=\\s*[\"']([^\"']*)[\"']");

  /** No row has more digits. */
  private static final int MOST_DIGITS = 8;

  private final InputStream in;
  private final CellRange range;
  private byte[] buffer = new byte[BUFFER_SIZE];
  private int at; // of what has not been given
  private int end;
  private int given; // so many bytes can be given as they are
  private byte[] inserted = NONE; // is given before them
  private int row; // the last one, from 1

  WantedRows(InputStream in, CellRange range) {
    this.in = in;
    this.range = range;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (given == 0 && inserted.length == 0) {
      if (!look()) {
        return -1;
      }
    }
    if (inserted.length > 0) {
      int count = Math.min(length, inserted.length);
      System.arraycopy(inserted, 0, bytes, offset, count);
      inserted = Arrays.copyOfRange(inserted, count, inserted.length);
      return count;
    }
    int count = Math.min(length, given);
    System.arraycopy(buffer, at, bytes, offset, count);
    at += count;
    given -= count;
    return count;
  }

  /** Finds what can be given next, and leaves out what is not; false at the end. */
  private boolean look() throws IOException {
    if (!has(1)) {
      return false;
    }
    if (buffer[at] != '<') {
      given = textEnd() - at;
    } else if (isAtRow()) {
      lookAtRow();
    } else {
      given = special();
    }
    return true;
  }

  private int textEnd() {
    int i = at;
    while (i < end && buffer[i] != '<') {
      i++;
    }
    return i;
  }

  private boolean isAtRow() throws IOException {
    if (!isAt(ROW) || !has(ROW.length + 1)) {
      return false;
    }
    byte next = buffer[at + ROW.length];
    return next == '>' || next == '/' || Character.isWhitespace(next);
  }

  /** The length of what is no element, or else of the first character of one. */
  private int special() throws IOException {
    if (isAt(CDATA)) {
      return lengthTo(CDATA_END);
    }
    return isAt(COMMENT) ? lengthTo(COMMENT_END) : 1;
  }

  private void lookAtRow() throws IOException {
    int length = tagLength();
    String tag = new String(buffer, at, length, ISO_8859_1);
    Matcher stated = NUMBER.matcher(tag);
    boolean isStated = stated.find();
    String number = isStated ? stated.group(1).strip() : "";
    boolean isNumber = number.length() <= MOST_DIGITS && number.matches("[0-9]+");
    row = isNumber ? Integer.parseInt(number) : row + 1;
    if (row - 1 >= range.firstRow() && row - 1 <= range.lastRow()) {
      if (isStated) {
        given = length;
      } else { // those before it, by which it would be counted, may be left out
        inserted = ("<row r=\"" + row + "\"").getBytes(ISO_8859_1);
        at += ROW.length;
      }
      return;
    }
    at += length;
    if (!tag.endsWith("/>")) {
      leaveOutCells();
    }
  }

  private void leaveOutCells() throws IOException {
    while (has(1)) {
      at = textEnd();
      if (has(1) && buffer[at] == '<') {
        if (isAt(ROW_END)) {
          at += ROW_END.length;
          return;
        }
        int length = special(); // which may move where it is at
        at += length;
      }
    }
  }

  /** The length of the tag that it is at, in whose attributes the sign of its end may stand. */
  private int tagLength() throws IOException {
    byte quote = 0;
    int length = 0;
    while (has(length + 1)) {
      byte each = buffer[at + length++];
      if (quote == 0 && each == '>') {
        break;
      } else if (quote == 0 && (each == '"' || each == '\'')) {
        quote = each;
      } else if (each == quote) {
        quote = 0;
      }
    }
    return length;
  }

  private int lengthTo(byte[] last) throws IOException {
    int length = last.length;
    while (has(length)) {
      if (isFound(at + length - last.length, last)) {
        return length;
      }
      length++;
    }
    return end - at;
  }

  private boolean isAt(byte[] expected) throws IOException {
    return has(expected.length) && isFound(at, expected);
  }

  private boolean isFound(int index, byte[] expected) {
    return Arrays.equals(buffer, index, index + expected.length, expected, 0, expected.length);
  }

  /** Reads on until there are so many bytes; false if there are fewer. */
  private boolean has(int count) throws IOException {
    while (end - at < count) {
      if (end == buffer.length) {
        if (at > 0) {
          System.arraycopy(buffer, at, buffer, 0, end - at);
          end -= at;
          at = 0;
        } else {
          buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
      }
      int read = in.read(buffer, end, buffer.length - end);
      if (read < 0) {
        return false;
      }
      end += read;
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
