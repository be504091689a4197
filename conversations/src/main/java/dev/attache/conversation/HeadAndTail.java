package dev.attache.conversation;

import dev.attache.delivery.page.WantedLines;
import dev.attache.delivery.page.WantedLines.Place;
import dev.attache.tokens.TokenEstimator;

/**
 * A text without its middle: the head and the tail, cut at the ends of lines where there are any
 * near. Immutable.
 */
final class HeadAndTail {

  /** The most characters per token, except in blank text. */
  private static final int MOST_CHARACTERS = 8;

  private final String text;
  private final int head;
  private final int tail;

  private HeadAndTail(String text, long tokens) {
    this.text = text;
    if (isWithin(0, text.length(), tokens)) {
      this.head = text.length();
      this.tail = head;
    } else {
      this.head = headEnd(tokens - tokens / 2);
      this.tail = Math.max(head, tailStart(tokens / 2));
    }
  }

  /** Returns the ends of a text, together of about so many tokens. */
  static HeadAndTail of(String text, long tokens) {
    return new HeadAndTail(text, tokens);
  }

  String head() {
    return text.substring(0, head);
  }

  String tail() {
    return text.substring(tail);
  }

  /** Describes the middle, as in {@code lines 3 to 9 of 12 are}. */
  String missing() {
    if (isLineStart(head) && isLineStart(tail)) {
      int first = lineOf(head);
      int last = lineOf(tail - 1);
      return (first == last ? "line " + first : "lines " + first + " to " + last)
          + (" of " + lineOf(text.length() - 1) + (first == last ? " is" : " are"));
    }
    return text.codePointCount(head, tail)
        + " of "
        + text.codePointCount(0, text.length())
        + " characters, from character "
        + characterOf(head)
        + " of line "
        + lineOf(head)
        + " on, are";
  }

  /** Returns the range of the middle. */
  WantedLines missingLines() {
    var from = new Place(lineOf(head), characterOf(head));
    int last = text.offsetByCodePoints(tail, -1);
    int to = isLineStart(tail) ? Place.END : characterOf(last);
    return new WantedLines(from, new Place(lineOf(last), to));
  }

  /** Returns the end of a head of so many tokens, at the end of a line if one is near. */
  private int headEnd(long tokens) {
    int low = 0;
    int high = (int) Math.min(text.length(), MOST_CHARACTERS * tokens);
    while (low < high) {
      int middle = low + (high - low + 1) / 2;
      if (isWithin(0, middle, tokens)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    int line = text.lastIndexOf('\n', low - 1) + 1;
    return line > low / 2 ? line : Math.max(text.offsetByCodePoints(0, 1), whole(low));
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

  /** Returns the offset, or the one before if it is within a character. */
  private int whole(int at) {
    boolean isHalf =
        at > 0
            && at < text.length()
            && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    return isHalf ? at - 1 : at;
  }

  private boolean isLineStart(int at) {
    return at == 0 || text.charAt(at - 1) == '\n';
  }

  /** Returns the number of the line that an offset is in. */
  private int lineOf(int at) {
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  /** Returns the number of the character at an offset in its line. */
  private int characterOf(int at) {
    return 1 + text.codePointCount(text.lastIndexOf('\n', at - 1) + 1, at);
  }
}
