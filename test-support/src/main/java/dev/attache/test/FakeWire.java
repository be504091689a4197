package dev.attache.test;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.attache.test.FakeProvider.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The words in which a provider streams an answer, for {@link FakeProvider}: one script is told to
 * all of them.
 */
public enum FakeWire {
  ANTHROPIC("anthropic"),
  RESPONSES("openai-responses"),
  CHAT("openai-chat"),
  COMPATIBLE("openai-compatible"),
  OPENROUTER("openrouter"),
  GEMINI("gemini"),
  OLLAMA("ollama");

  private static final JsonMapper JSON = new JsonMapper();

  private final String provider;

  FakeWire(String provider) {
    this.provider = provider;
  }

  /** The name of the provider whose words they are. */
  public String provider() {
    return provider;
  }

  /** Returns the one of a provider. */
  public static FakeWire of(String provider) {
    return Arrays.stream(values())
        .filter(each -> each.provider.equals(provider))
        .findFirst()
        .orElseThrow();
  }

  /** Something that a model says. */
  public sealed interface Say {

    /** A text. */
    record Text(String text) implements Say {}

    /** A thought, which comes with what only its provider can read where it has that. */
    record Thought(String text) implements Say {}

    /**
     * A call.
     *
     * @param arguments what the model writes, which need not be JSON where the wire has a text
     */
    record Call(String id, String name, String arguments) implements Say {}

    /** The end of an answer that is as long as it may be. */
    record Cut() implements Say {}
  }

  public static Say text(String text) {
    return new Say.Text(text);
  }

  public static Say thought(String text) {
    return new Say.Thought(text);
  }

  public static Say call(String id, String name, String arguments) {
    return new Say.Call(id, name, arguments);
  }

  public static Say cut() {
    return new Say.Cut();
  }

  /** Returns the answer, in pieces. */
  public Answer streamed(Say... says) {
    return streamed(List.of(says));
  }

  /** Returns the answer, in pieces. */
  public Answer streamed(List<Say> says) {
    return answer(stream(says));
  }

  /** Returns an answer that says another number of tokens of its own. */
  public Answer counting(String outputTokens, Say... says) {
    return answer(
        stream(List.of(says))
            .replaceAll(
                "(\"(output_tokens|completion_tokens|eval_count|candidatesTokenCount)\":)\\d+",
                "$1" + outputTokens));
  }

  /** Returns the answer of a server that changes it. */
  public Answer changed(UnaryOperator<String> change, List<Say> says) {
    return answer(change.apply(stream(says)));
  }

  /** Returns a stream without what counts tokens, for {@link #changed}. */
  public static String uncounted(String stream) {
    return stream
        .replaceAll(",?\"(usage|usageMetadata)\":\\{[^{}]*(\\{[^{}]*}[^{}]*)*}", "")
        .replaceAll(",\"(prompt_)?eval_count\":\\d+", "");
  }

  private Answer answer(String stream) {
    return this == OLLAMA ? Answer.lines(stream) : Answer.events(stream);
  }

  /** Returns how many bytes of an answer there are to the end of the event that has a text. */
  public int bytesUntil(String text, Say... says) {
    String stream = stream(List.of(says));
    int end = stream.indexOf(this == OLLAMA ? "\n" : "\n\n", stream.indexOf(text)) + 2;
    return stream.substring(0, end).getBytes(UTF_8).length;
  }

  private String stream(List<Say> says) {
    return switch (this) {
      case ANTHROPIC -> anthropic(says);
      case RESPONSES -> responses(says);
      case CHAT, COMPATIBLE, OPENROUTER -> chat(says);
      case GEMINI -> gemini(says);
      case OLLAMA -> ollama(says);
    };
  }

  private static String anthropic(List<Say> says) {
    var stream = new StringBuilder();
    named(
        stream,
        """
        {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",\
        "model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{\
        "input_tokens":10,"cache_creation_input_tokens":5,"cache_read_input_tokens":100,\
        "output_tokens":1}}}""");
    int index = 0;
    for (Say say : says) {
      if (say instanceof Say.Text text) {
        block(
            stream,
            index++,
            "{\"type\":\"text\",\"text\":\"\"}",
            "{\"type\":\"text_delta\",\"text\":" + json(text.text()) + "}");
      } else if (say instanceof Say.Thought thought) {
        block(
            stream,
            index++,
            "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}",
            "{\"type\":\"thinking_delta\",\"thinking\":" + json(thought.text()) + "}",
            "{\"type\":\"signature_delta\",\"signature\":\"Es" + index + "==\"}");
      } else if (say instanceof Say.Call call) {
        block(
            stream,
            index++,
            "{\"type\":\"tool_use\",\"id\":"
                + json(call.id())
                + ",\"name\":"
                + json(call.name())
                + ",\"input\":{}}",
            "{\"type\":\"input_json_delta\",\"partial_json\":" + json(call.arguments()) + "}");
      }
    }
    named(
        stream,
        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
            + json(stop(says, "end_turn", "tool_use", "max_tokens"))
            + ",\"stop_sequence\":null},\"usage\":{\"output_tokens\":20}}");
    named(stream, "{\"type\":\"message_stop\"}");
    return stream.toString();
  }

  private static void block(StringBuilder stream, int index, String start, String... deltas) {
    stream.append(AnthropicStream.start(index, start));
    for (String delta : deltas) {
      stream.append(AnthropicStream.delta(index, delta));
    }
    stream.append(AnthropicStream.stop(index));
  }

  private static String responses(List<Say> says) {
    var stream = new ResponsesStream().addBeginning();
    var output = new ArrayList<String>();
    for (Say say : says) {
      int index = output.size();
      if (say instanceof Say.Text text) {
        String escaped = inner(text.text());
        stream.addMessage(index, escaped, escaped);
        output.add(ResponsesStream.message("completed", "[" + ResponsesStream.part(escaped) + "]"));
      } else if (say instanceof Say.Thought thought) {
        output.add(addReasoning(stream, index, inner(thought.text())));
      } else if (say instanceof Say.Call call) {
        output.add(addCall(stream, index, call));
      }
    }
    boolean isCut = isCut(says);
    String status = isCut ? "incomplete" : "completed";
    return stream
        .add(
            status,
            "\"response\":"
                + ResponsesStream.response(
                    status,
                    isCut ? "{\"reason\":\"max_output_tokens\"}" : "null",
                    String.join(",", output),
                    "{\"input_tokens\":115,\"input_tokens_details\":{\"cached_tokens\":100,"
                        + "\"cache_write_tokens\":0},\"output_tokens\":20,"
                        + "\"output_tokens_details\":{\"reasoning_tokens\":0},"
                        + "\"total_tokens\":135}"))
        .events();
  }

  private static String addReasoning(ResponsesStream stream, int index, String text) {
    String id = "\"rs_" + index + "\"";
    String at = "\"item_id\":" + id + ",\"output_index\":" + index + ",\"summary_index\":0,";
    String summary = "{\"type\":\"summary_text\",\"text\":\"" + text + "\"}";
    String item = "{\"id\":" + id + ",\"type\":\"reasoning\",\"summary\":[";
    String done = item + summary + "],\"encrypted_content\":\"gAAA" + index + "==\"}";
    stream
        .addItem("added", index, item + "]}")
        .add(
            "reasoning_summary_part.added",
            at + "\"part\":{\"type\":\"summary_text\",\"text\":\"\"}")
        .add("reasoning_summary_text.delta", at + "\"delta\":\"" + text + "\"")
        .add("reasoning_summary_text.done", at + "\"text\":\"" + text + "\"")
        .add("reasoning_summary_part.done", at + "\"part\":" + summary)
        .addItem("done", index, done);
    return done;
  }

  private static String addCall(ResponsesStream stream, int index, Say.Call call) {
    String at = "\"item_id\":\"fc_" + index + "\",\"output_index\":" + index + ",";
    String item =
        "{\"id\":\"fc_"
            + index
            + "\",\"type\":\"function_call\",\"call_id\":"
            + json(call.id())
            + ",\"name\":"
            + json(call.name());
    String arguments = json(call.arguments());
    String done = item + ",\"status\":\"completed\",\"arguments\":" + arguments + "}";
    stream
        .addItem("added", index, item + ",\"status\":\"in_progress\",\"arguments\":\"\"}")
        .add("function_call_arguments.delta", at + "\"delta\":" + arguments)
        .add("function_call_arguments.done", at + "\"arguments\":" + arguments)
        .addItem("done", index, done);
    return done;
  }

  private static String chat(List<Say> says) {
    var stream = new StringBuilder();
    delta(stream, "{\"role\":\"assistant\",\"content\":\"\"}", "null");
    int calls = 0;
    for (Say say : says) {
      if (say instanceof Say.Text text) {
        delta(stream, "{\"content\":" + json(text.text()) + "}", "null");
      } else if (say instanceof Say.Thought thought) {
        delta(stream, "{\"reasoning_content\":" + json(thought.text()) + "}", "null");
      } else if (say instanceof Say.Call call) {
        String index = "{\"tool_calls\":[{\"index\":" + calls++;
        delta(
            stream,
            index
                + ",\"id\":"
                + json(call.id())
                + ",\"type\":\"function\",\"function\":{\"name\":"
                + json(call.name())
                + ",\"arguments\":\"\"}}]}",
            "null");
        delta(
            stream,
            index + ",\"function\":{\"arguments\":" + json(call.arguments()) + "}}]}",
            "null");
      }
    }
    delta(stream, "{}", json(stop(says, "stop", "tool_calls", "length")));
    data(
        stream,
        "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
            + "\"choices\":[],\"usage\":{\"prompt_tokens\":115,\"prompt_tokens_details\":"
            + "{\"cached_tokens\":100,\"cache_write_tokens\":0},\"completion_tokens\":20,"
            + "\"completion_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":135}}");
    data(stream, "[DONE]");
    return stream.toString();
  }

  private static void delta(StringBuilder stream, String delta, String finish) {
    data(
        stream,
        "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","
            + "\"choices\":[{\"index\":0,\"delta\":"
            + delta
            + ",\"logprobs\":null,\"finish_reason\":"
            + finish
            + "}]}");
  }

  private static String gemini(List<Say> says) {
    var stream = new StringBuilder();
    for (Say say : says) {
      if (say instanceof Say.Text text) {
        parts(stream, "{\"text\":" + json(text.text()) + "}", null);
      } else if (say instanceof Say.Thought thought) {
        parts(stream, "{\"text\":" + json(thought.text()) + ",\"thought\":true}", null);
      } else if (say instanceof Say.Call call) {
        parts(
            stream,
            "{\"functionCall\":{\"id\":"
                + json(call.id())
                + ",\"name\":"
                + json(call.name())
                + ",\"args\":"
                + object(call.arguments())
                + "},\"thoughtSignature\":\"RXM=\"}",
            null);
      }
    }
    parts(stream, "{\"text\":\"\"}", isCut(says) ? "MAX_TOKENS" : "STOP");
    return stream.toString();
  }

  private static void parts(StringBuilder stream, String part, @Nullable String finish) {
    data(
        stream,
        "{\"candidates\":[{\"content\":{\"parts\":["
            + part
            + "],\"role\":\"model\"},\"index\":0"
            + (finish == null ? "" : ",\"finishReason\":" + json(finish))
            + "}],\"usageMetadata\":{\"promptTokenCount\":115,\"cachedContentTokenCount\":100,"
            + "\"candidatesTokenCount\":15,\"thoughtsTokenCount\":5,\"totalTokenCount\":135},\"modelVersion\":\"m\"}");
  }

  private static String ollama(List<Say> says) {
    var stream = new StringBuilder();
    for (Say say : says) {
      if (say instanceof Say.Text text) {
        message(stream, "\"content\":" + json(text.text()));
      } else if (say instanceof Say.Thought thought) {
        message(stream, "\"content\":\"\",\"thinking\":" + json(thought.text()));
      } else if (say instanceof Say.Call call) {
        message(
            stream,
            "\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":"
                + json(call.name())
                + ",\"arguments\":"
                + object(call.arguments())
                + "}}]");
      }
    }
    stream
        .append(
            "{\"model\":\"m\",\"created_at\":\"2026-11-20T00:00:00Z\",\"message\":"
                + "{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":")
        .append(json(isCut(says) ? "length" : "stop"))
        .append(",\"prompt_eval_count\":115,\"eval_count\":20}\n");
    return stream.toString();
  }

  private static void message(StringBuilder stream, String fields) {
    stream
        .append(
            "{\"model\":\"m\",\"created_at\":\"2026-11-20T00:00:00Z\",\"message\":"
                + "{\"role\":\"assistant\",")
        .append(fields)
        .append("},\"done\":false}\n");
  }

  private static boolean isCut(List<Say> says) {
    return says.stream().anyMatch(Say.Cut.class::isInstance);
  }

  private static String stop(List<Say> says, String end, String calls, String cut) {
    if (isCut(says)) {
      return cut;
    }
    return says.stream().anyMatch(Say.Call.class::isInstance) ? calls : end;
  }

  /** Arguments where a wire has an object: what is none cannot be said there. */
  private static String object(String arguments) {
    try {
      return JSON.readTree(arguments) instanceof ObjectNode all ? all.toString() : "{}";
    } catch (JsonProcessingException e) {
      return "{}";
    }
  }

  /** An event whose name is its type. */
  private static void named(StringBuilder stream, String data) {
    stream.append(AnthropicStream.event(data));
  }

  private static void data(StringBuilder stream, String data) {
    stream.append(ChatStream.event(data));
  }

  /** A text as JSON has it between its quotes. */
  private static String inner(String text) {
    String quoted = json(text);
    return quoted.substring(1, quoted.length() - 1);
  }

  private static String json(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
