package dev.attache.models.gemini;

import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.AnswerReader;
import dev.attache.models.http.ProviderError;
import dev.attache.models.http.WireJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the answers of Gemini, each event of which is an answer of its own with more of the
 * parts. The last one says why it stops, and nothing comes after it.
 *
 * <p>A signature becomes an item that stands before the call it belongs to. That of a text comes
 * with its last piece, and becomes a part without text after it; so Gemini itself has it, too.
 */
final class GeminiEvents implements AnswerReader {

  private static final String SIGNATURE = "thoughtSignature";

  private long prompt;
  private long cached;
  private long output;
  private boolean hasCalls;
  private @Nullable String stop;

  @Override
  public void read(byte[] data, AnswerEvents out) throws ModelException {
    Map<String, Object> event = WireJson.object(data);
    boolean isAnswer = event.get("candidates") != null && event.get("error") == null;
    if (!isAnswer && ProviderError.isIn(event)) {
      throw ProviderError.of(event).exception(0);
    }
    List<Map<String, Object>> candidates = WireJson.objects(event, "candidates");
    String blocked = WireJson.text(WireJson.object(event, "promptFeedback"), "blockReason");
    if (candidates.isEmpty() && blocked != null) {
      throw ModelException.of(Kind.REFUSED, "the request was blocked (" + blocked + ")");
    }
    readUsage(WireJson.object(event, "usageMetadata"));
    if (!candidates.isEmpty()) {
      Map<String, Object> candidate = candidates.get(0);
      List<Map<String, Object>> parts =
          WireJson.objects(WireJson.object(candidate, "content"), "parts");
      for (int i = 0; i < parts.size(); i++) {
        readPart(parts.get(i), data, i, out);
      }
      String reason = WireJson.text(candidate, "finishReason");
      stop = reason == null ? stop : reason;
    }
  }

  @Override
  public void readWhole(byte[] json, AnswerEvents out) throws ModelException {
    read(json, out);
    end(out);
  }

  @Override
  public void end(AnswerEvents out) {
    if (stop != null) {
      out.usageOf(prompt, cached, 0, output);
      out.finished(stopOf(stop), stop);
    }
  }

  private void readPart(Map<String, Object> part, byte[] data, int index, AnswerEvents out)
      throws ModelException {
    String text = WireJson.text(part, "text");
    String signature = WireJson.text(part, SIGNATURE);
    if (part.containsKey("functionCall")) {
      readCall(WireJson.object(part, "functionCall"), signature, data, index, out);
    } else if (text != null && WireJson.is(part, "thought")) {
      out.thinking(text);
      if (signature != null) {
        out.item(raw(data, index));
      }
    } else if (text != null) {
      out.text(text);
      if (signature != null) {
        out.item("{\"text\":\"\",\"" + SIGNATURE + "\":" + WireJson.write(signature) + "}");
      }
    } else if (!part.isEmpty()) {
      out.item(raw(data, index));
    }
  }

  private void readCall(
      Map<String, Object> call,
      @Nullable String signature,
      byte[] data,
      int index,
      AnswerEvents out)
      throws ModelException {
    String given = WireJson.textOrEmpty(call, "id");
    String id = given.isEmpty() ? newId() : given;
    String name = WireJson.textOrEmpty(call, "name");
    if (signature != null) {
      out.item("{\"" + SIGNATURE + "\":" + WireJson.write(signature) + "}");
    }
    out.callStarted(id, name);
    String arguments =
        call.get("args") == null
            ? ""
            : WireJson.raw(
                data, "candidates", 0, "content", "parts", index, "functionCall", "args");
    out.callReady(id, name, arguments);
    hasCalls = true;
  }

  private static String raw(byte[] data, int index) throws ModelException {
    return WireJson.raw(data, "candidates", 0, "content", "parts", index);
  }

  /** A name for a call of a model that gives none. */
  private static String newId() {
    return "call_" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), 36);
  }

  /** Reads what is there; each event says it anew. */
  private void readUsage(Map<String, Object> usage) {
    if (!usage.isEmpty()) {
      prompt =
          AnswerEvents.both(
              WireJson.number(usage, "promptTokenCount"),
              WireJson.number(usage, "toolUsePromptTokenCount"));
      cached = WireJson.number(usage, "cachedContentTokenCount");
      output =
          AnswerEvents.both(
              WireJson.number(usage, "candidatesTokenCount"),
              WireJson.number(usage, "thoughtsTokenCount"));
    }
  }

  private Stop stopOf(String word) {
    return switch (word) {
      case "STOP" -> hasCalls ? Stop.CALLS : Stop.END;
      case "MAX_TOKENS" -> Stop.LENGTH;
      case "SAFETY",
          "RECITATION",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "IMAGE_SAFETY",
          "IMAGE_PROHIBITED_CONTENT",
          "IMAGE_RECITATION" ->
          Stop.REFUSED;
      default -> Stop.OTHER;
    };
  }
}
