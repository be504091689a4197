package dev.attache.documents.pdf;

import java.util.Arrays;
import java.util.List;

/**
 * The even gaps between all letters of a line that is set wide. They can be as wide as a space of
 * other lines, but those between its words are wider still.
 *
 * <p>Widths are in ems here.
 */
record LetterSpacing(float widest) {

  private static final LetterSpacing NONE = new LetterSpacing(-1);

  /** Fewer letters are initials, or cells of a table. */
  private static final int MIN_GAPS = 3;

  /** Letters of a line that is not set wide are closer together. */
  private static final float MIN_WIDTH = 0.05f;

  /** Pairs of letters are moved by so much because of their shapes, and no more. */
  private static final float UNEVEN = 0.1f;

  /** A gap between words is at least so much wider than one between letters. */
  private static final float WORD = 0.12f;

  /** Words have three letters or more on average. */
  private static final float LETTERS = 2 / 3f;

  /** No space between words is narrower, unless all of a line is pressed together. */
  private static final float MIN_SPACE = 0.25f;

  private static final float WIDTH_OF_SPACE = 0.28f;

  /** The spacing of a piece of a line, which has no spaces in it. */
  static LetterSpacing of(List<Glyph> glyphs) {
    int count = glyphs.size() - 1;
    if (count < MIN_GAPS) {
      return NONE;
    }
    float[] gaps = new float[count];
    for (int i = 0; i < count; i++) {
      gaps[i] = gap(glyphs.get(i), glyphs.get(i + 1));
      if (gaps[i] < MIN_WIDTH) {
        return NONE;
      }
    }
    Arrays.sort(gaps);
    int letters = lettersAmong(gaps);
    var spacing = new LetterSpacing(gaps[letters - 1]);
    return spacing.widest - gaps[0] < UNEVEN
            && hasCapitals(glyphs)
            && spacing.leavesSpaces(glyphs, letters < count)
        ? spacing
        : NONE;
  }

  /** Whether a gap is one between letters of a word. */
  boolean joins(Glyph before, Glyph after) {
    return gap(before, after) <= widest;
  }

  /** How many of the gaps, in the order of their width, are not those between words. */
  private static int lettersAmong(float[] gaps) {
    int letters = gaps.length;
    float jump = WORD;
    for (int i = Math.max(1, (int) Math.ceil(gaps.length * LETTERS)); i < gaps.length; i++) {
      if (gaps[i] - gaps[i - 1] > jump) {
        jump = gaps[i] - gaps[i - 1];
        letters = i;
      }
    }
    return letters;
  }

  /** Whether no gap between letters can be a space: by its width, or because spaces are drawn. */
  private boolean leavesSpaces(List<Glyph> glyphs, boolean hasWords) {
    boolean drawsSpaces = hasWords;
    for (int i = 1; i < glyphs.size(); i++) {
      boolean isAfterSpace = glyphs.get(i).isAfterSpace();
      if (joins(glyphs.get(i - 1), glyphs.get(i))) {
        if (isAfterSpace) {
          return false;
        }
      } else {
        drawsSpaces &= isAfterSpace;
      }
    }
    Glyph first = glyphs.get(0);
    float space = first.space() > 0 ? first.space() / first.size() : WIDTH_OF_SPACE;
    return drawsSpaces || widest < Math.min(space * 0.9f, MIN_SPACE);
  }

  /** Whether most signs are letters of scripts that have capitals, and none is of another. */
  private static boolean hasCapitals(List<Glyph> glyphs) {
    int letters = 0;
    for (Glyph each : glyphs) {
      int c = each.text().codePointAt(0);
      if (Character.getType(c) == Character.MATH_SYMBOL) {
        return false;
      }
      if (Character.isLetter(c)) {
        if (Character.getType(c) == Character.OTHER_LETTER) {
          return false;
        }
        letters++;
      }
    }
    return letters >= glyphs.size() * 3 / 4f;
  }

  private static float gap(Glyph before, Glyph after) {
    return (after.x() - before.end()) / Math.min(before.size(), after.size());
  }
}
