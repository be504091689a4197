package dev.attache.documents.pdf;

import static dev.attache.documents.pdf.TestPdf.BOLD;
import static dev.attache.documents.pdf.TestPdf.FIXED;
import static dev.attache.documents.pdf.TestPdf.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LetterSpacingTest {

  private static String markdown(TestPdf pdf) throws Exception {
    try (pdf) {
      return pdf.done().convert().markdown();
    }
  }

  private static String spaced(PDFont font, float spacing, String text) throws Exception {
    var pdf = new TestPdf();
    pdf.content().setCharacterSpacing(spacing);
    return markdown(pdf.text(font, 12, 72, 80, text));
  }

  @ParameterizedTest
  @ValueSource(floats = {0, 0.5f, 1, 1.5f, 2, 3, 4, 5})
  void givesTheWordsOfALineHoweverWideItIsSet(float spacing) throws Exception {
    assertThat(spaced(PLAIN, spacing, "Minutes of the meeting, 3 May"))
        .isEqualTo("Minutes of the meeting, 3 May\n");
    assertThat(spaced(BOLD, spacing, "AVAILABLE TO ALL WAVES"))
        .isEqualTo("AVAILABLE TO ALL WAVES\n");
  }

  @Test
  void givesASingleWordWhoseLettersAreCloserThanWords() throws Exception {
    assertThat(spaced(PLAIN, 2.5f, "SUMMARY")).isEqualTo("SUMMARY\n");
    assertThat(spaced(PLAIN, 2.5f, "Summary.")).isEqualTo("Summary.\n");
  }

  @Test
  void leavesSingleLettersApart() throws Exception {
    assertThat(spaced(PLAIN, 0, "A B C D E F G H")).isEqualTo("A B C D E F G H\n");
    assertThat(spaced(FIXED, 0, "A B C D E F G H")).isEqualTo("A B C D E F G H\n");
    assertThat(spaced(PLAIN, 0, "x y z or a b c")).isEqualTo("x y z or a b c\n");
    assertThat(spaced(PLAIN, 1, "A B C D E F G H")).isEqualTo("A B C D E F G H\n");
  }

  /** Letters that are drawn one by one, without a space, as TeX does. */
  private static String placed(PDFont font, float gap, String... pieces) throws Exception {
    var pdf = new TestPdf();
    float x = 72;
    for (String each : pieces) {
      pdf.text(font, 12, x, 80, each);
      x += font.getStringWidth(each) * 12 / 1000 + gap;
    }
    return markdown(pdf);
  }

  @Test
  void leavesSingleLettersApartThatArePlacedWithoutSpaces() throws Exception {
    assertThat(placed(PLAIN, 4, "A", "B", "C", "D", "E", "F")).isEqualTo("A B C D E F\n");
    assertThat(placed(PLAIN, 3.34f, "i", "w", "l", "m")).isEqualTo("i w l m\n");
    assertThat(placed(PLAIN, 2.67f, "a", "+", "b", "=", "c")).isEqualTo("a + b = c\n");
    assertThat(placed(PLAIN, 2.67f, "1", "4", "9", "16")).isEqualTo("1 4 9 16\n");
    assertThat(placed(PLAIN, 3.34f, "We", "met", "in", "May")).isEqualTo("We met in May\n");
  }

  @Test
  void leavesATableOfSingleLetters() throws Exception {
    var pdf = new TestPdf();
    String[] rows = {"ABCDE", "FGHIJ", "KLMNO"};
    for (int row = 0; row < rows.length; row++) {
      for (int i = 0; i < 5; i++) {
        pdf.text(BOLD, 10, 72 + 30 * i, 80 + 14 * row, rows[row].substring(i, i + 1));
      }
    }
    assertThat(markdown(pdf))
        .isEqualTo(
            """
            | A | B | C | D | E |
            | --- | --- | --- | --- | --- |
            | F | G | H | I | J |
            | K | L | M | N | O |
            """);
  }

  private static String text(String letters, float gap) {
    List<Glyph> glyphs = new ArrayList<>();
    for (int i = 0; i < letters.length(); i++) {
      String letter = letters.substring(i, i + 1);
      float x = i * (10 + gap);
      glyphs.add(new Glyph(letter, x, 0, 10, 10, 2.8f, false, false, false, null));
    }
    return TextSegment.of(glyphs).text();
  }

  @Test
  void readsScriptsWithoutCapitalsAsBefore() {
    assertThat(text("Προϊόν", 2)).isEqualTo("Προϊόν");
    assertThat(text("議事録と日程", 0.5f)).isEqualTo("議事録と日程");
    assertThat(text("議事録と日程", 2)).isEqualTo("議 事 録 と 日 程");
    assertThat(text("회의록과일정", 2)).isEqualTo("회 의 록 과 일 정");
  }
}
