package dev.attache.delivery.page;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of lines as a model writes it: {@code 3000-3100}, {@code 3000-} for the rest, {@code
 * 3000} for one line, and {@code 7:30001-} from a character of a long line on. Immutable.
 *
 * @param from the start
 * @param to the end; null for the end of the text
 */
public record WantedLines(Place from, @Nullable Place to) {

  /** The whole text. */
  public static final WantedLines ALL = new WantedLines(new Place(1, 1), null);

  private static final String NUMBER = "([1-9][0-9]{0,8})";
  private static final String PLACE = "L?" + NUMBER + "(?::" + NUMBER + ")?";
  private static final Pattern WRITTEN = Pattern.compile(PLACE + "(-)?(?:" + PLACE + ")?");
  private static final Pattern FRAGMENT =
      Pattern.compile("(.+)#L" + NUMBER + "(?:-L?" + NUMBER + ")?");

  /**
   * A place in a text.
   *
   * @param line the line, from 1 on
   * @param character the character of the line, from 1 on; as an end {@link #END} for all of it
   */
  public record Place(int line, int character) {

    /** The end of a line. */
    public static final int END = Integer.MAX_VALUE;

    boolean isBefore(Place other) {
      return line < other.line || (line == other.line && character < other.character);
    }

    /** Returns the place as the start of a range. */
    @Override
    public String toString() {
      return character == 1 ? String.valueOf(line) : line + ":" + character;
    }

    private String asEnd() {
      return character == END ? String.valueOf(line) : line + ":" + character;
    }
  }

  /**
   * {@return the range that is written so; null if none is}
   *
   * @param written by a model
   */
  public static @Nullable WantedLines parse(String written) {
    Matcher matcher = WRITTEN.matcher(written.strip());
    boolean isRange = matcher.matches() && (matcher.group(3) != null || matcher.group(4) == null);
    if (!isRange) {
      return null;
    }
    var from = new Place(number(matcher.group(1)), number(matcher.group(2), 1));
    Place to = null;
    if (matcher.group(4) != null) {
      to = new Place(number(matcher.group(4)), number(matcher.group(5), Place.END));
    } else if (matcher.group(3) == null) {
      to = new Place(from.line(), Place.END);
    }
    return to != null && to.isBefore(from) ? null : new WantedLines(from, to);
  }

  /**
   * A URI or path with the lines that its fragment names.
   *
   * @param uri without the fragment
   * @param lines what the fragment means
   */
  public record Fragment(String uri, WantedLines lines) {}

  /**
   * {@return the lines that {@code #L10-L20} at the end of a URI or path means; null for none}
   *
   * @param uri as a model writes it
   */
  public static @Nullable Fragment fragment(String uri) {
    Matcher matcher = FRAGMENT.matcher(uri);
    if (!matcher.matches()) {
      return null;
    }
    int from = number(matcher.group(2));
    int to = number(matcher.group(3), from);
    return to < from
        ? null
        : new Fragment(
            matcher.group(1), new WantedLines(new Place(from, 1), new Place(to, Place.END)));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  private static int number(@Nullable String digits, int absent) {
    return digits == null ? absent : number(digits);
  }

  /** Returns the range as {@link #parse} reads it. */
  @Override
  public String toString() {
    return from + "-" + (to == null ? "" : to.asEnd());
  }
}
