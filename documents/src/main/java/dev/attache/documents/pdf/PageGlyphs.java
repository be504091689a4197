package dev.attache.documents.pdf;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.form.PDTransparencyGroup;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** A reader of the signs of one page, by the direction in which they are read. */
final class PageGlyphs extends PDFTextStripper {

  /** No page that people read has more. */
  private static final int MAX_GLYPHS = 200_000;

  private record Link(Rectangle2D area, String target) {}

  private final Map<Integer, List<Glyph>> glyphs = new LinkedHashMap<>();
  private final List<Link> links = new ArrayList<>();
  private int count;
  private int unmapped;
  private final DrawnForms forms = new DrawnForms();
  private boolean isAfterSpace;

  private PageGlyphs() {}

  /** The signs of a page in groups of one direction, in degrees; the largest group is the first. */
  static PageGlyphs of(PDDocument document, PDPage page) throws IOException {
    var reader = new PageGlyphs();
    reader.readLinks(page);
    reader.document = document;
    reader.output = Writer.nullWriter();
    reader.processPage(page);
    return reader;
  }

  Map<Integer, List<Glyph>> byDirection() {
    return glyphs;
  }

  /** How many signs have no letter that anybody knows. */
  int unmapped() {
    return unmapped;
  }

  int count() {
    return count;
  }

  @Override
  public void showForm(PDFormXObject form) throws IOException {
    forms.draw(form, super::showForm);
  }

  @Override
  public void showTransparencyGroup(PDTransparencyGroup form) throws IOException {
    forms.draw(form, super::showTransparencyGroup);
  }

  boolean isCut() {
    return forms.isCut();
  }

  private void readLinks(PDPage page) throws IOException {
    PDRectangle box = page.getCropBox();
    for (PDAnnotation each : page.getAnnotations()) {
      if (each instanceof PDAnnotationLink link
          && link.getAction() instanceof PDActionURI uri
          && uri.getURI() != null
          && link.getRectangle() != null) {
        PDRectangle area = link.getRectangle();
        links.add(
            new Link(
                new Rectangle2D.Float(
                    area.getLowerLeftX() - box.getLowerLeftX(),
                    box.getUpperRightY() - area.getUpperRightY(),
                    area.getWidth(),
                    area.getHeight()),
                uri.getURI()));
      }
    }
  }

  @Override
  protected void processTextPosition(TextPosition position) {
    String text = position.getUnicode();
    if (text == null || text.isEmpty() || count >= MAX_GLYPHS) {
      return;
    }
    count++;
    if (text.indexOf('\ufffd') >= 0) {
      unmapped++;
    }
    int direction = Math.round(position.getDir());
    Glyph glyph = glyph(position, text);
    glyphs.computeIfAbsent(direction, key -> new ArrayList<>()).add(glyph);
    isAfterSpace = glyph.isSpace();
  }

  private Glyph glyph(TextPosition position, String text) {
    PDFont font = position.getFont();
    float size = Math.abs(position.getFontSizeInPt());
    float height = position.getHeightDir();
    // Some files have letters of size 1 that a matrix makes large, or the other way round.
    float shown = size < 2 && height > 2 ? height * 1.4f : Math.max(size, 1);
    var glyph =
        new Glyph(
            text.replace('\u00a0', ' '),
            position.getXDirAdj(),
            position.getYDirAdj(),
            position.getWidthDirAdj(),
            shown,
            position.getWidthOfSpace(),
            isAfterSpace,
            isBold(font),
            isFixed(font),
            null);
    for (Link link : links) {
      if (position.getDir() == 0
          && link.area().contains(glyph.x() + glyph.width() / 2, glyph.middle())) {
        return glyph.withLink(link.target());
      }
    }
    return glyph;
  }

  private static String name(PDFont font) {
    String name = font.getName();
    return name == null ? "" : name.toLowerCase(Locale.ROOT);
  }

  private static boolean isBold(PDFont font) {
    String name = name(font);
    PDFontDescriptor descriptor = font.getFontDescriptor();
    return name.contains("bold")
        || name.contains("black")
        || name.contains("heavy")
        || name.contains("cmbx")
        || (descriptor != null && (descriptor.isForceBold() || descriptor.getFontWeight() >= 600));
  }

  private static boolean isFixed(PDFont font) {
    String name = name(font);
    PDFontDescriptor descriptor = font.getFontDescriptor();
    return (descriptor != null && descriptor.isFixedPitch())
        || name.contains("courier")
        || name.contains("mono")
        || name.contains("consolas")
        || name.contains("menlo")
        || name.contains("inconsolata")
        || name.contains("typewriter")
        || name.contains("cmtt");
  }
}
