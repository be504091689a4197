package dev.attache.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'b':1,'a':[true,null]}        | {'b':1,'a':[true,null]}",
        "{ 'b' : 1 }                    | {'b':1}",
        "{'n':12345678901234567890.125} | {'n':12345678901234567890.125}",
        "~~                             | {}",
        "{                              | {'INVALID_JSON':'{'}",
        "{} {}                          | {'INVALID_JSON':'{} {}'}",
        "[1]                            | {'INVALID_JSON':'[1]'}",
        "hello                          | {'INVALID_JSON':'hello'}",
      })
  void areAnObjectWhateverAModelWrote(String text, String expected) {
    assertThat(ResourceJson.text(CallArguments.of(text.replace('\'', '"'))))
        .isEqualTo(expected.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{ 'b' : [1.50, -0, 1e300] } | { 'b' : [1.50, -0, 1e300] }",
        "{'n':1e400}                 | {'INVALID_JSON':'{\\'n\\':1e400}'}",
        "{'n':-1e400}                | {'INVALID_JSON':'{\\'n\\':-1e400}'}",
        "{'a':'\\ud83e\\udd8a'}      | {'a':'\\ud83e\\udd8a'}",
        "{'a':'\\ud83e'}            | {'INVALID_JSON':'{\\'a\\':\\'\\\\ud83e\\'}'}",
        "{'\\udd8a':1}              | {'INVALID_JSON':'{\\'\\\\udd8a\\':1}'}",
        "{'a':1,'a':2}               | {'a':1,'a':2}",
        "~~                          | {}",
        "~ ~                         | {}",
        "{'uri':                     | {'INVALID_JSON':'{\\'uri\\':'}",
        "{'a':'b                     | {'INVALID_JSON':'{\\'a\\':\\'b'}",
        "{} x                        | {'INVALID_JSON':'{} x'}",
        "null                        | {'INVALID_JSON':'null'}",
      })
  void areTheTextOfAnObjectAsItCameIfItIsOne(String text, String expected) {
    assertThat(CallArguments.text(text.replace('\'', '"'))).isEqualTo(expected.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'{\\'uri\\':\\'a\\'}'   | {'uri':'a'}",
        "~ '{ }' ~               | { }",
        "'[1]'                   | '[1]'",
        "'{'                     | '{'",
        "'a'                     | 'a'",
        "'{}' x                  | '{}' x",
        "'                       | '",
        "{'uri':'a'}             | {'uri':'a'}",
        "~~                      | ~~",
      })
  void areTheObjectInATextThatHoldsOne(String written, String expected) {
    assertThat(CallArguments.decoded(written.replace('\'', '"')))
        .isEqualTo(expected.replace('\'', '"'));
  }

  @Test
  void areNoObjectWhereThatIsDeeperThanAnyServerTakes() {
    assertThat(CallArguments.text(deep(64))).isEqualTo(deep(64));
    assertThat(CallArguments.text(deep(65))).startsWith("{\"INVALID_JSON\":\"{\\\"a\\\":");
    assertThat(CallArguments.text(deep(100_000))).startsWith("{\"INVALID_JSON\":");
  }

  private static String deep(int levels) {
    return "{\"a\":".repeat(levels) + "1" + "}".repeat(levels);
  }
}
