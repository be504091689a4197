package dev.attache.models.anthropic;

import dev.attache.model.call.ModelEvent.Stop;
import dev.attache.model.call.ModelException;
import dev.attache.models.http.AnswerEvents;
import dev.attache.models.http.AnswerReader;
import dev.attache.models.http.ProviderError;
import dev.attache.models.http.WireJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the answers of Anthropic Messages. Blocks come one after the other, each with its
 * beginning, its pieces and its end; what is neither text nor a call goes back as it came.
 */
final class AnthropicEvents implements AnswerReader {

  private final Map<Long, AnswerBlock> open = new HashMap<>();
  private long input;
  private long cacheRead;
  private long cacheWrite;
  private long output;
  private @Nullable String stop;

  @Override
  public void read(byte[] data, AnswerEvents out) throws ModelException {
    Map<String, Object> event = WireJson.object(data);
    switch (WireJson.textOrEmpty(event, "type")) {
      case "message_start" -> readUsage(WireJson.object(event, "message"));
      case "content_block_start" -> {
        var block =
            new AnswerBlock(
                WireJson.object(event, "content_block"), WireJson.raw(data, "content_block"));
        open.put(WireJson.number(event, "index"), block);
        block.start(out);
      }
      case "content_block_delta" -> {
        AnswerBlock block = open.get(WireJson.number(event, "index"));
        if (block != null) {
          block.add(WireJson.object(event, "delta"), out);
        }
      }
      case "content_block_stop" -> {
        AnswerBlock block = open.remove(WireJson.number(event, "index"));
        if (block != null) {
          block.end(out);
        }
      }
      case "message_delta" -> {
        readUsage(event);
        String reason = WireJson.text(WireJson.object(event, "delta"), "stop_reason");
        stop = reason == null ? stop : reason;
      }
      case "message_stop" -> finish(out);
      case "error" -> throw ProviderError.of(event).exception(0);
      default -> { // a ping, or what is new
        if (ProviderError.isIn(event)) { // of a gateway
          throw ProviderError.of(event).exception(0);
        }
      }
    }
  }

  @Override
  public void readWhole(byte[] json, AnswerEvents out) throws ModelException {
    Map<String, Object> message = WireJson.object(json);
    if (message.containsKey("error")) {
      throw ProviderError.of(message).exception(0);
    }
    List<Map<String, Object>> content = WireJson.objects(message, "content");
    for (int i = 0; i < content.size(); i++) {
      var block = new AnswerBlock(content.get(i), WireJson.raw(json, "content", i));
      block.start(out);
      block.end(out);
    }
    readUsage(message);
    stop = WireJson.text(message, "stop_reason");
    if (stop != null) {
      finish(out);
    }
  }

  /** An answer that has said why it stops is complete. */
  @Override
  public void end(AnswerEvents out) {
    if (stop != null) {
      finish(out);
    }
  }

  private void finish(AnswerEvents out) {
    out.usage(input, cacheRead, cacheWrite, output);
    out.finished(stopOf(stop), stop);
  }

  /** Reads what is there; it is said at the beginning, and at the end what has changed. */
  private void readUsage(Map<String, Object> in) {
    Map<String, Object> usage = WireJson.object(in, "usage");
    input = latest(usage, "input_tokens", input);
    cacheRead = latest(usage, "cache_read_input_tokens", cacheRead);
    cacheWrite = latest(usage, "cache_creation_input_tokens", cacheWrite);
    output = latest(usage, "output_tokens", output);
  }

  private static long latest(Map<String, Object> usage, String name, long known) {
    return usage.get(name) instanceof Number ? WireJson.number(usage, name) : known;
  }

  private static Stop stopOf(@Nullable String word) {
    return switch (word == null ? "" : word) {
      case "end_turn", "stop_sequence" -> Stop.END;
      case "tool_use" -> Stop.CALLS;
      case "max_tokens" -> Stop.LENGTH;
      case "model_context_window_exceeded" -> Stop.CONTEXT_FULL;
      case "refusal" -> Stop.REFUSED;
      case "pause_turn" -> Stop.PAUSED;
      default -> Stop.OTHER;
    };
  }
}
