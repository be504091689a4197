package dev.attache.history.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonProblemTest {

  @Test
  void quotesAtMost160CharactersOnOneLineAndSaysThatMoreFollows() {
    String emojis = "\ud83d\ude00".repeat(160);
    assertThat(JsonProblem.cut(emojis)).isEqualTo(emojis);
    assertThat(JsonProblem.cut(emojis + "x")).isEqualTo(emojis + "\u2026");
    assertThat(JsonProblem.cut("a\nb\u202e")).isEqualTo("a\\u000ab\\u202e");
  }
}
