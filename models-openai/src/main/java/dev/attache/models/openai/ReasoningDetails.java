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
    private String raw;

    Detail(Map<String, Object> fields, String raw) {
      this.fields = new LinkedHashMap<>(fields);
      this.raw = raw;
    }
  }

  /**
   * Adds those of a piece of an answer.
   *
   * @param path where that is in the data
   */
  void add(Map<String, Object> delta, byte[] data, Object... path) throws ModelException {
    List<Map<String, Object>> details = WireJson.objects(delta, DETAILS);
    for (int i = 0; i < details.size(); i++) {
      Map<String, Object> next = details.get(i);
      Detail last = all.isEmpty() ? null : all.get(all.size() - 1);
      if (last != null && goesOn(last.fields, next)) {
        merge(last.fields, next);
        last.raw = WireJson.write(last.fields);
      } else {
        Object[] place = Arrays.copyOf(path, path.length + 2);
        place[path.length] = DETAILS;
        place[path.length + 1] = i;
        all.add(new Detail(next, WireJson.raw(data, place)));
      }
    }
  }

  /** Hands on all of them. */
  void end(AnswerEvents out) {
    all.forEach(each -> out.item(each.raw));
  }

  private static boolean goesOn(Map<String, Object> last, Map<String, Object> next) {
    return Objects.equals(last.get("type"), next.get("type"))
        && Objects.equals(last.get("index"), next.get("index"))
        && next.get("index") != null
        && IN_PIECES.stream().anyMatch(each -> next.containsKey(each) || last.containsKey(each))
        && !last.containsKey("data");
  }

  private static void merge(Map<String, Object> into, Map<String, Object> next) {
    next.forEach(
        (name, value) -> {
          if (IN_PIECES.contains(name) && into.get(name) instanceof String begin) {
            into.put(name, value instanceof String more ? begin + more : begin);
          } else if (value != null) {
            into.put(name, value);
          }
        });
  }
}
