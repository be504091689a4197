package dev.attache.handlers.http.markdown;

/**
 * How many empty cells the spans of a page may still add: a page of a few bytes can ask for
 * millions.
 */
final class TableFill {

  private static final int MAX_SPAN = 500;

  private int left = 20_000;

  /** Takes one empty cell, if there is one left. */
  boolean take() {
    return left-- > 0;
  }

  /** How many columns or rows a cell asks for. */
  static int span(String value) {
    String digits = value.strip();
    return digits.matches("[1-9]\\d{0,5}") ? Math.min(MAX_SPAN, Integer.parseInt(digits)) : 1;
  }
}
