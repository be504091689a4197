package dev.attache.support.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The text that a terminal shows in the end of what a program printed: escape sequences (ECMA-48)
 * are gone, and so is what the program drew over, such as earlier states of a progress bar. Not
 * thread-safe.
 *
 * <p>The screen is as high as the text is long, and never wraps a line. Costs time by the length of
 * the text, whatever that says.
 */
public final class TerminalText {

  private static final char ESCAPE = '\033';
  private static final char BELL = '\007';
  private static final char CONTROL_SEQUENCE = 0x9b; // ESC [ as one character

  /** The largest number that a sequence may give. */
  private static final int MAX_NUMBER = 9999;

  /** The most blanks that a move of the cursor adds, as wide as a terminal. */
  private static final int MAX_COLUMNS = 200;

  private static final int MAX_ROWS = 60;

  /** The blanks of a full screen; a longer text may have as many as it has characters. */
  private static final int SCREEN = MAX_COLUMNS * MAX_ROWS;

  private final String printed;
  private final List<StringBuilder> lines = new ArrayList<>();
  private int at;
  private int row;
  private int column;
  private int savedRow;
  private int savedColumn;
  private int blanksLeft;
  private boolean isStringEndless;

  private TerminalText(String printed) {
    this.printed = printed;
    blanksLeft = Math.max(SCREEN, printed.length());
    lines.add(new StringBuilder());
  }

  /**
   * {@return the text as a terminal shows it in the end; the same object if nothing is drawn over
   * and there are no escape sequences}
   *
   * @param printed what a program printed; line ends may be those of Windows
   */
  public static String shown(String printed) {
    for (int i = 0; i < printed.length(); i++) {
      if (moves(printed, i)) {
        return new TerminalText(printed).shown();
      }
    }
    return printed;
  }

  /** Tests whether a character is more than text. */
  private static boolean moves(String text, int i) {
    char c = text.charAt(i);
    return switch (c) {
      case ESCAPE, BELL, '\b', CONTROL_SEQUENCE -> true;
      case '\r' ->
          i + 1 < text.length() && text.charAt(i + 1) != '\n' && text.charAt(i + 1) != '\r';
      default -> false;
    };
  }

  private String shown() {
    while (at < printed.length()) {
      char c = printed.charAt(at);
      switch (c) {
        case ESCAPE -> escape();
        case CONTROL_SEQUENCE -> {
          at++;
          controlSequence();
        }
        case '\n' -> {
          at++;
          down();
        }
        case '\r' -> {
          at++;
          column = 0;
        }
        case '\b' -> {
          at++;
          column = Math.max(0, column - 1);
        }
        case BELL -> at++;
        default -> text();
      }
    }
    return WellFormed.text(String.join("\n", lines));
  }

  private StringBuilder line() {
    return lines.get(row);
  }

  private void down() {
    column = 0;
    if (++row == lines.size()) {
      lines.add(new StringBuilder());
    }
  }

  /** Writes text up to the next character that is more than text. */
  private void text() {
    int end = at;
    while (end < printed.length() && isText(printed.charAt(end))) {
      end++;
    }
    StringBuilder line = line();
    if (column > line.length()) {
      pad(line);
    }
    keepCharactersWhole(line, end - at);
    while (at < end && column < line.length()) {
      line.setCharAt(column++, printed.charAt(at++));
    }
    line.append(printed, at, end);
    column += end - at;
    at = end;
  }

  private static boolean isText(char c) {
    return switch (c) {
      case ESCAPE, BELL, '\b', CONTROL_SEQUENCE, '\r', '\n' -> false;
      default -> true;
    };
  }

  private void pad(StringBuilder line) {
    int blanks = Math.min(column - line.length(), Math.min(MAX_COLUMNS, blanksLeft));
    blanksLeft -= blanks;
    line.append(" ".repeat(blanks));
    column = line.length();
  }

  /** Blanks the remaining half of a character that is about to be drawn over in part. */
  private void keepCharactersWhole(StringBuilder line, int length) {
    blankHalf(line, column - 1, column);
    blankHalf(line, column + length, column + length - 1);
  }

  private static void blankHalf(StringBuilder line, int kept, int other) {
    int first = Math.min(kept, other);
    if (first >= 0
        && first + 1 < line.length()
        && Character.isSurrogatePair(line.charAt(first), line.charAt(first + 1))) {
      line.setCharAt(kept, ' ');
    }
  }

  private void escape() {
    char next = at + 1 < printed.length() ? printed.charAt(at + 1) : 0;
    at += 2;
    switch (next) {
      case '[' -> controlSequence();
      case ']' -> commandString();
      case 'P', 'X', '^', '_' -> string();
      case '7' -> save();
      case '8' -> restore();
      case 'D', 'E' -> down();
      case 'M' -> row = Math.max(0, row - 1);
      case 'c' -> clear();
      default -> {
        at--;
        while (at < printed.length() && isIn(printed.charAt(at), ' ', '/')) {
          at++;
        }
        at += at < printed.length() && isIn(printed.charAt(at), '0', '~') ? 1 : 0;
      }
    }
  }

  private static boolean isIn(char c, char first, char last) {
    return c >= first && c <= last;
  }

  /** Passes a title or a link, which ends with a bell, with {@code ESC \}, or with the line. */
  private void commandString() {
    while (at < printed.length()) {
      char c = printed.charAt(at);
      if (c == '\n' || c == ESCAPE) {
        at += printed.startsWith("\\", at + 1) && c == ESCAPE ? 2 : 0;
        return;
      }
      at++;
      if (c == BELL) {
        return;
      }
    }
  }

  /** Passes a string for the device, if it ends. */
  private void string() {
    int end = isStringEndless ? -1 : printed.indexOf("\033\\", at);
    isStringEndless |= end < 0;
    at = end < 0 ? at : end + 2;
  }

  private void save() {
    savedRow = row;
    savedColumn = column;
  }

  private void restore() {
    row = Math.min(savedRow, lines.size() - 1);
    column = savedColumn;
  }

  private void clear() {
    lines.clear();
    lines.add(new StringBuilder());
    row = 0;
    column = 0;
  }

  private void controlSequence() {
    int first = at;
    while (at < printed.length() && isIn(printed.charAt(at), '0', '?')) {
      at++;
    }
    int end = at;
    while (at < printed.length() && isIn(printed.charAt(at), ' ', '/')) {
      at++;
    }
    boolean isPlain = end == at && (first == end || isIn(printed.charAt(first), '0', ';'));
    if (at < printed.length() && isIn(printed.charAt(at), '@', '~')) {
      char last = printed.charAt(at++);
      if (isPlain) {
        control(last, printed.substring(first, Math.min(end, first + MAX_COLUMNS)));
      }
    }
  }

  private void control(char last, String numbers) {
    int number = number(numbers, 0);
    int steps = Math.max(1, number);
    switch (last) {
      case 'A', 'F' -> {
        row = Math.max(0, row - steps);
        column = last == 'F' ? 0 : column;
      }
      case 'B', 'E' -> {
        row = Math.min(lines.size() - 1, row + steps);
        column = last == 'E' ? 0 : column;
      }
      case 'C' -> column = Math.min(column + steps, line().length() + MAX_COLUMNS);
      case 'D' -> column = Math.max(0, column - steps);
      case 'G', '`' -> column = steps - 1;
      case 'H', 'f' -> moveTo(steps - 1, Math.max(1, number(numbers, 1)) - 1);
      case 'J' -> erase(number);
      case 'K' -> {
        if (number != 1) {
          line().setLength(number == 2 ? 0 : Math.min(column, line().length()));
        }
      }
      case 's' -> save();
      case 'u' -> restore();
      default -> {
        // a colour, or nothing that text shows
      }
    }
  }

  private void moveTo(int newRow, int newColumn) {
    while (lines.size() <= Math.min(newRow, MAX_ROWS - 1)) {
      lines.add(new StringBuilder());
    }
    row = Math.min(newRow, lines.size() - 1);
    column = newColumn;
  }

  private void erase(int number) {
    if (number == 0) {
      line().setLength(Math.min(column, line().length()));
      lines.subList(row + 1, lines.size()).clear();
    } else if (number > 1) {
      clear();
    }
  }

  /** Returns one of the numbers of a sequence; 0 if it has none there. */
  private static int number(String numbers, int index) {
    String[] all = numbers.split(";", index + 2);
    int number = 0;
    String digits = index < all.length ? all[index] : "";
    for (int i = 0; i < digits.length() && isIn(digits.charAt(i), '0', '9'); i++) {
      number = Math.min(MAX_NUMBER, 10 * number + digits.charAt(i) - '0');
    }
    return number;
  }
}
