package dev.attache.langchain4j;

import dev.attache.history.answer.AnswerItem;
import dev.attache.support.json.JsonLines;
import dev.attache.support.json.PlainJson;
import dev.langchain4j.data.message.AiMessage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an answer has besides texts and calls: thoughts, and the attributes by which providers know
 * them again. Kept as an opaque item of the answer, and given back.
 */
final class AnswerExtras {

  /** The wire that they are of. */
  static final String API = "langchain4j";

  private static final String THINKING = "thinking";
  private static final String ATTRIBUTES = "attributes";

  private AnswerExtras() {}

  /** Returns what an answer has; null if there is nothing that JSON can have. */
  static AnswerItem.@Nullable Opaque of(AiMessage message) throws IOException {
    var extras = new LinkedHashMap<String, Object>();
    if (message.thinking() != null) {
      extras.put(THINKING, message.thinking());
    }
    var attributes = new LinkedHashMap<String, Object>();
    message
        .attributes()
        .forEach(
            (name, value) -> {
              if (isJson(value)) {
                attributes.put(name, value);
              }
            });
    if (!attributes.isEmpty()) {
      extras.put(ATTRIBUTES, attributes);
    }
    return extras.isEmpty() ? null : new AnswerItem.Opaque(JsonLines.text(extras));
  }

  /** Gives an answer back what it had. */
  static void addTo(AiMessage.Builder message, String raw) throws IOException {
    if (PlainJson.read(raw) instanceof Map<?, ?> extras) {
      if (extras.get(THINKING) instanceof String thinking) {
        message.thinking(thinking);
      }
      if (extras.get(ATTRIBUTES) instanceof Map<?, ?> named) {
        var attributes = new LinkedHashMap<String, Object>();
        named.forEach((name, value) -> attributes.put(String.valueOf(name), value));
        message.attributes(attributes);
      }
    }
  }

  private static boolean isJson(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().allMatch(AnswerExtras::isJson);
    } else if (value instanceof Map<?, ?> map) {
      return map.keySet().stream().allMatch(String.class::isInstance)
          && map.values().stream().allMatch(AnswerExtras::isJson);
    }
    return value instanceof String
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long
        || (value instanceof Double number && Double.isFinite(number));
  }
}
