package dev.attache.models.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.call.ModelException;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.WireJson;
import java.util.LinkedHashMap;
import java.util.Map;

/** A block of an answer, while it comes. Not thread-safe. */
final class AnswerBlock {

  private final Map<String, Object> first;
  private final String raw;
  private final String type;
  private final StringBuilder input = new StringBuilder();
  private final StringBuilder thinking = new StringBuilder();
  private final StringBuilder signature = new StringBuilder();
  private boolean isWhole = true;

  /**
   * @param first what it began with, which may be all of it
   * @param raw that as it came
   */
  AnswerBlock(Map<String, Object> first, String raw) {
    this.first = first;
    this.raw = raw;
    this.type = WireJson.textOrEmpty(first, "type");
    thinking.append(WireJson.textOrEmpty(first, "thinking"));
    signature.append(WireJson.textOrEmpty(first, "signature"));
  }

  void start(AnswerEvents out) {
    switch (type) {
      case "text" -> out.text(WireJson.text(first, "text"));
      case "thinking" -> out.thinking(thinking.toString());
      case "tool_use" ->
          out.callStarted(WireJson.textOrEmpty(first, "id"), WireJson.textOrEmpty(first, "name"));
      default -> {}
    }
  }

  void add(Map<String, Object> delta, AnswerEvents out) {
    switch (WireJson.textOrEmpty(delta, "type")) {
      case "text_delta" -> out.text(WireJson.text(delta, "text"));
      case "input_json_delta" -> add(input, WireJson.textOrEmpty(delta, "partial_json"), out);
      case "thinking_delta" -> {
        String more = WireJson.textOrEmpty(delta, "thinking");
        add(thinking, more, out);
        out.thinking(more);
      }
      case "signature_delta" -> add(signature, WireJson.textOrEmpty(delta, "signature"), out);
      default -> {} // citations, or what is new
    }
  }

  void end(AnswerEvents out) throws ModelException {
    switch (type) {
      case "text" -> {}
      case "tool_use" ->
          out.callReady(
              WireJson.textOrEmpty(first, "id"), WireJson.textOrEmpty(first, "name"), arguments());
      case "thinking" -> out.item(isWhole ? raw : thought());
      default -> out.item(isWhole ? raw : withInput());
    }
  }

  private void add(StringBuilder to, String more, AnswerEvents out) {
    out.gathering(more);
    to.append(more);
    isWhole &= more.isEmpty();
  }

  /** What the model wrote; a server that does not stream it has it at the beginning. */
  private String arguments() throws ModelException {
    return input.length() == 0 && first.containsKey("input")
        ? WireJson.raw(raw.getBytes(UTF_8), "input")
        : input.toString();
  }

  /** The whole of a block that came in pieces, as it is when it comes at once. */
  private String thought() {
    var whole = new LinkedHashMap<String, Object>(first);
    whole.put("thinking", thinking.toString());
    whole.put("signature", signature.toString());
    return WireJson.write(whole);
  }

  private String withInput() throws ModelException {
    var whole = new LinkedHashMap<String, Object>(first);
    whole.put("input", WireJson.object(input.toString().getBytes(UTF_8)));
    return WireJson.write(whole);
  }
}
