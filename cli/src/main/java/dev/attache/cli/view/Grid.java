package dev.attache.cli.view;

import dev.attache.cli.forms.Columns;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.List;

/** Rows of cells under headings, as wide as they must be, or as a terminal allows. */
final class Grid {

  private static final String GAP = "  ";

  /** A cell is cut to this many characters before a column is left out. */
  private static final int WIDE = 40;

  /** So many characters of cells and blanks are made one below the other where nothing is cut. */
  private static final int MAX_SIZE = 8 << 20;

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();

  Grid(List<Column> columns) {
    this.columns = List.copyOf(columns);
    columns.forEach(each -> widths.add(each.label.length()));
  }

  /** The side of its column on which a cell stands. */
  enum Side {
    LEFT,
    CENTER,
    RIGHT
  }

  /** A column under its heading. */
  record Column(String label, Side side) {
    Column {
      label = Sanitizer.sanitizeLine(ShownLine.joined(label));
    }
  }

  /** Adds a row of as many cells as there are columns. */
  void add(List<String> cells) {
    var row = new ArrayList<String>();
    for (String cell : cells) {
      String shown = Sanitizer.sanitizeLine(ShownLine.joined(cell)); // its width is that of escapes
      widths.set(row.size(), Math.max(widths.get(row.size()), shown.length()));
      row.add(shown);
    }
    rows.add(row);
  }

  /** Returns the headings, the rows, and which columns had no place. */
  List<ShownLine> lines(Pane pane) {
    int shown = pane.isCut() ? fit(pane.width()) : columns.size();
    if (!pane.isCut()) {
      boolean isLarge = (long) rows.size() * total(shown) > MAX_SIZE;
      widths.replaceAll(each -> isLarge ? 0 : each); // then nothing is but what the cells are
    }
    var lines = new ArrayList<ShownLine>();
    lines.add(
        ShownLine.dim(line(columns.stream().map(Column::label).toList(), shown, pane.isCut())));
    for (List<String> row : rows) {
      lines.add(ShownLine.of(line(row, shown, pane.isCut())));
    }
    if (shown < columns.size()) {
      List<String> rest =
          columns.subList(shown, columns.size()).stream().map(Column::label).toList();
      lines.add(
          ShownLine.dim(
              OneLine.fit(
                  "… "
                      + rest.size()
                      + (rest.size() == 1 ? " more column" : " more columns")
                      + " (--expand): "
                      + String.join(", ", rest),
                  pane.width())));
    }
    return lines;
  }

  /** Makes columns narrower, and returns how many of them have a place then. */
  private int fit(int width) {
    if (total(columns.size()) > width) {
      widths.replaceAll(each -> Math.min(each, Math.min(WIDE, width)));
    }
    int shown = columns.size();
    while (shown > 1 && total(shown) > width) {
      shown--;
    }
    return shown;
  }

  private int total(int count) {
    int total = GAP.length() * (count - 1);
    for (int i = 0; i < count; i++) {
      total += widths.get(i);
    }
    return total;
  }

  private String line(List<String> cells, int count, boolean isCut) {
    var line = new StringBuilder();
    for (int i = 0; i < count; i++) {
      String cell = isCut ? OneLine.fit(cells.get(i), widths.get(i)) : cells.get(i);
      line.append(i == 0 ? "" : GAP).append(aligned(cell, widths.get(i), columns.get(i).side));
    }
    return line.toString().stripTrailing();
  }

  private static String aligned(String cell, int width, Side side) {
    return switch (side) {
      case LEFT -> Columns.left(cell, width);
      case RIGHT -> Columns.right(cell, width);
      case CENTER -> Columns.left(Columns.right(cell, (width + cell.length()) / 2), width);
    };
  }
}
