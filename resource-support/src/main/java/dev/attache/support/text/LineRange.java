package dev.attache.support.text;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text that a fragment selects: {@code #L10-200}, or {@code #L10} for one line.
 *
 * <p>Lines count from 1, and the last one is included. A line ends with its line feed, which
 * belongs to it. Immutable.
 *
 * @param first the first line, at least 1
 * @param last the last line, at least {@code first}
 */
public record LineRange(int first, int last) {

  private static final int MAX_DIGITS = 9;

  private static final Pattern SPELLING = Pattern.compile("L[0-9]+(?:-L?[0-9]+)?");

  /**
   * {@return whether a fragment without its {@code #} is meant to select lines, though maybe none
   * can}
   *
   * @param fragment what follows the {@code #} of a URI, such as {@code L10-200}
   */
  public static boolean isSpelledBy(String fragment) {
    return SPELLING.matcher(fragment).matches();
  }

  /**
   * {@return the lines that a fragment without its {@code #} selects; null if it selects none}
   *
   * @param fragment what follows the {@code #} of a URI; {@code L10-L200} is read as well
   */
  public static @Nullable LineRange parse(String fragment) {
    int dash = fragment.indexOf('-');
    int first = line(dash < 0 ? fragment : fragment.substring(0, dash), true);
    int last = dash < 0 ? first : line(fragment.substring(dash + 1), false);
    return first < 1 || last < first ? null : new LineRange(first, last);
  }

  /**
   * {@return what of {@code text} these lines are, and how many lines it has at the most}
   *
   * @param text one that may have fewer lines
   */
  public Selection select(String text) {
    int start = 0;
    int line = 1;
    while (line < first && start < text.length()) {
      start = lineEnd(text, start);
      line++;
    }
    int end = start;
    int lastFound = line - 1;
    while (line <= last && end < text.length()) {
      end = lineEnd(text, end);
      lastFound = line++;
    }
    return new Selection(text.substring(start, end), lastFound);
  }

  /**
   * Selected lines.
   *
   * @param text the lines, each with its line feed
   * @param lastLine the number of the last line that exists up to the end of the range
   */
  public record Selection(String text, int lastLine) {}

  /** The fragment without its {@code #}. */
  @Override
  public String toString() {
    return first == last ? "L" + first : "L" + first + "-" + last;
  }

  private static int lineEnd(String text, int from) {
    int feed = text.indexOf('\n', from);
    return feed < 0 ? text.length() : feed + 1;
  }

  private static int line(String spelled, boolean needsLetter) {
    boolean letter = spelled.startsWith("L");
    String digits = letter ? spelled.substring(1) : spelled;
    if ((needsLetter && !letter) || digits.isEmpty() || digits.length() > MAX_DIGITS) {
      return -1;
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        return -1;
      }
    }
    return Integer.parseInt(digits);
  }
}
