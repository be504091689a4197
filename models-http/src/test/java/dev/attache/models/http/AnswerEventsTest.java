package dev.attache.models.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.CallReady;
import dev.attache.model.call.ModelEvent.Item;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import dev.attache.model.call.ModelEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerEventsTest {

  private final AnswerEvents events = new AnswerEvents();

  @Test
  void waitForTheOtherHalfOfACharacter() {
    events.text("a\ud83e");
    assertThat(polled()).containsExactly(new TextDelta("a"));
    events.text("\udd8a");
    assertThat(polled()).containsExactly(new TextDelta("\ud83e\udd8a"));
  }

  @Test
  void haveAMarkWhereTheOtherHalfNeverComes() {
    events.thinking("\ud83e");
    events.text("b\udd8a\ud83e");
    events.item("{}");
    assertThat(polled())
        .containsExactly(
            new ThinkingDelta("\ufffd"),
            new TextDelta("b\ufffd"),
            new TextDelta("\ufffd"),
            new Item("{}"));
  }

  @Test
  void leaveOutTextsThatSayNothing() {
    events.text(null);
    events.text("");
    events.thinking("");
    assertThat(polled()).isEmpty();
  }

  @Test
  void haveAnEmptyObjectForNoArguments() {
    events.callReady("1", "list", " \n");
    assertThat(polled()).containsExactly(new CallReady("1", "list", "{}"));
  }

  @Test
  void haveTheTokensThatWereNotCached() {
    events.usageOf(100, 60, 10, 7);
    events.usageOf(20, 60, 0, 7); // by a provider that counts cached ones apart
    assertThat(polled()).containsExactly(new Usage(30, 60, 10, 7), new Usage(0, 60, 0, 7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-5", "1000000001", "18446744073709551617", "99999999999999999999999", "1e300"})
  void haveNoTokensThatNoCallTakes(String absurd) throws Exception {
    String json = "{\"tokens\":" + absurd + "}";
    long tokens = WireJson.number(WireJson.object(json.getBytes(UTF_8)), "tokens");
    events.usage(tokens, 0, 0, 1);
    events.usage(1, tokens, 0, 1);
    events.usage(1, 0, tokens, 1);
    events.usage(1, 0, 0, tokens);
    events.usageOf(tokens, 0, 0, 1);
    events.usageOf(1, tokens, 0, 1);
    events.usageOf(1, 0, 0, tokens);
    events.usage(AnswerEvents.both(10, tokens), 0, 0, 1);
    assertThat(polled()).isEmpty();
  }

  @Test
  void haveNoTokensWhereNobodyCounts() {
    events.usage(0, 0, 0, 0);
    events.usageOf(0, 0, 0, 0);
    assertThat(polled()).isEmpty();
  }

  private List<ModelEvent> polled() {
    var polled = new ArrayList<ModelEvent>();
    for (ModelEvent event = events.poll(); event != null; event = events.poll()) {
      polled.add(event);
    }
    return polled;
  }
}
