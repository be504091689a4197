package dev.attache.documents.pdf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.jspecify.annotations.Nullable;

/**
 * One page as it was read.
 *
 * @param number from 1
 * @param images how many pictures are on it
 * @param pictures those that can be taken out
 * @param isUnreadable whether most of its signs have no letter that anybody knows
 * @param isCut whether it draws so much that the rest was passed over
 */
record PdfPage(
    int number,
    List<PdfBlock> blocks,
    int images,
    List<COSStream> pictures,
    boolean isUnreadable,
    boolean isCut) {

  static PdfPage of(PDDocument document, PDPage page, int number) throws IOException {
    PageDrawing drawing = drawing(page);
    PageGlyphs read = PageGlyphs.of(document, page);
    boolean isUnreadable = read.count() > 20 && read.unmapped() * 2 > read.count();
    List<PdfBlock> blocks = new ArrayList<>();
    List<List<Glyph>> directions = new ArrayList<>(read.byDirection().values());
    directions.sort(Comparator.comparingInt(each -> -each.size()));
    List<Glyph> upright = read.byDirection().get(0);
    for (List<Glyph> each : directions) {
      List<Rule> rules =
          each == upright && page.getRotation() == 0 && drawing != null
              ? drawing.rules()
              : List.of();
      blocks.addAll(blocks(each, rules));
    }
    return new PdfPage(
        number,
        blocks,
        drawing == null ? 0 : drawing.images(),
        drawing == null ? List.of() : drawing.pictures(),
        isUnreadable,
        read.isCut() || (drawing != null && drawing.isCut()));
  }

  /** Pages with drawings that cannot be followed may still have text. */
  static @Nullable PageDrawing drawing(PDPage page) {
    try {
      return PageDrawing.of(page);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static List<PdfBlock> blocks(List<Glyph> glyphs, List<Rule> rules) {
    List<RuledTable> tables = RuledTable.of(rules);
    List<Glyph> free = new ArrayList<>();
    for (Glyph glyph : glyphs) {
      if (glyph.isSpace() || tables.stream().noneMatch(table -> table.take(glyph))) {
        free.add(glyph);
      }
    }
    List<TextSegment> segments = new ArrayList<>();
    for (RuledTable table : tables) {
      if (table.isTable()) {
        segments.add(TextSegment.of(table));
      } else {
        free.addAll(table.glyphs());
      }
    }
    segments.addAll(PageLines.of(free));
    return PageLayout.of(segments);
  }

  boolean isBlank() {
    return blocks.isEmpty();
  }
}
