package dev.attache.models.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolUseInputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | {}",
        "{ \"b\" : [ 1.50, -0, 1e400 ], \"a\":{\"x\":null} } | {\"b\":[1.50,-0,1e400],\"a\":{\"x\":null}}",
        "{\"a\":\"\\u0061\\n\"} | {\"a\":\"a\\n\"}",
        "{\"a\":\"\\ud83d\"} | {\"a\":\"\uFFFD\"}",
      })
  void isTheSameObjectWithoutBlanks(String arguments, String input) {
    assertThat(ToolUseInput.of(arguments)).isEqualTo(input);
  }
}
