package dev.attache.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.call.ModelEvent.CallReady;
import dev.attache.model.call.ModelEvent.Usage;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReadingTest {

  private final AnswerReading reading = new AnswerReading(new HashSet<>());

  @Test
  void keepsWhatTheCallTook() {
    reading.add(new Usage(1, 2, 3, 1_000_000_000));
    assertThat(reading.usage()).isEqualTo(new ModelUsage(1, 2, 3, 1_000_000_000));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -5, 1_000_000_001, Long.MAX_VALUE})
  void keepsNoTokensThatNoCallTakes(long tokens) {
    reading.add(new Usage(tokens, 0, 0, 1));
    assertThat(reading.usage()).isNull();
    reading.add(new Usage(1, tokens, 0, 1));
    assertThat(reading.usage()).isNull();
    reading.add(new Usage(1, 0, tokens, 1));
    assertThat(reading.usage()).isNull();
    reading.add(new Usage(1, 0, 0, tokens));
    assertThat(reading.usage()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {"'{\\'uri\\':\\'a\\'}' | {'uri':'a'}", "{'uri':'a'} | {'uri':'a'}", "'a' | 'a'"})
  void takesTheObjectInATextForTheArgumentsWhateverWireTheyCameOn(String written, String taken) {
    reading.add(new CallReady("1", "t", written.replace('\'', '"')));
    assertThat(reading.items())
        .containsExactly(new AnswerItem.Call("1", "t", taken.replace('\'', '"')));
  }
}
