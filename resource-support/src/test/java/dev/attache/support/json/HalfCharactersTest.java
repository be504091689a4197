package dev.attache.support.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalfCharactersTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "\"a\"|\"a\"",
        "\"\\ud800\"|\"\\ufffd\"",
        "\"\\uDFFF\"|\"\\ufffd\"",
        "\"\\uD83D\\ude00\"|\"\\uD83D\\ude00\"",
        "\"\\ud83d\\ud83d\\ude00\"|\"\\ufffd\\ud83d\\ude00\"",
        "\"\\ud83d\\ude00\\ude00\"|\"\\ud83d\\ude00\\ufffd\"",
        "\"\\ude00\\ud83d\"|\"\\ufffd\\ufffd\"",
        "\"\\ud83dx\\ude00\"|\"\\ufffdx\\ufffd\"",
        "\"\\ud83d\\n\\ude00\"|\"\\ufffd\\n\\ufffd\"",
        "\"\\\\ud800\"|\"\\\\ud800\"", // a backslash, and text
        "\"\\\\\\ud800\"|\"\\\\\\ufffd\"",
        "\"\\ud7ff\\ue000\\uffff\"|\"\\ud7ff\\ue000\\uffff\"",
        "\"\\ud80g\"|\"\\ud80g\"",
        "\"\\ud80|\"\\ud80", // cut off
        "\"\\ud83d\\ude0|\"\\ufffd\\ude0",
        "\\|\\",
        "``|``",
      })
  void areReplacedAndNothingElseIs(String json, String replaced) {
    assertThat(HalfCharacters.replaced(json)).isEqualTo(replaced);
  }
}
