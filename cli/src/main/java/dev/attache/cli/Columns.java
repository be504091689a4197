package dev.attache.cli;

/**
 * Cells of a table that is printed while it grows: of fixed width, and wider where they must be.
 */
final class Columns {

  private Columns() {}

  static String left(String cell, int width) {
    return cell + blanks(width - cell.length());
  }

  static String right(String cell, int width) {
    return blanks(width - cell.length()) + cell;
  }

  private static String blanks(int count) {
    return " ".repeat(Math.max(0, count));
  }
}
