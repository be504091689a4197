package dev.attache.models.openai;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.call.ModelException;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.WireJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reasoning of a model, as a text in a field of its message. Servers have two names for it.
 * Some refuse a request that has a call without it; others refuse it if they did not write it. Not
 * thread-safe.
 */
final class ReasoningText {

  private static final List<String> NAMES = List.of("reasoning_content", "reasoning");

  private final StringBuilder text = new StringBuilder();
  private String name = "";

  /** The field of a message that has it. */
  record Field(String name, String text) {

    /** Reads a part of an answer; returns null if it is another. */
    static @Nullable Field of(String raw) {
      Map<String, Object> item;
      try {
        item = WireJson.object(raw.getBytes(UTF_8));
      } catch (ModelException e) {
        return null; // of a history that was edited
      }
      return NAMES.stream()
          .filter(name -> item.size() == 1 && item.get(name) instanceof String)
          .map(name -> new Field(name, WireJson.textOrEmpty(item, name)))
          .findFirst()
          .orElse(null);
    }
  }

  /** Adds the reasoning in a piece of an answer. */
  void add(Map<String, Object> delta, AnswerEvents out) {
    for (String each : NAMES) {
      String more = WireJson.text(delta, each);
      if (more != null) {
        name = name.isEmpty() ? each : name;
        text.append(more);
        out.thinking(more);
        return;
      }
    }
  }

  /** Reports all of it as an item, to be sent back to the same model. */
  void end(AnswerEvents out) {
    if (!text.isEmpty()) {
      out.item(WireJson.write(Map.of(name, text.toString())));
    }
  }
}
