package dev.attache.conversation;

import dev.attache.tokens.TokenEstimator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text that a model reads some lines at a time. Lines count from 1, and each includes its line
 * feed. Immutable.
 */
public final class TextLines {

  /** The tokens of a page, as many as clients show their models of one answer. */
  public static final int PAGE_TOKENS = 10_000;

  /** The most characters per token, except in blank text. */
  private static final int MOST_CHARACTERS = 8;

  private static final int AT_ONCE = 200;
  private static final int CHARACTERS_AT_ONCE = 20_000;

  private final String text;

  private TextLines(String text) {
    this.text = text;
  }

  /**
   * {@return the lines of a text}
   *
   * @param text the text, of any length
   */
  public static TextLines of(String text) {
    return new TextLines(text);
  }

  /**
   * A choice of lines, or of characters of one line.
   *
   * @param first the first line, at least 1
   * @param last the last line, at least {@code first}
   * @param from the first character of a single line, at least 1; 0 for whole lines
   * @param to the last one, at least {@code from}; 0 for whole lines
   */
  public record Range(int first, int last, int from, int to) {

    /** All lines. */
    public static final Range ALL = new Range(1, Integer.MAX_VALUE, 0, 0);

    private static final Pattern LINES =
        Pattern.compile("L?([0-9]{1,9})(?:(-)(?:L?([0-9]{1,9}))?)?");

    private static final Pattern CHARACTERS =
        Pattern.compile("L?([0-9]{1,9}):([0-9]{1,9})-([0-9]{1,9})");

    /**
     * {@return the range that a model has written; null if it is not one}
     *
     * @param spelled {@code 3000-3100}, {@code 3000}, {@code 3000-} for the rest, or {@code
     *     12:1-20000} for characters of line 12
     */
    public static @Nullable Range parse(String spelled) {
      String plain = spelled.strip();
      Matcher lines = LINES.matcher(plain);
      if (lines.matches()) {
        int first = Integer.parseInt(lines.group(1));
        boolean isOpen = lines.group(2) != null && lines.group(3) == null;
        int last =
            isOpen
                ? Integer.MAX_VALUE
                : lines.group(3) == null ? first : Integer.parseInt(lines.group(3));
        return first < 1 || last < first ? null : new Range(first, last, 0, 0);
      }
      Matcher characters = CHARACTERS.matcher(plain);
      if (characters.matches()) {
        int line = Integer.parseInt(characters.group(1));
        int from = Integer.parseInt(characters.group(2));
        int to = Integer.parseInt(characters.group(3));
        return line < 1 || from < 1 || to < from ? null : new Range(line, line, from, to);
      }
      return null;
    }

    private boolean isOfCharacters() {
      return from > 0;
    }

    /** The range as {@link #parse} reads it. */
    @Override
    public String toString() {
      if (isOfCharacters()) {
        return first + ":" + from + "-" + to;
      } else if (first == last) {
        return Integer.toString(first);
      }
      return first + "-" + (last == Integer.MAX_VALUE ? "" : Integer.toString(last));
    }
  }

  /**
   * One page of a range.
   *
   * @param text the lines, or a part of one line
   * @param shown the range of the page; null if the text has no such lines
   * @param next the rest of the range; null if the page ends it
   */
  public record Page(String text, @Nullable Range shown, @Nullable Range next) {}

  /** {@return the number of lines} */
  public int count() {
    return text.isEmpty() ? 0 : lineOf(text.length() - 1);
  }

  /**
   * {@return the first page of a range}
   *
   * @param range lines, which may lie beyond the end
   * @param tokens the size of the page
   */
  public Page page(Range range, long tokens) {
    int lineStart = startOf(range.first());
    int start = Math.min(endOfLine(lineStart), offset(lineStart, Math.max(0, range.from() - 1)));
    int end =
        range.isOfCharacters()
            ? Math.min(endOfLine(lineStart), offset(lineStart, range.to()))
            : range.last() == Integer.MAX_VALUE ? text.length() : startOf(range.last() + 1);
    if (start >= end) {
      return new Page("", null, null);
    }
    int cut = headEnd(start, end, tokens);
    Range shown = range(range, lineStart, start, cut);
    Range next = cut == end ? null : next(range, cut, end);
    return new Page(text.substring(start, cut), shown, next);
  }

  private Range range(Range asked, int lineStart, int start, int end) {
    boolean isPart = asked.isOfCharacters() || (!isLineStart(end) && end < text.length());
    return isPart && endOfLine(start) >= end
        ? new Range(asked.first(), asked.first(), start - lineStart + 1, end - lineStart)
        : new Range(asked.first(), lineOf(end - 1), 0, 0);
  }

  private Range next(Range asked, int cut, int end) {
    int line = lineOf(cut);
    int lineStart = startOf(line);
    if (asked.isOfCharacters() || cut > lineStart) {
      int to = Math.min(endOfLine(cut), asked.isOfCharacters() ? end : text.length());
      int most = Math.min(to, cut + CHARACTERS_AT_ONCE);
      return new Range(line, line, cut - lineStart + 1, most - lineStart);
    }
    return new Range(line, Math.max(line, lineOf(end - 1)), 0, 0);
  }

  /**
   * {@return the ends of the text that are kept; all of it if it is short enough}
   *
   * @param tokens the tokens to keep
   */
  Ends ends(long tokens) {
    if (isWithin(0, text.length(), tokens)) {
      return new Ends(text.length(), text.length());
    }
    int head = headEnd(0, text.length(), tokens - tokens / 2);
    int tail = Math.max(head, tailStart(tokens / 2));
    return new Ends(head, tail);
  }

  /**
   * The head and the tail of a text, by offsets.
   *
   * @param head the end of the head
   * @param tail the start of the tail; the end of the head if nothing is cut
   */
  record Ends(int head, int tail) {}

  /** Describes the part between head and tail, as in {@code lines 3 to 9 of 12 are}. */
  String missing(Ends ends) {
    if (isLineStart(ends.head()) && isLineStart(ends.tail())) {
      int first = lineOf(ends.head());
      int last = lineOf(ends.tail() - 1);
      return (first == last ? "line " + first : "lines " + first + " to " + last)
          + (" of " + count() + (first == last ? " is" : " are"));
    }
    int line = lineOf(ends.head());
    return (ends.tail() - ends.head())
        + " of "
        + text.length()
        + " characters, from character "
        + (ends.head() - startOf(line) + 1)
        + " of line "
        + line
        + " on, are";
  }

  /** Returns the first lines that are missing between a head and a tail. */
  Range firstMissing(Ends ends) {
    Range next = next(Range.ALL, ends.head(), ends.tail());
    return next.isOfCharacters()
        ? next
        : new Range(next.first(), Math.min(next.last(), next.first() + AT_ONCE - 1), 0, 0);
  }

  String head(Ends ends) {
    return text.substring(0, ends.head());
  }

  String tail(Ends ends) {
    return text.substring(ends.tail());
  }

  /** Returns the end of a part of so many tokens, at the end of a line if one is near. */
  private int headEnd(int start, int end, long tokens) {
    if (isWithin(start, end, tokens)) {
      return end;
    }
    int low = start;
    int high = (int) Math.min(end, start + MOST_CHARACTERS * tokens);
    while (low < high) {
      int middle = low + (high - low + 1) / 2;
      if (isWithin(start, middle, tokens)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    int line = text.lastIndexOf('\n', low - 1) + 1;
    return line > start + (low - start) / 2 ? line : Math.max(afterCharacter(start), whole(low));
  }

  private int tailStart(long tokens) {
    int end = text.length();
    int low = (int) Math.max(0, end - MOST_CHARACTERS * tokens);
    int high = end;
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (isWithin(middle, end, tokens)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    int line = text.indexOf('\n', low) + 1;
    return line > 0 && line < end && line - low <= (end - low) / 2 ? line : whole(low);
  }

  private boolean isWithin(int start, int end, long tokens) {
    return end - start <= tokens
        || (end - start <= MOST_CHARACTERS * tokens
            && TokenEstimator.standard().count(text.substring(whole(start), whole(end))) <= tokens);
  }

  private int afterCharacter(int at) {
    return whole(at + 1) > at ? at + 1 : at + 2;
  }

  /** Returns the offset, or the one before if it is within a character. */
  private int whole(int at) {
    boolean isHalf =
        at > 0
            && at < text.length()
            && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    return isHalf ? at - 1 : at;
  }

  private int offset(int lineStart, int characters) {
    return whole((int) Math.min(text.length(), (long) lineStart + characters));
  }

  private boolean isLineStart(int at) {
    return at == 0 || text.charAt(at - 1) == '\n';
  }

  private int startOf(int line) {
    int start = 0;
    for (int i = 1; i < line && start < text.length(); i++) {
      start = endOfLine(start);
    }
    return start;
  }

  private int endOfLine(int at) {
    int feed = text.indexOf('\n', at);
    return feed < 0 ? text.length() : feed + 1;
  }

  private int lineOf(int at) {
    int line = 1;
    int feed = text.indexOf('\n');
    while (feed >= 0 && feed < at) {
      line++;
      feed = text.indexOf('\n', feed + 1);
    }
    return line;
  }
}
