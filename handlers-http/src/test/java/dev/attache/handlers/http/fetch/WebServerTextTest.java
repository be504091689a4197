package dev.attache.handlers.http.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.url.WebUrl;
import org.junit.jupiter.api.Test;

/** What becomes of the words of servers in messages. */
class WebServerTextTest {

  @Test
  void staysAsItIsWhileItIsShort() {
    assertThat(WebServerText.of("x".repeat(200))).isEqualTo("x".repeat(200));
  }

  @Test
  void isShortenedWithASign() {
    assertThat(WebServerText.of("x".repeat(201))).isEqualTo("x".repeat(200) + "…");
  }

  @Test
  void splitsNoCharacter() {
    assertThat(WebServerText.of("x".repeat(199) + "😀!")).isEqualTo("x".repeat(199) + "…");
  }

  @Test
  void isOneLine() {
    assertThat(WebServerText.of(" one\r\n\ttwo\u001b[31m \u0000three\n"))
        .isEqualTo("one two [31m three");
  }

  @Test
  void isRedactedBeforeItIsShortened() throws Exception {
    String secret = "https://example.com/?token=" + "s".repeat(300);
    assertThat(WebServerText.of("see " + secret))
        .isEqualTo("see https://example.com/?token=REDACTED");
    assertThat(WebServerText.of(WebUrl.parse(secret)))
        .isEqualTo("https://example.com/?token=REDACTED");
  }
}
