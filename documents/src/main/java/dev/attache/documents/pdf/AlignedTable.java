package dev.attache.documents.pdf;

import dev.attache.documents.markdown.MarkdownEscape;
import java.util.ArrayList;
import java.util.List;

/** A table that only its alignment shows: rows of short pieces with gutters between them. */
final class AlignedTable {

  private AlignedTable() {}

  static boolean isTable(List<List<TextSegment>> rows, List<float[]> columns) {
    int full = 0;
    int markers = 0;
    for (List<TextSegment> row : rows) {
      if (row.stream().anyMatch(each -> each.table() != null)) {
        return false;
      }
      if (row.stream().allMatch(TextSegment::isFixed)) {
        return false; // code, whose spaces stay
      }
      full += filled(row, columns) > 1 ? 1 : 0;
      markers += ListMarker.isOnly(row.get(0).text()) ? 1 : 0;
    }
    boolean isTall = rows.size() > 2 || (rows.size() == 2 && columns.size() > 2);
    return isTall && full * 2 >= rows.size() && full > 1 && markers * 2 < rows.size();
  }

  static List<List<String>> of(List<List<TextSegment>> rows, List<float[]> columns) {
    List<List<String>> table = new ArrayList<>();
    float lastY = 0;
    for (List<TextSegment> row : rows) {
      List<String> cells = cells(row, columns);
      TextSegment first = row.get(0);
      boolean goesOn =
          !table.isEmpty()
              && cells.get(0).isEmpty()
              && filled(row, columns) < columns.size()
              && first.y - lastY < first.size * 1.35f;
      if (goesOn) {
        append(table.get(table.size() - 1), cells);
      } else {
        table.add(cells);
      }
      lastY = first.y;
    }
    return table;
  }

  private static void append(List<String> row, List<String> more) {
    for (int i = 0; i < row.size(); i++) {
      row.set(i, (row.get(i) + " " + more.get(i)).strip());
    }
  }

  private static List<String> cells(List<TextSegment> row, List<float[]> columns) {
    List<String> cells = new ArrayList<>();
    for (float[] column : columns) {
      var cell = new StringBuilder();
      for (TextSegment each : row) {
        if (isIn(each, column)) {
          cell.append(cell.length() == 0 ? "" : " ").append(MarkdownEscape.text(each.text()));
        }
      }
      cells.add(cell.toString());
    }
    return cells;
  }

  private static int filled(List<TextSegment> row, List<float[]> columns) {
    int filled = 0;
    for (float[] column : columns) {
      filled += row.stream().anyMatch(each -> isIn(each, column)) ? 1 : 0;
    }
    return filled;
  }

  private static boolean isIn(TextSegment piece, float[] column) {
    return piece.x >= column[0] - 0.01f && piece.end <= column[1] + 0.01f;
  }
}
