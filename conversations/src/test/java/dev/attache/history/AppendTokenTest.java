package dev.attache.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppendTokenTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "7f1c-2", "user@example.org/42", "!#[]{}~", "{more:true}"})
  void isAVisibleWord(String value) {
    assertThat(AppendToken.of(value)).hasToString(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "a\"b", "a\\b", "caf\u00e9", "a\nb", "\u007f"})
  void isNothingElse(String value) {
    assertThatThrownBy(() -> AppendToken.of(value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "token ("
                + value
                + ") must be 1 to 200 visible ASCII characters without quotes and backslashes");
  }

  @Test
  void hasABound() {
    assertThat(AppendToken.of("x".repeat(200)).value()).hasSize(200);
    assertThatThrownBy(() -> AppendToken.of("x".repeat(201)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isAnotherOneEachTime() {
    assertThat(AppendToken.random()).isNotEqualTo(AppendToken.random());
  }
}
