package dev.attache.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the user sends in one turn (RFD 065, {@code ChatRequest}). Immutable.
 *
 * @param text what the user wrote
 * @param schema a JSON Schema that the answer is to follow; null when there is none
 * @param resources what is attached in this turn, in order
 * @param notices what else the model is told, a line each
 */
public record ChatRequest(
    String text,
    @Nullable Map<String, Object> schema,
    List<Attachment> resources,
    List<Notice> notices) {

  public ChatRequest {
    schema = schema == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(schema));
    resources = List.copyOf(resources);
    notices = List.copyOf(notices);
  }

  /** Returns a request of nothing but a text. */
  public static ChatRequest of(String text) {
    return new ChatRequest(text, null, List.of(), List.of());
  }
}
