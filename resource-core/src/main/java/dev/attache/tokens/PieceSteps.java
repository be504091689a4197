package dev.attache.tokens;

import java.util.Arrays;

/**
 * The steps by which a piece of a text is followed to its end, as {@code o200k} cuts pieces: a word
 * with the blank or sign before it, up to three digits, signs with the line ends after them, white
 * space. A state is what a piece has been so far; by that and the next byte a table has the state
 * after it, or {@link #END} if the piece has ended before. A byte beyond ASCII is taken for a
 * letter of either case.
 *
 * <p>Three kinds of pieces end elsewhere than where no step goes on, which is for whoever follows
 * them: {@link #BLANKS} leave the last one to what comes next, {@link #LINES_BLANK} all after the
 * last line end, and words ({@link #isWord}) take a contraction with them.
 */
final class PieceSteps {

  /** What is in the table where no piece goes on. */
  static final int END = -1;

  /** Nothing yet. */
  static final int START = 0;

  /** Capital letters, and what may stand before a word. */
  private static final int CAPITALS = 1 << Byte.SIZE;

  /** Letters of which some are small. */
  private static final int SMALL = 2 << Byte.SIZE;

  private static final int DIGIT = 3 << Byte.SIZE;
  private static final int TWO_DIGITS = 4 << Byte.SIZE;
  private static final int THREE_DIGITS = 5 << Byte.SIZE;
  private static final int SPACE = 6 << Byte.SIZE;

  /** One blank that is no space. */
  private static final int TAB = 7 << Byte.SIZE;

  /** Blanks, two or more. */
  static final int BLANKS = 8 << Byte.SIZE;

  /** White space that ends with a line end. */
  private static final int LINES = 9 << Byte.SIZE;

  /** White space with a line end, and blanks after it. */
  static final int LINES_BLANK = 10 << Byte.SIZE;

  private static final int SIGN = 11 << Byte.SIZE;
  private static final int SIGNS = 12 << Byte.SIZE;
  private static final int SIGNS_LINES = 13 << Byte.SIZE;
  private static final int STATES = 14;

  private static final String LINE_ENDS = "\n\r";
  private static final String OTHER_BLANKS = "\t\u000B\f";

  private PieceSteps() {}

  /** Returns the table, by state or next byte. */
  static short[] table() {
    var table = new short[STATES << Byte.SIZE];
    Arrays.fill(table, (short) END);
    for (int b = 0; b < 1 << Byte.SIZE; b++) {
      if (b >= 0x80) {
        addLetter(table, b, CAPITALS, SMALL);
      } else if (b >= 'A' && b <= 'Z') {
        addLetter(table, b, CAPITALS, END);
      } else if (b >= 'a' && b <= 'z') {
        addLetter(table, b, SMALL, SMALL);
      } else if (b >= '0' && b <= '9') {
        add(table, b, DIGIT, START);
        add(table, b, TWO_DIGITS, DIGIT);
        add(table, b, THREE_DIGITS, TWO_DIGITS);
      } else if (LINE_ENDS.indexOf(b) >= 0) {
        add(table, b, LINES, START, SPACE, TAB, BLANKS, LINES, LINES_BLANK);
        add(table, b, SIGNS_LINES, SIGN, SIGNS, SIGNS_LINES);
      } else if (b == ' ' || OTHER_BLANKS.indexOf(b) >= 0) {
        add(table, b, b == ' ' ? SPACE : TAB, START);
        add(table, b, BLANKS, SPACE, TAB, BLANKS);
        add(table, b, LINES_BLANK, LINES, LINES_BLANK);
      } else {
        add(table, b, SIGN, START);
        add(table, b, SIGNS, SPACE, SIGN, SIGNS);
      }
    }
    add(table, '/', SIGNS_LINES, SIGNS_LINES);
    return table;
  }

  private static void addLetter(short[] table, int letter, int first, int afterSmall) {
    add(table, letter, first, START, SPACE, TAB, SIGN, CAPITALS);
    add(table, letter, afterSmall, SMALL);
  }

  /** Adds what follows some states by a byte. */
  private static void add(short[] table, int b, int next, int... states) {
    for (int state : states) {
      table[state | b] = (short) next;
    }
  }

  /** Whether a piece in this state is a word so far. */
  static boolean isWord(int state) {
    return state == CAPITALS || state == SMALL;
  }
}
