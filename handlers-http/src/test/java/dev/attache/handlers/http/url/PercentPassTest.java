package dev.attache.handlers.http.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentPassTest {

  @Test
  void decodesUnreservedCharacters() {
    assertThat(PercentPass.path("/%41%7a%30%2D%2e%5F%7E")).isEqualTo("/Az0-._~");
    assertThat(PercentPass.query("%41=%7a")).isEqualTo("A=z");
  }

  @Test
  void writesTheOtherEscapesInUpperCase() {
    assertThat(PercentPass.path("/%2f%3a%c3%a9%0d%7c")).isEqualTo("/%2F%3A%C3%A9%0D%7C");
  }

  @Test
  void decodesOnce() {
    assertThat(PercentPass.path("/%2541%252e")).isEqualTo("/%2541%252e");
  }

  @Test
  void leavesPercentSignsThatBeginNoEscape() {
    assertThat(PercentPass.path("/%zz/%/%4/%g1%")).isEqualTo("/%zz/%/%4/%g1%");
  }

  @ParameterizedTest
  @CsvSource({
    "%%34%31, %%341",
    "%4%31, %4%31",
    "%%34z, %%34z",
    "%z%31, %z1",
    "%%7e%31, %~1",
    "%%41, %%41",
    "%%2541, %%2541",
    "%\uff14%31, %%EF%BC%941"
  })
  void decodesNoDigitIntoAnEscapeThatWasNone(String text, String canonical) {
    assertThat(PercentPass.path(text)).isEqualTo(canonical);
  }

  @Test
  void encodesCharactersAsUtf8() {
    assertThat(PercentPass.path("\u00e9\u20ac\ud83d\ude00"))
        .isEqualTo("%C3%A9%E2%82%AC%F0%9F%98%80");
    assertThat(PercentPass.query("\u0000 \u007f\u0080")).isEqualTo("%00%20%7F%C2%80");
  }

  @Test
  void encodesInPathsAndQueriesWhatTheStandardEncodesThere() {
    String printable = "!\"#$&'()*+,;<=>?@[\\]^`{|}~";
    assertThat(PercentPass.path(printable))
        .isEqualTo("!%22%23$&'()*+,;%3C=%3E%3F@[\\]%5E%60%7B|%7D~");
    assertThat(PercentPass.query(printable)).isEqualTo("!%22%23$&%27()*+,;%3C=%3E?@[\\]^`{|}~");
  }

  @Test
  void decodesHostsAndMarksWhatIsNotUtf8() {
    assertThat(PercentPass.decode("%61%c3%A4b%")).isEqualTo("a\u00e4b%");
    assertThat(PercentPass.decode("a%ffb%c3")).isEqualTo("a\ufffdb\ufffd");
    assertThat(PercentPass.decode("\u00e4%zz")).isEqualTo("\u00e4%zz");
  }

  /** All 488,280 texts of up to eight of these characters, which is where escapes can form. */
  @Test
  void changesNothingTheSecondTime() {
    Set<String> texts = Set.of("");
    for (int length = 1; length <= 8; length++) {
      var longer = new HashSet<String>();
      for (String text : texts) {
        for (String next : new String[] {"%", "3", "4", "1", "z"}) {
          longer.add(text + next);
        }
      }
      for (String text : longer) {
        String canonical = PercentPass.query(text);
        assertThat(PercentPass.query(canonical)).as(text).isEqualTo(canonical);
      }
      texts = longer;
    }
  }
}
