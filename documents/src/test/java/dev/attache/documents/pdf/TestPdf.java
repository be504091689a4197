package dev.attache.documents.pdf;

import dev.attache.documents.TestDocument;
import java.io.Closeable;
import java.io.IOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/** A writer of small PDF documents: lines of text at places, from the top of a page. */
final class TestPdf implements Closeable {

  static final PDFont PLAIN = new PDType1Font(FontName.HELVETICA);
  static final PDFont BOLD = new PDType1Font(FontName.HELVETICA_BOLD);
  static final PDFont FIXED = new PDType1Font(FontName.COURIER);

  private final PDDocument document = new PDDocument();
  private PDPageContentStream content;
  private PDPage page;

  TestPdf() throws IOException {
    page();
  }

  TestPdf page() throws IOException {
    if (content != null) {
      content.close();
    }
    page = new PDPage();
    document.addPage(page);
    content = new PDPageContentStream(document, page);
    return this;
  }

  PDDocument document() {
    return document;
  }

  PDPage current() {
    return page;
  }

  PDPageContentStream content() {
    return content;
  }

  TestPdf text(PDFont font, float size, float x, float top, String text) throws IOException {
    content.beginText();
    content.setFont(font, size);
    content.newLineAtOffset(x, 792 - top);
    content.showText(text);
    content.endText();
    return this;
  }

  /** Lines of 10 points, 12 apart. */
  TestPdf lines(float x, float top, String... lines) throws IOException {
    for (int i = 0; i < lines.length; i++) {
      text(PLAIN, 10, x, top + 12 * i, lines[i]);
    }
    return this;
  }

  TestPdf line(float x0, float top0, float x1, float top1) throws IOException {
    content.moveTo(x0, 792 - top0);
    content.lineTo(x1, 792 - top1);
    content.stroke();
    return this;
  }

  TestDocument done() throws IOException {
    content.close();
    return TestDocument.of("application/pdf", document::save);
  }

  @Override
  public void close() throws IOException {
    content.close();
    document.close();
  }
}
