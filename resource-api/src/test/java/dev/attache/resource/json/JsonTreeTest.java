package dev.attache.resource.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "2147483648",
        "-9223372036854775809",
        "0.1",
        "1.0E10",
        "-0.0",
        "4.9E-324",
        "1.50",
        "1E+400",
        "0.10000000000000000000000000001",
        "{\"b\":[null,true,false,\"\"],\"a\":{}}",
        "\"\\ud83d\"",
        "{\"\\udc00\":\"\\\\ud800\"}",
      })
  void whatIsReadIsWrittenAsItWas(String json) throws IOException {
    assertThat(JsonTree.text(JsonTree.parse(json))).isEqualTo(json);
  }

  @Test
  void numbersKeepTheirDigitsInOtherSpellings() throws IOException {
    assertThat(JsonTree.text(JsonTree.parse("[1e5,100e-2,12345678901234567890.5]")))
        .isEqualTo("[1E+5,1.00,12345678901234567890.5]");
  }

  @Test
  void escapesOfCharactersAreReadAsCharacters() throws IOException {
    assertThat(JsonTree.parse("[\"\\uD83D\\uDE00\\\\uD83D\\u00e4\"]").get(0).textValue())
        .isEqualTo("\ud83d\ude00\\uD83D\u00e4");
    assertThatIOException().isThrownBy(() -> JsonTree.parse("\"\\ud8"));
    assertThatIOException().isThrownBy(() -> JsonTree.parse("\"\\ud8\uff11\uff11\""));
    assertThatIOException().isThrownBy(() -> JsonTree.parse("\"\\"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "[1,]", "{\"a\"}", "NaN", "1 2", "1e99999999999", "'a'"})
  void whatIsNoJsonIsRefused(String text) {
    assertThatIOException().isThrownBy(() -> JsonTree.parse(text));
  }

  @Test
  void fiveHundredAndTwentyLevelsAreTheLimit() throws IOException {
    String deepest = "[".repeat(520) + "]".repeat(520);
    assertThat(JsonTree.text(JsonTree.parse(deepest))).isEqualTo(deepest);
    assertThatIOException()
        .isThrownBy(() -> JsonTree.parse("[" + deepest + "]"))
        .satisfies(e -> assertThat(JsonFault.of(e)).startsWith("it is nested too deep (at "));
    assertThatIOException()
        .isThrownBy(() -> JsonTree.parse("[".repeat(1_000_000)))
        .satisfies(e -> assertThat(JsonFault.of(e)).startsWith("it is nested too deep (at "));
  }

  @Test
  void aNumberMayHaveTenThousandDigits() throws IOException {
    assertThat(JsonTree.parse("1".repeat(10_000)).isNumber()).isTrue();
    assertThatIOException()
        .isThrownBy(() -> JsonTree.parse("1".repeat(10_001)))
        .satisfies(e -> assertThat(JsonFault.of(e)).startsWith("a number has too many digits"));
  }
}
