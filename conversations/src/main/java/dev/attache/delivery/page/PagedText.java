package dev.attache.delivery.page;

import dev.attache.delivery.form.TextHead;
import dev.attache.delivery.page.WantedLines.Place;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Text;
import dev.attache.tokens.TokenEstimator;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A text that a model reads by pages of whole lines. A line includes its line feed; text after the
 * last one is a line. Immutable.
 */
public final class PagedText {

  /** The most bytes per token, except in repetitions of one character. */
  private static final int MOST_BYTES_PER_TOKEN = 8;

  private static final TokenEstimator ESTIMATOR = TokenEstimator.standard();

  private final byte[] utf8;
  private final int lines;

  private PagedText(byte[] utf8) {
    this.utf8 = utf8;
    this.lines = lines(utf8);
  }

  /**
   * {@return a text by its lines}
   *
   * @param text of any length
   * @throws IOException if it cannot be read
   */
  public static PagedText of(ResourceContent text) throws IOException {
    try (InputStream in = text.open()) {
      return new PagedText(in.readAllBytes());
    }
  }

  private static int lines(byte[] utf8) {
    int count = 0;
    for (byte each : utf8) {
      count += each == '\n' ? 1 : 0;
    }
    return utf8.length == 0 || utf8[utf8.length - 1] == '\n' ? count : count + 1;
  }

  /**
   * {@return the rest of a page after a text}
   *
   * @param limit that of the page
   * @param text what is on it
   */
  public static PageLimit rest(PageLimit limit, Text text) {
    var all = new PagedText(text.toByteArray());
    return all.rest(limit, 0, all.utf8.length, all.lines);
  }

  private PageLimit rest(PageLimit limit, int begin, int end, int lineCount) {
    long bytes = 0;
    for (int i = begin; i < end; i++) {
      bytes += jsonBytes(utf8[i]);
    }
    return limit.less(ESTIMATOR.count(Text.ofUtf8(utf8, begin, end - begin)), bytes, lineCount);
  }

  /** Returns the length of a byte in a JSON string, which is what clients measure. */
  private static int jsonBytes(byte each) {
    return switch (each) {
      case '"', '\\', '\b', '\f', '\n', '\r', '\t' -> 2;
      default -> each >= 0 && each < ' ' ? 6 : 1;
    };
  }

  /** {@return the number of lines} */
  public int lines() {
    return lines;
  }

  /**
   * A part of a text, which a model is shown below a line that names it.
   *
   * @param text the part
   * @param range the lines, with an end
   * @param of the number of lines of the whole text
   * @param rest the rest of the range; null if the page ends it
   * @param isWhole true for the whole text
   */
  public record Page(
      Text text, WantedLines range, int of, @Nullable WantedLines rest, boolean isWhole) {

    /**
     * {@return the line above the page: its lines, and the digest of what stands below it}
     *
     * @param label the name by which the model knows the text
     */
    public String head(String label) {
      return TextHead.line(label, text.digest().shortForm(), "lines " + range + " of " + of);
    }

    /** {@return the line that says how to get the rest; empty if there is none} */
    public String more() {
      return rest == null ? "" : "More: call refresh_resource with lines \"" + rest + "\".";
    }

    /**
     * {@return the page, below the line that names it and above that about the rest}
     *
     * @param label the name by which the model knows the text
     */
    public String shown(String label) {
      String part = text.value();
      String end = part.endsWith("\n") || rest == null ? "" : "\n";
      return head(label) + "\n" + part + end + more();
    }
  }

  /**
   * {@return what is wrong with a range that begins after the end of this text}
   *
   * @param asked the range
   * @param label the name by which the model knows the text
   */
  public String beyond(WantedLines asked, String label) {
    return "The argument lines ("
        + asked
        + ") begins after the end: "
        + label
        + " has "
        + (lines == 1 ? "1 line." : lines + " lines.");
  }

  /**
   * {@return the first page of a range: whole lines, or a part of a line that is longer than a
   * page; null if the range begins after the end of the text}
   *
   * @param asked the range, whose end may be beyond that of the text
   * @param limit the most that the page holds
   */
  public @Nullable Page page(WantedLines asked, PageLimit limit) {
    int begin = offset(asked.from());
    if (begin < 0) {
      return null;
    }
    Place to = asked.to();
    int last = to == null ? utf8.length : end(to);
    PageLimit left = limit;
    int end = begin;
    int line = asked.from().line();
    int character = asked.from().character();
    while (end < last) {
      int next = Math.min(endOfLine(end), last);
      left = rest(left, end, next, 1);
      if (!left.isKept()) {
        break;
      }
      end = next;
      line++;
      character = 1;
    }
    if (end == begin && end < last) { // not even one line
      end = cut(begin, Math.min(endOfLine(begin), last), limit);
      character += characters(begin, end);
    }
    Place ended =
        end == last && to != null && to.line() <= lines ? ending(to, end) : before(line, character);
    return new Page(
        Text.ofUtf8(utf8, begin, end - begin),
        new WantedLines(asked.from(), ended),
        lines,
        end < last ? new WantedLines(new Place(line, character), to) : null,
        begin == 0 && end == utf8.length);
  }

  /** The end of a range, which may be the end of a line. */
  private Place ending(Place to, int end) {
    return end == endOfLine(beginOfLine(to.line())) ? new Place(to.line(), Place.END) : to;
  }

  /** The last place before one. */
  private static Place before(int line, int character) {
    return character == 1
        ? new Place(Math.max(line - 1, 1), Place.END)
        : new Place(line, character - 1);
  }

  /** Returns the offset at which to cut a long line: between characters, after at least one. */
  private int cut(int begin, int end, PageLimit limit) {
    long most = Math.min(end - begin, Math.max(1, limit.tokens()) * MOST_BYTES_PER_TOKEN);
    int length = 0;
    for (long left = limit.bytes(); length < most && left > 0; ) {
      left -= jsonBytes(utf8[begin + length]);
      length += left < 0 ? 0 : 1;
    }
    length = Math.max(1, length);
    for (long tokens = tokens(begin, length);
        tokens > limit.tokens() && length > 1;
        tokens = tokens(begin, length)) {
      length = (int) Math.max(1, Math.min(length - 1, length * limit.tokens() / tokens));
    }
    int at = begin + length;
    while (at > begin && at < end && isContinued(at)) {
      at--;
    }
    if (at == begin) {
      at = begin + 1;
      while (at < end && isContinued(at)) {
        at++;
      }
    }
    return at;
  }

  private long tokens(int begin, int length) {
    int end = begin + length;
    while (end > begin && end < utf8.length && isContinued(end)) {
      end--;
    }
    return ESTIMATOR.count(Text.ofUtf8(utf8, begin, end - begin));
  }

  /** Tests whether a byte is within a character, after its first. */
  private boolean isContinued(int at) {
    return (utf8[at] & 0xC0) == 0x80;
  }

  /** The offset of a place in bytes; -1 if it is beyond the end. */
  private int offset(Place place) {
    if (place.line() > Math.max(lines, 1)) {
      return -1;
    }
    int at = beginOfLine(place.line());
    int end = endOfLine(at);
    for (int i = 1; i < place.character(); i++) {
      if (at >= end) {
        return -1;
      }
      at = afterCharacter(at, end);
    }
    return at;
  }

  /** The offset of the end of a range in bytes. */
  private int end(Place to) {
    if (to.line() > lines) {
      return utf8.length;
    }
    int at = beginOfLine(to.line());
    int end = endOfLine(at);
    if (to.character() == Place.END) {
      return end;
    }
    for (int i = 0; i < to.character() && at < end; i++) {
      at = afterCharacter(at, end);
    }
    return at;
  }

  /** The offset of the start of an existing line. */
  private int beginOfLine(int line) {
    int at = 0;
    for (int i = 1; i < line; i++) {
      at = endOfLine(at);
    }
    return at;
  }

  /** The offset after the line that an offset is in. */
  private int endOfLine(int at) {
    int end = at;
    while (end < utf8.length && utf8[end] != '\n') {
      end++;
    }
    return Math.min(end + 1, utf8.length);
  }

  private int afterCharacter(int at, int end) {
    int after = at + 1;
    while (after < end && isContinued(after)) {
      after++;
    }
    return after;
  }

  private int characters(int begin, int end) {
    int count = 0;
    for (int i = begin; i < end; i++) {
      count += isContinued(i) ? 0 : 1;
    }
    return count;
  }
}
