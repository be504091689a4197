package dev.attache.models.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n"})
  void isEmptyForACallWithoutArguments(String arguments) {
    assertThat(ToolUseInput.of(arguments)).isEqualTo("{}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1] | {\"INVALID_JSON\":\"[1]\"}",
        "{\"a\":1 | {\"INVALID_JSON\":\"{\\\"a\\\":1\"}",
        "{} {} | {\"INVALID_JSON\":\"{} {}\"}",
        "{} x | {\"INVALID_JSON\":\"{} x\"}",
        "null | {\"INVALID_JSON\":\"null\"}",
        "go | {\"INVALID_JSON\":\"go\"}",
      })
  void hasWhatTheModelWroteIfThatIsNoObject(String arguments, String input) {
    assertThat(ToolUseInput.of(arguments)).isEqualTo(input);
  }

  @Test
  void hasWhatTheModelWroteIfThatIsTooDeep() {
    String deep = "{\"a\":".repeat(2000) + "1" + "}".repeat(2000);
    assertThat(ToolUseInput.of(deep)).startsWith("{\"INVALID_JSON\":\"{\\\"a\\\":");
  }
}
