package dev.attache.cli.forms;

/**
 * Cells of a table that is printed while it grows: of fixed width, and wider where they must be.
 */
public final class Columns {

  private Columns() {}

  public static String left(String cell, int width) {
    return cell + blanks(width - cell.length());
  }

  public static String right(String cell, int width) {
    return blanks(width - cell.length()) + cell;
  }

  private static String blanks(int count) {
    return " ".repeat(Math.max(0, count));
  }
}
