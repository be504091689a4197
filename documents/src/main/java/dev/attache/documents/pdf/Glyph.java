package dev.attache.documents.pdf;

import org.jspecify.annotations.Nullable;

/**
 * What one sign on a page shows, in the direction in which it is read: x grows along the line, y
 * from line to line. Signs that show nothing are spaces.
 *
 * @param y of the base line
 * @param size of the letters, in points as they appear
 * @param space how wide a space of the font is
 * @param isAfterSpace whether the page draws a space before it
 * @param link the address that it leads to, or null
 */
record Glyph(
    String text,
    float x,
    float y,
    float width,
    float size,
    float space,
    boolean isAfterSpace,
    boolean isBold,
    boolean isFixed,
    @Nullable String link) {

  boolean isSpace() {
    return text.isBlank();
  }

  float end() {
    return x + width;
  }

  float top() {
    return y - size * 0.75f;
  }

  float middle() {
    return y - size * 0.3f;
  }

  Glyph withLink(String target) {
    return new Glyph(text, x, y, width, size, space, isAfterSpace, isBold, isFixed, target);
  }
}
