package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\\e[32mok\\e[0m \\e]0;title\\adone | ok done",
        "\\e[38;2;1;2;3mred\\e[m and \\e[1;4mbold\\e[22m | red and bold",
        "\\e]8;;https://a.example\\e\\\\link\\e]8;;\\e\\\\! | link!",
        "\\e(B\\e[?25lhidden\\e[?25h\\e=\\e> | hidden",
        "a\\ePqdevice\\e\\\\B | aB",
        "0%\\r50%\\r100% | 100%",
        "\\e[2K\\rLoading 0%\\e[2K\\rLoading 9%\\n | Loading 9%\\n",
        "longer line\\rshort | shortr line",
        "longer line\\r\\e[Kshort | short",
        "abc\\b\\bX | aXc",
        "one\\ntwo\\e[1A\\rONE\\e[1B\\rTWO | ONE\\nTWO",
        "one\\ntwo\\e[2F\\e[Jnew | new",
        "first screen\\e[2J\\e[Hsecond | second",
        "a\\e7bcd\\e8X | aXcd",
        "ab\\e[5GX | ab  X",
        "ab\\e[2CX | ab  X",
        "\\e[2;3HX | \\n  X",
        "a\\r\\nb\\e[1mc\\r\\n | a\\nbc\\n",
        "bell\\a | bell",
        "cut off \\e[3 | 'cut off '",
        "cut off \\e | 'cut off '",
        "title \\e]0;no end\\nnext | 'title \\nnext'",
        "device \\ePno end\\nnext | 'device no end\\nnext'",
        "😀😀\\rab | ab😀",
        "😀😀\\ra | 'a 😀'",
      })
  void showsWhatATerminalShowsInTheEnd(String printed, String shown) {
    assertThat(TerminalText.shown(unescaped(printed))).isEqualTo(unescaped(shown));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain\n", "a\r\nb\r\n", "a\r\r\nb", "end\r", "\t\f\u001f\0", "ä😀"})
  void leavesTextAlone(String text) {
    assertThat(TerminalText.shown(text)).isSameAs(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\033[200Cx", "\033[200C\033[200Cx", "\033[9999Gx\n", "\033[60;200Hx\n"})
  void isHardlyLongerThanWhatWasPrinted(String hostile) {
    int times = 20_000;
    String shown = TerminalText.shown(hostile.repeat(times));

    assertThat(shown).hasSizeLessThan(2 * hostile.length() * times).contains("x");
  }

  @Test
  void leavesNoHalfCharacters() {
    String shown = TerminalText.shown("😀😀😀\b\bx\rab\b\b\bcd\033[4GZ");

    assertThat(shown).isEqualTo(WellFormed.text(shown));
  }

  private static String unescaped(String text) {
    return text.replace("\\e", "\033")
        .replace("\\a", "\007")
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\b", "\b")
        .replace("\\\\", "\\");
  }
}
