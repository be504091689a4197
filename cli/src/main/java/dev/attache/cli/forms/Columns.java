package dev.attache.cli.forms;

/**
 * Cells of a table that is printed while it grows: of fixed width, and wider where they must be.
 */
public final class Columns {

  private static final int TYPE = 24;

  private Columns() {}

  public static String left(String cell, int width) {
    return cell + blanks(width - cell.length());
  }

  /**
   * A MIME type. Of one that is too long the end is shown: those of office documents differ only
   * there.
   */
  public static String type(String type) {
    return type.length() <= TYPE
        ? left(type, TYPE)
        : "…" + type.substring(type.length() - TYPE + 1);
  }

  public static String right(String cell, int width) {
    return blanks(width - cell.length()) + cell;
  }

  private static String blanks(int count) {
    return " ".repeat(Math.max(0, count));
  }
}
