package dev.attache.models.openai;

import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelException;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.AnswerReader;
import dev.attache.models.http.ProviderError;
import dev.attache.models.http.WireJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the answers of OpenAI's Responses. An answer consists of items, each of which comes
 * whole at its end; what is neither a message nor a call, such as encrypted reasoning, goes back as
 * it came.
 */
final class ResponsesEvents implements AnswerReader {

  private static final String REASONING = "reasoning";

  /** What stands between two summaries of thoughts. */
  private static final String BETWEEN = "\n\n";

  /** The items of which text has come already, by their places. */
  private final Set<Long> written = new HashSet<>();

  /** The items of which thoughts have come already. */
  private final Set<Long> thought = new HashSet<>();

  /** The items that have come whole. */
  private final Set<Long> done = new HashSet<>();

  private boolean hasCalls;
  private boolean isRefusal;

  @Override
  public void read(byte[] data, AnswerEvents out) throws ModelException {
    Map<String, Object> event = WireJson.object(data);
    switch (WireJson.textOrEmpty(event, "type")) {
      case "response.output_text.delta" -> addText(event, out);
      case "response.refusal.delta" -> {
        isRefusal = true;
        addText(event, out);
      }
      case "response.reasoning_summary_part.added" -> {
        if (WireJson.number(event, "summary_index") > 0) {
          out.thinking(BETWEEN);
        }
      }
      case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" -> {
        thought.add(place(event));
        out.thinking(WireJson.text(event, "delta"));
      }
      case "response.output_item.added" -> start(WireJson.object(event, "item"), out);
      case "response.output_item.done" -> {
        done.add(place(event));
        end(WireJson.object(event, "item"), WireJson.raw(data, "item"), place(event), out);
      }
      case "response.completed", "response.incomplete" -> {
        Map<String, Object> response = WireJson.object(event, "response");
        readOutput(response, data, out, "response", "output");
        finish(response, out);
      }
      case "response.failed" ->
          throw ProviderError.of(WireJson.object(event, "response")).exception(0);
      case "error" -> throw ProviderError.of(event).exception(0);
      default -> { // the progress of something, or what is new
        if (ProviderError.isIn(event)) { // of a gateway
          throw ProviderError.of(event).exception(0);
        }
      }
    }
  }

  @Override
  public void readWhole(byte[] json, AnswerEvents out) throws ModelException {
    Map<String, Object> response = WireJson.object(json);
    if (response.get("error") != null) {
      throw ProviderError.of(response).exception(0);
    } else if (response.containsKey("output")) {
      readOutput(response, json, out, "output");
      finish(response, out);
    }
  }

  private void readOutput(
      Map<String, Object> response, byte[] json, AnswerEvents out, Object... path)
      throws ModelException {
    List<Map<String, Object>> output = WireJson.objects(response, "output");
    for (int i = 0; i < output.size(); i++) {
      if (has(done, i)) {
        continue;
      }
      var place = new Object[path.length + 1];
      System.arraycopy(path, 0, place, 0, path.length);
      place[path.length] = i;
      start(output.get(i), out);
      end(output.get(i), WireJson.raw(json, place), i, out);
    }
  }

  /** Returns the number of an item; -1 if the server gives none. */
  private static long place(Map<String, Object> event) {
    return event.containsKey("output_index") ? WireJson.number(event, "output_index") : -1;
  }

  /** Tests whether an item is in a set, or may be: some servers do not number items. */
  private static boolean has(Set<Long> places, long place) {
    return places.contains(place) || places.contains(-1L);
  }

  private void addText(Map<String, Object> event, AnswerEvents out) {
    written.add(place(event));
    out.text(WireJson.text(event, "delta"));
  }

  private static void start(Map<String, Object> item, AnswerEvents out) {
    if (WireJson.textOrEmpty(item, "type").equals("function_call")) {
      out.callStarted(id(item), WireJson.textOrEmpty(item, "name"));
    }
  }

  /** Reads an item whose text and thoughts may have come in pieces before. */
  private void end(Map<String, Object> item, String raw, long place, AnswerEvents out) {
    boolean isReasoning = WireJson.textOrEmpty(item, "type").equals(REASONING);
    boolean isGiven = has(isReasoning ? thought : written, place);
    switch (WireJson.textOrEmpty(item, "type")) {
      case "message" -> {
        for (Map<String, Object> part : WireJson.objects(item, "content")) {
          String refusal = WireJson.text(part, "refusal");
          isRefusal |= refusal != null;
          if (!isGiven) {
            out.text(refusal == null ? WireJson.text(part, "text") : refusal);
          }
        }
      }
      case "function_call" -> {
        hasCalls = true;
        out.callReady(
            id(item), WireJson.textOrEmpty(item, "name"), WireJson.textOrEmpty(item, "arguments"));
      }
      case REASONING -> {
        if (!isGiven) {
          addThoughts(item, out);
        }
        out.item(raw);
      }
      default -> out.item(raw);
    }
  }

  /** Adds what a model has thought, which may be summaries, the text itself, or neither. */
  private static void addThoughts(Map<String, Object> reasoning, AnswerEvents out) {
    var parts = new ArrayList<>(WireJson.objects(reasoning, "summary"));
    parts.addAll(WireJson.objects(reasoning, "content"));
    out.thinking(
        parts.stream()
            .map(part -> WireJson.textOrEmpty(part, "text"))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(BETWEEN)));
  }

  private static String id(Map<String, Object> item) {
    String id = WireJson.textOrEmpty(item, "call_id");
    return id.isEmpty() ? WireJson.textOrEmpty(item, "id") : id;
  }

  private void finish(Map<String, Object> response, AnswerEvents out) {
    Map<String, Object> usage = WireJson.object(response, "usage");
    Map<String, Object> details = WireJson.object(usage, "input_tokens_details");
    long read = WireJson.number(details, "cached_tokens");
    long kept = WireJson.number(details, "cache_write_tokens");
    long prompt = WireJson.number(usage, "input_tokens");
    out.usageOf(prompt, read, kept, WireJson.number(usage, "output_tokens"));
    String reason = WireJson.text(WireJson.object(response, "incomplete_details"), "reason");
    String word = reason == null ? WireJson.text(response, "status") : reason;
    out.finished(stop(reason), word);
  }

  private Stop stop(@Nullable String reason) {
    if (reason != null) {
      return switch (reason) {
        case "max_output_tokens" -> Stop.LENGTH;
        case "content_filter" -> Stop.REFUSED;
        default -> Stop.OTHER;
      };
    }
    return hasCalls ? Stop.CALLS : isRefusal ? Stop.REFUSED : Stop.END;
  }
}
