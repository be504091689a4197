package dev.attache.documents.pdf;

import java.text.Bidi;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a line without a wide gap, or a table that was found by its rules and stands in the
 * flow of lines like one.
 */
final class TextSegment {

  /** Signs that look the same, with the spaces between them. */
  record Run(String text, boolean isBold, @Nullable String link) {}

  private final List<Glyph> glyphs;
  private final @Nullable RuledTable table;
  final float x;
  final float end;
  final float top;
  final float y;
  final float size;

  private TextSegment(List<Glyph> glyphs, @Nullable RuledTable table, float[] box, float size) {
    this.glyphs = glyphs;
    this.table = table;
    this.x = box[0];
    this.end = box[1];
    this.top = box[2];
    this.y = box[3];
    this.size = size;
  }

  static TextSegment of(List<Glyph> glyphs) {
    float end = 0;
    float top = Float.MAX_VALUE;
    Glyph largest = glyphs.get(0);
    float letters = 0;
    float sizes = 0;
    for (Glyph each : glyphs) {
      end = Math.max(end, each.end());
      top = Math.min(top, each.top());
      largest = each.size() > largest.size() * 1.05f ? each : largest;
      letters += each.text().length();
      sizes += each.size() * each.text().length();
    }
    float mean = sizes / Math.max(1, letters);
    float size = largest.size() > mean * 1.5f ? mean : largest.size(); // a large initial
    return new TextSegment(
        List.copyOf(glyphs), null, new float[] {glyphs.get(0).x(), end, top, largest.y()}, size);
  }

  static TextSegment of(RuledTable table) {
    return new TextSegment(
        List.of(),
        table,
        new float[] {table.left(), table.right(), table.top(), table.bottom()},
        10);
  }

  @Nullable RuledTable table() {
    return table;
  }

  float width() {
    return end - x;
  }

  boolean isFixed() {
    return !glyphs.isEmpty() && glyphs.stream().allMatch(Glyph::isFixed);
  }

  /** The width of a sign, where all have the same. */
  float pitch() {
    return glyphs.isEmpty() ? 1 : Math.max(1, glyphs.get(0).width());
  }

  String text() {
    var text = new StringBuilder();
    runs().forEach(run -> text.append(run.text()));
    return text.toString();
  }

  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    var text = new StringBuilder();
    LetterSpacing spacing = LetterSpacing.of(glyphs);
    Glyph before = null;
    for (Glyph each : glyphs) {
      if (before != null) {
        if (isApart(before, each) && !spacing.joins(before, each)) {
          text.append(' ');
        }
        if (!looksLike(before, each)) {
          runs.add(run(text, before));
          text.setLength(0);
        }
      }
      text.append(each.text());
      before = each;
    }
    if (before != null) {
      runs.add(run(text, before));
    }
    return runs;
  }

  private static boolean looksLike(Glyph a, Glyph b) {
    return a.isBold() == b.isBold()
        && (a.link() == null ? b.link() == null : a.link().equals(b.link()));
  }

  private static Run run(StringBuilder text, Glyph like) {
    return new Run(logical(text.toString()), like.isBold(), like.link());
  }

  static boolean isApart(Glyph before, Glyph after) {
    if (before.text().endsWith(" ")) {
      return false;
    }
    float gap = after.x() - before.end();
    float size = Math.min(before.size(), after.size());
    float space = after.space() > 0 ? after.space() : size * 0.25f;
    return gap > Math.max(Math.min(space * 0.5f, size * 0.17f), size * 0.1f);
  }

  /** Signs stand in the order in which they are seen; that of Hebrew and Arabic is the reverse. */
  private static String logical(String seen) {
    char[] letters = seen.toCharArray();
    if (!Bidi.requiresBidi(letters, 0, letters.length)) {
      return seen;
    }
    var bidi = new Bidi(seen, Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
    int count = bidi.getRunCount();
    byte[] levels = new byte[count];
    Integer[] order = new Integer[count];
    for (int i = 0; i < count; i++) {
      levels[i] = (byte) bidi.getRunLevel(i);
      order[i] = i;
    }
    Bidi.reorderVisually(levels, 0, order, 0, count);
    var out = new StringBuilder();
    for (int run : order) {
      String part = seen.substring(bidi.getRunStart(run), bidi.getRunLimit(run));
      out.append((levels[run] & 1) == 0 ? part : new StringBuilder(part).reverse());
    }
    return out.toString();
  }
}
