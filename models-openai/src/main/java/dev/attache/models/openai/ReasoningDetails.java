package dev.attache.models.openai;

import dev.attache.model.call.ModelException;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.WireJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@code reasoning_details} of an answer of OpenRouter, each of which goes back. One that came
 * whole is kept as it came; of texts and summaries the pieces that follow each other become one.
 * Not thread-safe.
 */
final class ReasoningDetails {

  private static final String DETAILS = "reasoning_details";
  private static final List<String> IN_PIECES = List.of("text", "summary");

  private final List<Detail> all = new ArrayList<>();

  /** A detail: its fields, and its text as it came, unless it came in pieces. */
  private static final class Detail {

    private final Map<String, Object> fields;
    private final Map<String, StringBuilder> texts = new LinkedHashMap<>();
    private @Nullable String raw;

    Detail(Map<String, Object> fields, String raw) {
      this.fields = new LinkedHashMap<>(fields);
      this.raw = raw;
    }

    /** Whether a piece belongs to it. */
    boolean isGoneOnBy(Map<String, Object> next) {
      return next.get("index") != null
          && Objects.equals(fields.get("index"), next.get("index"))
          && Objects.equals(fields.get("type"), next.get("type"))
          && !fields.containsKey("data");
    }

    void add(Map<String, Object> next, AnswerEvents out) {
      raw = null;
      next.forEach(
          (name, value) -> {
            if (IN_PIECES.contains(name) && value instanceof String more) {
              out.gathering(more);
              texts.computeIfAbsent(name, this::begun).append(more);
            } else if (value != null) {
              fields.put(name, value);
            }
          });
    }

    private StringBuilder begun(String name) {
      return new StringBuilder(WireJson.textOrEmpty(fields, name));
    }

    String text() {
      if (raw != null) {
        return raw;
      }
      texts.forEach((name, text) -> fields.put(name, text.toString()));
      return WireJson.write(fields);
    }
  }

  /**
   * Adds those of a piece of an answer.
   *
   * @param path where that is in the data
   */
  void add(Map<String, Object> delta, AnswerEvents out, byte[] data, Object... path)
      throws ModelException {
    List<Map<String, Object>> details = WireJson.objects(delta, DETAILS);
    for (int i = 0; i < details.size(); i++) {
      Map<String, Object> next = details.get(i);
      Detail last = all.isEmpty() ? null : all.get(all.size() - 1);
      if (last != null && last.isGoneOnBy(next)) {
        last.add(next, out);
      } else {
        Object[] place = Arrays.copyOf(path, path.length + 2);
        place[path.length] = DETAILS;
        place[path.length + 1] = i;
        String raw = WireJson.raw(data, place);
        out.gathering(raw);
        all.add(new Detail(next, raw));
      }
    }
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Hands on all of them. */
  void end(AnswerEvents out) {
    all.forEach(each -> out.item(each.text()));
  }
}
