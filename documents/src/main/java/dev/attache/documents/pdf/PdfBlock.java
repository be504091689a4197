package dev.attache.documents.pdf;

import dev.attache.documents.markdown.InlineText;
import java.util.List;

/** A part of a page in its reading order. */
sealed interface PdfBlock {

  /**
   * A paragraph, a heading or an item of a list.
   *
   * @param marker of an item, as it stands there; empty for others
   * @param x where it begins
   * @param lines how many lines it had
   */
  record Text(
      InlineText text,
      String plain,
      String marker,
      float size,
      float x,
      int lines,
      boolean isSetApart)
      implements PdfBlock {

    boolean isBold() {
      return text.isAll(InlineText.Style.BOLD);
    }
  }

  /** Lines in a font of a fixed width. */
  record Code(String text, float size) implements PdfBlock {}

  /** A table. */
  record Table(List<List<String>> rows) implements PdfBlock {}
}
