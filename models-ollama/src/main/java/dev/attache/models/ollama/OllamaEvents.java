package dev.attache.models.ollama;

import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelException;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.AnswerReader;
import dev.attache.models.http.LeadingThought;
import dev.attache.models.http.ProviderError;
import dev.attache.models.http.WireJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** A reader of the answers of Ollama: lines, of which the last one says that it is done. */
final class OllamaEvents implements AnswerReader {

  private static final String THINKING = "thinking";

  private final LeadingThought content = new LeadingThought();
  private final StringBuilder thoughts = new StringBuilder();
  private boolean hasCalls;

  @Override
  public boolean readsLines() {
    return true;
  }

  @Override
  public void read(byte[] data, AnswerEvents out) throws ModelException {
    Map<String, Object> line = WireJson.object(data);
    boolean isAnswer = line.get("message") != null && line.get("error") == null;
    if (!isAnswer && ProviderError.isIn(line)) {
      throw ProviderError.of(line).exception(0);
    }
    Map<String, Object> message = WireJson.object(line, "message");
    String thought = WireJson.textOrEmpty(message, THINKING);
    thoughts.append(thought);
    out.thinking(thought);
    content.text(WireJson.text(message, "content"), out);
    List<Map<String, Object>> calls = WireJson.objects(message, "tool_calls");
    if (!calls.isEmpty()) {
      content.end(out); // stands before them
    }
    for (int i = 0; i < calls.size(); i++) {
      readCall(calls.get(i), data, i, out);
    }
    if (WireJson.is(line, "done")) {
      content.end(out);
      if (hasCalls && !thoughts.isEmpty()) { // goes back beside the calls
        out.item(WireJson.write(Map.of(THINKING, thoughts.toString())));
      }
      out.usage(
          WireJson.number(line, "prompt_eval_count"), 0, 0, WireJson.number(line, "eval_count"));
      String word = WireJson.text(line, "done_reason");
      out.finished(stopOf(word == null ? "stop" : word), word);
    }
  }

  @Override
  public void readWhole(byte[] json, AnswerEvents out) throws ModelException {
    read(json, out);
  }

  private void readCall(Map<String, Object> call, byte[] data, int index, AnswerEvents out)
      throws ModelException {
    Map<String, Object> function = WireJson.object(call, "function");
    String given = WireJson.textOrEmpty(call, "id");
    String id = given.isEmpty() ? newId() : given;
    String name = WireJson.textOrEmpty(function, "name");
    out.callStarted(id, name);
    boolean isObject = function.get("arguments") instanceof Map;
    out.callReady(
        id,
        name,
        isObject
            ? WireJson.raw(data, "message", "tool_calls", index, "function", "arguments")
            : WireJson.textOrEmpty(function, "arguments"));
    hasCalls = true;
  }

  /** A name for a call of a server that gives none. */
  private static String newId() {
    return "call_" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36);
  }

  private Stop stopOf(String word) {
    return switch (word) {
      case "stop" -> hasCalls ? Stop.CALLS : Stop.END;
      case "length" -> Stop.LENGTH;
      default -> Stop.OTHER;
    };
  }
}
