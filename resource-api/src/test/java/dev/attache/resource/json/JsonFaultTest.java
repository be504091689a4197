package dev.attache.resource.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonFaultTest {

  @Test
  void quotesAtMost160CharactersOnOneLineAndSaysThatMoreFollows() {
    String emojis = "\ud83d\ude00".repeat(160);
    assertThat(JsonFault.cut(emojis)).isEqualTo(emojis);
    assertThat(JsonFault.cut(emojis + "x")).isEqualTo(emojis + "\u2026");
    assertThat(JsonFault.cut("a\nb\u202e")).isEqualTo("a\\u000ab\\u202e");
  }
}
