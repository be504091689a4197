package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SanitizingOutputStreamTest {

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final SanitizingOutputStream out = new SanitizingOutputStream(terminal);

  private String shown(String... pieces) throws IOException {
    for (String piece : pieces) {
      out.write(piece.getBytes(UTF_8));
      out.flush();
    }
    return terminal.toString(UTF_8);
  }

  @Test
  void showsAnAnswerAsItComes() throws IOException {
    assertThat(shown("The", " par")).isEqualTo("The par");
    assertThat(shown("ser: ", "日本")).isEqualTo("The parser: 日本");
  }

  @Test
  void holdsBackWhatTheNextPieceCanChange() throws IOException {
    assertThat(shown("one\r")).isEqualTo("one");
    assertThat(shown("\ntwo 👩")).isEqualTo("one\r\ntwo ");
    assertThat(shown("\u200d", "🚀!")).isEqualTo("one\r\ntwo 👩\u200d🚀!");
    assertThat(shown(" 1")).isEqualTo("one\r\ntwo 👩\u200d🚀! ");
    assertThat(shown("\ufe0f\u20e3 ")).isEqualTo("one\r\ntwo 👩\u200d🚀! 1\ufe0f\u20e3 ");
  }

  @Test
  void cutsNoCharacterThatComesInTwoPieces() throws IOException {
    byte[] bytes = "é".getBytes(UTF_8);
    out.write(bytes, 0, 1);
    out.flush();
    assertThat(terminal.toByteArray()).isEmpty();
    out.write(bytes, 1, 1);
    assertThat(shown("t")).isEqualTo("ét");
  }

  @Test
  void showsNoEscapeSequenceThatComesInPieces() throws IOException {
    assertThat(shown("\u001b", "[2", "J")).isEqualTo("\\u001b[2J");
  }

  @Test
  void passesOnWhatIsHeldBackWhenItEnds() throws IOException {
    assertThat(shown("42")).isEmpty();
    out.close();
    assertThat(terminal.toString(UTF_8)).isEqualTo("42");
  }
}
