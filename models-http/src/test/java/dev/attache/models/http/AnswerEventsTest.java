package dev.attache.models.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.CallReady;
import dev.attache.model.call.ModelEvent.Item;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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

  private List<ModelEvent> polled() {
    var polled = new ArrayList<ModelEvent>();
    for (ModelEvent event = events.poll(); event != null; event = events.poll()) {
      polled.add(event);
    }
    return polled;
  }
}
