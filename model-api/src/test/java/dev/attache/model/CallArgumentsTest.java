package dev.attache.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceJson;
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
        "{                              | {'arguments':'{'}",
        "{} {}                          | {'arguments':'{} {}'}",
        "[1]                            | {'arguments':'[1]'}",
        "hello                          | {'arguments':'hello'}",
      })
  void areAnObjectWhateverAModelWrote(String text, String expected) {
    assertThat(ResourceJson.text(CallArguments.of(text.replace('\'', '"'))))
        .isEqualTo(expected.replace('\'', '"'));
  }
}
