package dev.attache.documents.pdf;

import dev.attache.documents.markdown.MarkdownEscape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table that rules show: lines across and down that meet. */
final class RuledTable {

  private static final float NEAR = 2.5f;

  private final float[] xs;
  private final float[] ys;
  private final List<Rule> rules;
  private final List<List<List<Glyph>>> cells = new ArrayList<>();

  private RuledTable(float[] xs, float[] ys, List<Rule> rules) {
    this.xs = xs;
    this.ys = ys;
    this.rules = rules;
    for (int row = 0; row < ys.length - 1; row++) {
      List<List<Glyph>> cellsOfRow = new ArrayList<>();
      for (int column = 0; column < xs.length - 1; column++) {
        cellsOfRow.add(new ArrayList<>());
      }
      cells.add(cellsOfRow);
    }
  }

  /**
   * The tables that rules make: those that touch one another, with at least two cells in two ways.
   */
  static List<RuledTable> of(List<Rule> rules) {
    int[] group = new int[rules.size()];
    Arrays.setAll(group, i -> i);
    for (int i = 0; i < group.length; i++) {
      for (int j = i + 1; j < group.length; j++) {
        if (rules.get(i).touches(rules.get(j), NEAR)) {
          union(group, i, j);
        }
      }
    }
    List<RuledTable> tables = new ArrayList<>();
    for (int root = 0; root < group.length; root++) {
      List<Rule> members = new ArrayList<>();
      for (int i = 0; i < group.length; i++) {
        if (find(group, i) == root) {
          members.add(rules.get(i));
        }
      }
      float[] xs = places(members, false);
      float[] ys = places(members, true);
      if (xs.length > 2 && ys.length > 2 && (xs.length - 1) * (ys.length - 1) <= 20_000) {
        tables.add(new RuledTable(xs, ys, members));
      }
    }
    return tables;
  }

  private static int find(int[] group, int i) {
    int at = i;
    while (group[at] != at) {
      group[at] = group[group[at]];
      at = group[at];
    }
    return at;
  }

  private static void union(int[] group, int i, int j) {
    int a = find(group, i);
    int b = find(group, j);
    group[Math.max(a, b)] = Math.min(a, b);
  }

  private static float[] places(List<Rule> rules, boolean isAcross) {
    double[] all =
        rules.stream()
            .filter(rule -> rule.isAcross() == isAcross)
            .mapToDouble(Rule::place)
            .sorted()
            .toArray();
    float[] places = new float[all.length];
    int count = 0;
    for (double each : all) {
      if (count == 0 || each - places[count - 1] > NEAR * 1.2) {
        places[count++] = (float) each;
      }
    }
    return Arrays.copyOf(places, count);
  }

  float left() {
    return xs[0];
  }

  float right() {
    return xs[xs.length - 1];
  }

  float top() {
    return ys[0];
  }

  float bottom() {
    return ys[ys.length - 1];
  }

  /** Takes a sign into its cell, if it stands in the table. */
  boolean take(Glyph glyph) {
    int column = index(xs, glyph.x() + glyph.width() / 2);
    int row = index(ys, glyph.middle());
    if (column < 0 || row < 0) {
      return false;
    }
    while (row > 0 && !isRuled(true, ys[row], (xs[column] + xs[column + 1]) / 2)) {
      row--;
    }
    while (column > 0 && !isRuled(false, xs[column], (ys[row] + ys[row + 1]) / 2)) {
      column--;
    }
    cells.get(row).get(column).add(glyph);
    return true;
  }

  private static int index(float[] places, float at) {
    for (int i = 0; i + 1 < places.length; i++) {
      if (at >= places[i] && at < places[i + 1]) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a rule runs at a place through a point of it. */
  private boolean isRuled(boolean isAcross, float place, float through) {
    for (Rule rule : rules) {
      if (rule.isAcross() == isAcross
          && Math.abs(rule.place() - place) <= NEAR * 1.2
          && rule.from() - NEAR <= through
          && rule.to() + NEAR >= through) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return filled() == 0;
  }

  /** Whether it is more than a frame around something. */
  boolean isTable() {
    return filled() > 1;
  }

  private long filled() {
    return cells.stream().flatMap(List::stream).filter(cell -> !cell.isEmpty()).count();
  }

  /** All signs in it, for those tables that are none. */
  List<Glyph> glyphs() {
    return cells.stream().flatMap(List::stream).flatMap(List::stream).toList();
  }

  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (List<List<Glyph>> row : cells) {
      List<String> texts = new ArrayList<>();
      for (List<Glyph> cell : row) {
        texts.add(text(cell));
      }
      rows.add(texts);
    }
    return rows;
  }

  private static String text(List<Glyph> cell) {
    List<PdfBlock> blocks = new ArrayList<>();
    var flow = new FlowText(blocks);
    List<TextSegment> line = new ArrayList<>();
    for (TextSegment each : PageLines.of(cell)) {
      if (!line.isEmpty() && Math.abs(line.get(0).y - each.y) > each.size * 0.4f) {
        flow.add(line);
        line = new ArrayList<>();
      }
      line.add(each);
    }
    if (!line.isEmpty()) {
      flow.add(line);
    }
    flow.end();
    var text = new StringBuilder();
    for (PdfBlock block : blocks) {
      text.append(text.length() == 0 ? "" : "\n");
      if (block instanceof PdfBlock.Text part) {
        text.append(part.marker().isEmpty() ? "" : part.marker() + " ").append(part.text().plain());
      } else if (block instanceof PdfBlock.Code code) {
        text.append(MarkdownEscape.text(code.text().strip()));
      }
    }
    return text.toString();
  }
}
