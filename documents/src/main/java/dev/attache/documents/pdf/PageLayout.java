package dev.attache.documents.pdf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The reading order of a page. Rows of pieces of lines are gathered as long as the same gutters run
 * through them; what is gathered is columns of prose, which are read one after the other, a table,
 * or lines that just have gaps.
 */
final class PageLayout {

  private static final float MIN_COLUMN_EMS = 11;
  private static final int MIN_COLUMN_ROWS = 4;
  private static final int MAX_DEPTH = 4;

  private final List<PdfBlock> blocks = new ArrayList<>();
  private final FlowText flow = new FlowText(blocks);

  private PageLayout() {}

  static List<PdfBlock> of(List<TextSegment> segments) {
    var layout = new PageLayout();
    layout.add(segments, 0);
    layout.flow.end();
    return layout.blocks;
  }

  private void add(List<TextSegment> segments, int depth) {
    var band = new Band();
    for (List<TextSegment> row : rows(segments)) {
      if (!band.takes(row)) {
        write(band, depth);
        band = new Band();
      }
      band.add(row);
    }
    write(band, depth);
  }

  /** Pieces on one base line each, from top to bottom. */
  private static List<List<TextSegment>> rows(List<TextSegment> segments) {
    List<TextSegment> sorted = new ArrayList<>(segments);
    sorted.sort(Comparator.comparingDouble(each -> each.table() == null ? each.y : each.top));
    List<List<TextSegment>> rows = new ArrayList<>();
    float anchor = 0;
    for (TextSegment each : sorted) {
      boolean isTable = each.table() != null;
      if (rows.isEmpty() || isTable || each.y - anchor > 0.4f * each.size) {
        rows.add(new ArrayList<>());
        anchor = isTable ? Float.NEGATIVE_INFINITY : each.y;
      }
      rows.get(rows.size() - 1).add(each);
    }
    rows.forEach(row -> row.sort(Comparator.comparingDouble(each -> each.x)));
    return rows;
  }

  private void write(Band band, int depth) {
    List<float[]> columns = band.columns();
    if (columns.size() > 1 && depth < MAX_DEPTH && isProse(band, columns)) {
      flow.end();
      for (float[] column : columns) {
        add(band.in(column), depth + 1);
        flow.end();
      }
    } else if (columns.size() > 1 && AlignedTable.isTable(band.rows, columns)) {
      flow.end();
      blocks.add(new PdfBlock.Table(AlignedTable.of(band.rows, columns)));
    } else {
      band.rows.forEach(this::writeRow);
    }
  }

  private void writeRow(List<TextSegment> row) {
    RuledTable table = row.get(0).table();
    if (table == null) {
      flow.add(row);
    } else {
      flow.end();
      blocks.add(new PdfBlock.Table(table.rows()));
    }
  }

  /** Whether each column is wide and most of its lines fill it. */
  private static boolean isProse(Band band, List<float[]> columns) {
    for (float[] column : columns) {
      List<TextSegment> pieces = band.in(column);
      float width = column[1] - column[0];
      long full = pieces.stream().filter(each -> each.width() > width * 0.6f).count();
      float size = (float) pieces.stream().mapToDouble(each -> each.size).average().orElse(10);
      boolean hasTable = pieces.stream().anyMatch(each -> each.table() != null);
      if (width < MIN_COLUMN_EMS * size
          || (rows(pieces).size() < MIN_COLUMN_ROWS && !hasTable)
          || full * 2 < pieces.size()) {
        return false;
      }
    }
    return columns.size() <= 4;
  }

  /** Rows through which the same gutters run. */
  private static final class Band {

    private static final float GUTTER = 1f;

    private final List<List<TextSegment>> rows = new ArrayList<>();
    private List<float[]> columns = new ArrayList<>();
    private float bottom;
    private float size = 1;

    List<float[]> columns() {
      return columns;
    }

    boolean takes(List<TextSegment> row) {
      if (rows.isEmpty()) {
        return true;
      }
      float top = (float) row.stream().mapToDouble(each -> each.top).min().orElse(0);
      if (top - bottom > 3 * size) {
        return false;
      }
      return columns.size() > 1 ? with(row).size() > 1 : row.size() == 1;
    }

    void add(List<TextSegment> row) {
      columns = with(row);
      rows.add(row);
      for (TextSegment each : row) {
        bottom = Math.max(bottom, each.y);
        size = Math.max(size, each.table() == null ? each.size : 1);
      }
    }

    private List<float[]> with(List<TextSegment> row) {
      List<float[]> all = new ArrayList<>();
      columns.forEach(each -> all.add(each.clone()));
      float em = 1;
      for (TextSegment each : row) {
        all.add(new float[] {each.x, each.end});
        em = Math.max(em, each.size);
      }
      all.sort(Comparator.comparingDouble(each -> each[0]));
      List<float[]> merged = new ArrayList<>();
      for (float[] each : all) {
        float[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
        if (last != null && each[0] - last[1] < GUTTER * em) {
          last[1] = Math.max(last[1], each[1]);
        } else {
          merged.add(each);
        }
      }
      return merged;
    }

    List<TextSegment> in(float[] column) {
      List<TextSegment> pieces = new ArrayList<>();
      for (List<TextSegment> row : rows) {
        for (TextSegment each : row) {
          if (each.x >= column[0] - 0.01f && each.end <= column[1] + 0.01f) {
            pieces.add(each);
          }
        }
      }
      return pieces;
    }
  }
}
