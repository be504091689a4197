package dev.attache.resource.convert;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rectangle of cells, as spreadsheets write it: {@code A1:F40}. Immutable.
 *
 * @param firstRow from 0
 * @param firstColumn from 0
 * @param lastRow from 0, inclusive
 * @param lastColumn from 0, inclusive
 */
public record CellRange(int firstRow, int firstColumn, int lastRow, int lastColumn) {

  private static final Pattern FORM =
      Pattern.compile(
          "\\$?([A-Za-z]{1,4})\\$?([1-9][0-9]{0,7})(?::\\$?([A-Za-z]{1,4})\\$?([1-9][0-9]{0,7}))?");

  private static final int LETTERS = 26;

  /**
   * Checks that it holds a cell.
   *
   * @param firstRow from 0
   * @param firstColumn from 0
   * @param lastRow from 0, inclusive
   * @param lastColumn from 0, inclusive
   * @throws IllegalArgumentException if it begins before the first cell or after its own end
   */
  public CellRange {
    if (firstRow < 0 || firstColumn < 0 || lastRow < firstRow || lastColumn < firstColumn) {
      throw new IllegalArgumentException("a range must begin at its first cell");
    }
  }

  /**
   * {@return the rectangle between two corners, whichever they are, or nothing if the text is none}
   *
   * @param text {@code A1:F40}, or {@code B7} for one cell; {@code $} before a name is passed over
   */
  public static Optional<CellRange> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    int row = Integer.parseInt(form.group(2)) - 1;
    int column = column(form.group(1));
    int otherRow = form.group(4) == null ? row : Integer.parseInt(form.group(4)) - 1;
    int otherColumn = form.group(3) == null ? column : column(form.group(3));
    return Optional.of(
        new CellRange(
            Math.min(row, otherRow),
            Math.min(column, otherColumn),
            Math.max(row, otherRow),
            Math.max(column, otherColumn)));
  }

  private static int column(String letters) {
    int number = 0;
    for (int i = 0; i < letters.length(); i++) {
      number = number * LETTERS + (letters.charAt(i) & 0x1f); // A and a are 1
    }
    return number - 1;
  }

  private static String letters(int column) {
    return column < LETTERS
        ? String.valueOf((char) ('A' + column))
        : letters(column / LETTERS - 1) + (char) ('A' + column % LETTERS);
  }

  /** The rectangle as spreadsheets write it: {@code A1:F40}, or {@code B7}. */
  @Override
  public String toString() {
    String first = letters(firstColumn) + (firstRow + 1);
    String last = letters(lastColumn) + (lastRow + 1);
    return first.equals(last) ? first : first + ":" + last;
  }
}
