package dev.attache.models.openai;

import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.AnswerReader;
import dev.attache.models.http.LeadingThought;
import dev.attache.models.http.ProviderError;
import dev.attache.models.http.WireJson;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the answers of Chat Completions, as many servers give them. Calls are complete only
 * when the answer is; {@code [DONE]} ends it, or the end of the stream once it has said why.
 */
final class ChatEvents implements AnswerReader {

  private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

  private final ChatCalls calls = new ChatCalls();
  private final LeadingThought content = new LeadingThought();
  private final ReasoningText reasoning = new ReasoningText();
  private final ReasoningDetails details = new ReasoningDetails();
  private Map<String, Object> usage = Map.of();
  private boolean isRefusal;
  private @Nullable String stop;

  @Override
  public void read(byte[] data, AnswerEvents out) throws ModelException {
    if (Arrays.equals(data, DONE)) {
      if (stop == null) {
        throw ModelException.of(Kind.NETWORK, "the answer ended without a reason to stop");
      }
      finish(out);
      return;
    }
    Map<String, Object> chunk = WireJson.object(data);
    readChoices(chunk, "delta", data, out);
    boolean isAnswer = chunk.get("choices") != null && chunk.get("error") == null;
    if (!isAnswer && ProviderError.isIn(chunk)) {
      throw ProviderError.of(chunk).exception(0);
    }
    readUsage(chunk);
  }

  @Override
  public void readWhole(byte[] json, AnswerEvents out) throws ModelException {
    Map<String, Object> answer = WireJson.object(json);
    if (answer.get("error") != null) {
      throw ProviderError.of(answer).exception(0);
    }
    readChoices(answer, "message", json, out);
    readUsage(answer);
    end(out);
  }

  @Override
  public void end(AnswerEvents out) {
    if (stop != null) {
      finish(out);
    }
  }

  private void readChoices(Map<String, Object> chunk, String name, byte[] data, AnswerEvents out)
      throws ModelException {
    List<Map<String, Object>> choices = WireJson.objects(chunk, "choices");
    if (choices.isEmpty()) {
      return;
    }
    Map<String, Object> choice = choices.get(0);
    Map<String, Object> delta = WireJson.object(choice, name);
    reasoning.add(delta, out);
    details.add(delta, out, data, "choices", 0, name);
    addContent(delta.get("content"), out);
    String refusal = WireJson.text(delta, "refusal");
    isRefusal |= refusal != null;
    out.text(refusal);
    readCalls(delta, data, name, out);
    String reason = WireJson.text(choice, "finish_reason");
    if (choice.get("error") != null || "error".equals(reason)) {
      throw ProviderError.of(chunk.get("error") == null ? choice : chunk).exception(0);
    }
    stop = reason == null ? stop : reason;
  }

  /** A text, or with some servers a list of parts. */
  private void addContent(@Nullable Object given, AnswerEvents out) {
    if (given instanceof String text) {
      content.text(text, out);
    } else if (given instanceof List<?> parts) {
      for (Object each : parts) {
        if (each instanceof Map<?, ?> part && part.get("text") instanceof String text) {
          content.text(text, out);
        }
      }
    }
  }

  private void readCalls(Map<String, Object> delta, byte[] data, String name, AnswerEvents out)
      throws ModelException {
    List<Map<String, Object>> pieces = WireJson.objects(delta, "tool_calls");
    calls.nextChunk();
    for (int i = 0; i < pieces.size(); i++) {
      Map<String, Object> piece = pieces.get(i);
      Map<String, Object> function = WireJson.object(piece, "function");
      boolean isObject = function.get("arguments") instanceof Map;
      String arguments =
          isObject
              ? WireJson.raw(data, "choices", 0, name, "tool_calls", i, "function", "arguments")
              : WireJson.textOrEmpty(function, "arguments");
      calls.add(
          piece.get("index") instanceof Number number ? number.longValue() : -1,
          WireJson.textOrEmpty(piece, "id"),
          WireJson.textOrEmpty(function, "name"),
          arguments,
          out);
    }
  }

  private void readUsage(Map<String, Object> chunk) {
    Map<String, Object> given = WireJson.object(chunk, "usage");
    if (given.isEmpty()) {
      given = WireJson.object(WireJson.object(chunk, "x_groq"), "usage");
    }
    usage = given.isEmpty() ? usage : given;
  }

  private void finish(AnswerEvents out) {
    content.end(out);
    details.end(out);
    calls.start(out);
    if (!calls.isEmpty() && details.isEmpty()) {
      reasoning.end(out);
    }
    calls.end(out);
    if (!usage.isEmpty()) {
      Map<String, Object> prompt = WireJson.object(usage, "prompt_tokens_details");
      long read = WireJson.number(prompt, "cached_tokens");
      long kept = WireJson.number(prompt, "cache_write_tokens");
      long all = WireJson.number(usage, "prompt_tokens");
      out.usageOf(all, read, kept, WireJson.number(usage, "completion_tokens"));
    }
    out.finished(stopOf(stop == null ? "" : stop), stop);
  }

  private Stop stopOf(String word) {
    return switch (word) {
      case "stop", "end_turn" ->
          !calls.isEmpty() ? Stop.CALLS : isRefusal ? Stop.REFUSED : Stop.END;
      case "tool_calls", "function_call" -> Stop.CALLS;
      case "length" -> Stop.LENGTH;
      case "content_filter" -> Stop.REFUSED;
      default -> Stop.OTHER;
    };
  }
}
