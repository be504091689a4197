package dev.attache.support.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnreadableExceptionTest {

  @Test
  void goesOnWithWhatNamesTheMessage() {
    assertThat(UnreadableException.noJson().text()).isEqualTo("is not JSON");
    assertThat(UnreadableException.noText().text()).isEqualTo("is not in UTF-8");
    assertThat(UnreadableException.tooManyValues(9).text())
        .isEqualTo("has more than 9 values, the limit");
    assertThat(UnreadableException.noMemory().text())
        .isEqualTo(
            "is too large for the memory: lower --max-bytes, or set" + " ATTACHE_JAVA_OPTS=-Xmx1g");
  }

  @Test
  void saysWhetherItMayBeWellOtherwise() {
    assertThat(UnreadableException.noJson().isTooLarge()).isFalse();
    assertThat(UnreadableException.noText().isTooLarge()).isFalse();
    assertThat(UnreadableException.tooManyValues(9).isTooLarge()).isTrue();
    assertThat(UnreadableException.noMemory().isTooLarge()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Document nesting depth (1001) exceeds|is nested deeper than 1000 levels",
        "Number value length (1001) exceeds|has a number of more than 1000 characters",
        "Name value length (50001) exceeds|has a name of more than 50000 characters",
        "Token count (7) exceeds|exceeds what can be read",
      })
  void namesTheLimitsOfTheParser(String limit, String text) {
    UnreadableException beyond = UnreadableException.of(new StreamConstraintsException(limit));
    assertThat(beyond.text()).isEqualTo(text);
    assertThat(beyond.isTooLarge()).isFalse();
  }
}
