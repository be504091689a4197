package dev.attache.documents.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownEscapeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '"',
      value = {
        "snake_case and __init__ ! snake_case and \\_\\_init\\_\\_",
        "Name: ________ ! Name: ________",
        "2 * 3 and *.java ! 2 * 3 and \\*.java",
        "[1] and [a](b) ! [1] and \\[a](b)",
        "a < b and <b> ! a < b and \\<b>",
        "<ada@example.org> ! <ada@example.org>",
        "AT&T and &amp; ! AT&T and \\&amp;",
        "C:\\dir and \\* ! C:\\dir and \\\\\\*",
        "`code` ! \\`code\\`",
        "~5 and ~~no~~ ! ~5 and \\~\\~no\\~\\~",
      })
  void escapesOnlyWhatWouldBeReadAsMarkdown(String text, String escaped) {
    assertThat(MarkdownEscape.text(text)).isEqualTo(escaped);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "# no heading ! \\# no heading",
        "#1 is fine ! #1 is fine",
        "> no quotation ! \\> no quotation",
        "--- ! \\---",
        "[page 3] ! \\[page 3]",
        "[Page 3, left] ! [Page 3, left]",
        "- an item all the same ! - an item all the same",
      })
  void escapesBeginningsOfLines(String line, String escaped) {
    assertThat(MarkdownEscape.lineStarts(line)).isEqualTo(escaped);
  }
}
