package dev.attache.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a server says, as text for people. */
class ServerTextTest {

  @Test
  void quotesInOneLineWithoutControls() {
    assertThat(ServerText.line("\033[1;31ma\tb\u202e c\033[0m\r\n", 100)).isEqualTo("a b c");
    assertThat(ServerText.line("\033", 100)).isEmpty();
    assertThat(ServerText.line("abc\ud83d\ude00d", 4)).isEqualTo("abc…");
    assertThat(ServerText.line("at https://me:pw@host/", 100))
        .isEqualTo("at https://REDACTED@host/");
  }

  @Test
  void putsOneSpaceForWhatDoesNotBelongOnALine() {
    assertThat(ServerText.line("\r\n\u2066a \u0000\r\n\u2028\u2029\u061c b\ud800c\ufeff\n"))
        .isEqualTo("a b c");
    assertThat(ServerText.line("a  b\u200dc \u00e9\ud83d\ude00\ufe0f"))
        .isEqualTo("a  b\u200dc \u00e9\ud83d\ude00\ufe0f");
    assertThat(ServerText.line("a\033[31")).isEqualTo("a");
    assertThat(ServerText.line("\n".repeat(9000) + "a")).isEqualTo("a");
  }

  @Test
  void cutsALongLine() {
    assertThat(ServerText.line("x".repeat(1000))).isEqualTo("x".repeat(1000));
    assertThat(ServerText.line("x".repeat(1001))).isEqualTo("x".repeat(1000) + "…");
    assertThat(ServerText.line("x".repeat(1 << 20) + "\n", 5)).isEqualTo("xxxxx…");
  }

  @Test
  void cutsThroughNoSecret() {
    assertThat(ServerText.line("at https://me:password@host/path", 16))
        .isEqualTo("at https://REDAC…");
  }

  @Test
  void replacesHalfCharacters() {
    assertThat(ServerText.whole("a\ud800b\ud83d\ude00\udc00"))
        .isEqualTo("a\ufffdb\ud83d\ude00\ufffd");
  }
}
