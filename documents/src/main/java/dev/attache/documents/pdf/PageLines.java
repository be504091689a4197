package dev.attache.documents.pdf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The lines of a page: signs on one base line, cut where the gap between two is wide. */
final class PageLines {

  /** A gap of so many ems is not a space. */
  private static final float WIDE = 1.2f;

  private static final float SAME_LINE = 0.4f;

  private PageLines() {}

  /** The pieces of lines, from top to bottom and from left to right. */
  static List<TextSegment> of(List<Glyph> glyphs) {
    List<Glyph> sorted = new ArrayList<>(glyphs);
    sorted.removeIf(Glyph::isSpace);
    sorted.sort(Comparator.comparingDouble(Glyph::y));
    List<TextSegment> segments = new ArrayList<>();
    List<Glyph> line = new ArrayList<>();
    float anchor = 0;
    float size = 0;
    for (Glyph each : sorted) {
      if (!line.isEmpty() && each.y() - anchor > SAME_LINE * Math.max(size, each.size() * 0.8f)) {
        cut(line, segments);
        line.clear();
      }
      if (line.isEmpty()) {
        anchor = each.y();
        size = 0;
      }
      size = Math.max(size, each.size());
      line.add(each);
    }
    cut(line, segments);
    return segments;
  }

  private static void cut(List<Glyph> line, List<TextSegment> segments) {
    if (line.isEmpty()) {
      return;
    }
    line.sort(Comparator.comparingDouble(Glyph::x));
    List<Glyph> piece = new ArrayList<>();
    float end = 0;
    for (Glyph each : line) {
      if (!piece.isEmpty()) {
        Glyph last = piece.get(piece.size() - 1);
        if (isShadow(last, each)) {
          continue;
        }
        if (each.x() - end > WIDE * Math.max(each.size(), last.size())) {
          segments.add(TextSegment.of(piece));
          piece = new ArrayList<>();
          end = 0;
        }
      }
      piece.add(each);
      end = Math.max(end, each.end());
    }
    segments.add(TextSegment.of(piece));
  }

  /** A letter that is drawn twice looks bold. */
  private static boolean isShadow(Glyph before, Glyph after) {
    return before.text().equals(after.text())
        && Math.abs(after.x() - before.x()) < Math.max(0.4f, before.width() * 0.25f)
        && Math.abs(after.y() - before.y()) < before.size() * 0.15f;
  }
}
