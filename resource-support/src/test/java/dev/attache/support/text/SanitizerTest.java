package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SanitizerTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0000, NUL
          0007, bell
          0008, backspace
          000B, vertical tab
          000C, form feed
          000D, carriage return
          001B, escape
          007F, delete
          0080, first of C1
          009B, control sequence introducer
          009F, last of C1
          00AD, soft hyphen
          034F, combining grapheme joiner
          061C, Arabic letter mark
          115F, Hangul filler
          1160, Hangul filler
          17B4, Khmer inherent vowel
          180B, Mongolian variation selector
          180E, Mongolian vowel separator
          180F, Mongolian variation selector
          200B, zero width space
          200D, zero width joiner
          200F, right-to-left mark
          2028, line separator
          2029, paragraph separator
          202A, left-to-right embedding
          202E, right-to-left override
          2060, word joiner
          2066, left-to-right isolate
          2069, pop directional isolate
          206F, nominal digit shapes
          3164, Hangul filler
          FE00, variation selector
          FE0F, variation selector
          FEFF, zero width no-break space
          FFA0, Hangul filler
          FFF0, unassigned and ignorable
          FFF9, interlinear annotation
          FFFB, interlinear annotation
          """)
  void escapesWhatIsNotSafe(String hex, String name) {
    String character = Character.toString(Integer.parseInt(hex, 16));
    String escape = "\\u" + hex.toLowerCase(Locale.ROOT);
    assertThat(Sanitizer.sanitize("a" + character + "b")).as(name).isEqualTo("a" + escape + "b");
    assertThat(Sanitizer.sanitizeLine(character)).as(name).isEqualTo(escape);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          1BCA0, \\ud82f\\udca0
          1D173, \\ud834\\udd73
          1D17A, \\ud834\\udd7a
          E0001, \\udb40\\udc01
          E0041, \\udb40\\udc41
          E01EF, \\udb40\\uddef
          E0FFF, \\udb43\\udfff
          """)
  void escapesInvisibleCharactersOutsideTheBasicPlaneAsJsonDoes(String hex, String escape) {
    String character = Character.toString(Integer.parseInt(hex, 16));
    assertThat(Sanitizer.sanitize("a" + character + "b")).isEqualTo("a" + escape + "b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain ASCII ~ and !",
        "Größe, naïve, €",
        "\u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627",
        "\u4F60\u597D \u0E2A\u0E27\u0E31\u0E2A\u0E14\u0E35 e\u0301",
        "\uD83D\uDE00 \uD834\uDD1E \uD83C\uDDE9\uD83C\uDDEA",
        "no-break\u00A0space and \uFFFD"
      })
  void leavesWhatPeopleWriteAlone(String text) {
    assertThat(Sanitizer.sanitize(text)).isSameAs(text);
    assertThat(Sanitizer.sanitizeLine(text)).isSameAs(text);
  }

  @Test
  void keepsLinesAndTabsWhereThereMayBeSeveral() {
    assertThat(Sanitizer.sanitize("a\tb\nc\r\n")).isEqualTo("a\tb\nc\r\n");
    assertThat(Sanitizer.sanitizeLine("a\tb\nc\r\n")).isEqualTo("a\\u0009b\\u000ac\\u000d\\u000a");
  }

  @Test
  void escapesAReturnThatWouldOverwriteItsLine() {
    assertThat(Sanitizer.sanitize("harmful\rharmless\r\r\n"))
        .isEqualTo("harmful\\u000dharmless\\u000d\r\n");
  }

  @Test
  void escapesHalvesOfCharacters() {
    assertThat(Sanitizer.sanitize("a\uD83Db")).isEqualTo("a\\ud83db");
    assertThat(Sanitizer.sanitize("a\uDE00")).isEqualTo("a\\ude00");
    assertThat(Sanitizer.sanitize("\uDB40")).isEqualTo("\\udb40");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ud83d\udc69\u200d\ud83d\udcbb", // a woman with a computer
        "\ud83d\udc69\ud83c\udffd\u200d\ud83d\ude80", // the same with a tone, and a rocket
        "\u2764\ufe0f\u200d\ud83d\udd25 \u2714\ufe0f \u2601\ufe0e", // heart on fire, and others
        "1\ufe0f\u20e3#\ufe0f\u20e3" // keys
      })
  void leavesEmojiWhole(String text) {
    assertThat(Sanitizer.sanitize(text)).isEqualTo(text);
    assertThat(Sanitizer.sanitizeLine("a" + text + "b")).isEqualTo("a" + text + "b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\u200db",
        "\ud83d\udc69\u200d",
        "\u200d\ud83d\udc69",
        "a\ufe0f",
        "1\ufe0f",
        "\ufe0f",
        "\u2764\ufe0f\ufe0f\ufe0f"
      })
  void showsWhatHoldsNoEmojiTogether(String text) {
    assertThat(Sanitizer.sanitize(text)).containsPattern("\\\\u(200d|fe0f)");
  }
}
