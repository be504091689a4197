package dev.attache.models.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelEvent.TextDelta;
import dev.attache.model.call.ModelEvent.ThinkingDelta;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeadingThoughtTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<think>plan</think>~~hello             | plan       | hello",
        "~ <think>~plan~</think>hello           | ~plan~     | hello",
        "<thinking>a</think>b</thinking>c       | a</think>b | c",
        "<think>a < b </thin> c</think>d        | a < b </thin> c | d",
        "<think></think>~~hello                 | ``         | hello",
        "<think>never ends                      | never ends | ``",
        "<think>never ends </thi                | never ends </thi | ``",
        "hello <think>x</think>                 | ``         | hello <think>x</think>",
        "<think>a</think>b <think>c</think>     | a          | b <think>c</think>",
        "<thought>x</thought>                   | ``         | <thought>x</thought>",
        "< think>x                              | ``         | < think>x",
        "<thi                                   | ``         | <thi",
        "~~                                     | ``         | ~~",
        "<think>🦊</think>🦊                    | 🦊         | 🦊",
      })
  void isThinkingHoweverItIsCut(String answer, String thought, String text) {
    String whole = answer.replace('~', '\n');
    String expected = thought.replace('~', '\n') + "|" + text.replace('~', '\n');
    for (int first = 0; first <= whole.length(); first++) {
      for (int size = 1; size <= whole.length(); size++) {
        assertThat(read(whole, first, size)).as("%s, %s", first, size).isEqualTo(expected);
      }
    }
  }

  /** Reads a text in a first piece and others of one size. */
  private static String read(String text, int first, int size) {
    var events = new AnswerEvents();
    var reader = new LeadingThought();
    reader.text(text.substring(0, first), events);
    for (int at = first; at < text.length(); at += size) {
      reader.text(text.substring(at, Math.min(text.length(), at + size)), events);
    }
    reader.end(events);
    var thought = new StringBuilder();
    var said = new StringBuilder();
    for (ModelEvent event = events.poll(); event != null; event = events.poll()) {
      if (event instanceof ThinkingDelta more) {
        thought.append(more.text());
      } else if (event instanceof TextDelta more) {
        said.append(more.text());
      }
    }
    return thought + "|" + said;
  }
}
