package dev.attache.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTextTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "8000, 8000", "50k, 50000", "50K, 50000", "1.5M, 1500000", "0.5k, 500"})
  void readsWhatPeopleWrite(String spelled, long tokens) {
    assertThat(TokenText.parse(spelled)).isEqualTo(tokens);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0k", "-1", "1.5", "k", "50 k", "50kb", "1e3", "1.0001k"})
  void readsNothingElse(String spelled) {
    assertThat(TokenText.parse(spelled)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"870, 870", "3149, 3.1k", "29400, 29k", "999499, 999k", "999500, 1.0M"})
  void writesTwoDigitsThatCount(long tokens, String shown) {
    assertThat(TokenText.of(tokens)).isEqualTo(shown);
  }
}
