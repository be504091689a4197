package dev.attache.test;

/**
 * The answers of Anthropic Messages as the API writes them, event by event; its official SDK reads
 * them in the module {@code oracles}.
 */
public final class AnthropicStream {

  public static final String THOUGHT =
      "{\"type\":\"thinking\",\"thinking\":\"Höchstens 🦊.\",\"signature\":\"Es==\"}";
  public static final String REDACTED = "{\"type\":\"redacted_thinking\", \"data\":\"x/y\"}";

  private static final String USAGE =
      "\"input_tokens\":25,\"cache_creation_input_tokens\":7,\"cache_read_input_tokens\":100,"
          + "\"output_tokens\":";

  private AnthropicStream() {}

  /** Returns a stream with thinking, texts that are not ASCII, and two calls, one without input. */
  public static String everything() {
    return begin()
        + start(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")
        + delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"Höchstens \"}")
        + delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"🦊.\"}")
        + delta(0, "{\"type\":\"signature_delta\",\"signature\":\"Es==\"}")
        + stop(0)
        + start(1, REDACTED)
        + stop(1)
        + "event: ping\ndata: {\"type\": \"ping\"}\n\n"
        + start(2, "{\"type\":\"text\",\"text\":\"\"}")
        + delta(2, "{\"type\":\"text_delta\",\"text\":\"Grüße, \"}")
        + delta(2, "{\"type\":\"text_delta\",\"text\":\"\\uD83E\"}")
        + delta(2, "{\"type\":\"text_delta\",\"text\":\"\\uDD8A \\\"世界\\\"\\n\"}")
        + stop(2)
        + start(3, "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"look\",\"input\":{}}")
        + delta(3, "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}")
        + delta(3, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"uri\\\": \\\"ü\"}")
        + delta(3, "{\"type\":\"input_json_delta\",\"partial_json\":\"🦊\\\"}\"}")
        + stop(3)
        + start(4, "{\"type\":\"tool_use\",\"id\":\"toolu_2\",\"name\":\"list\",\"input\":{}}")
        + delta(4, "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}")
        + stop(4)
        + end("tool_use");
  }

  /** Returns the stream of an answer that is a text, which has nothing that JSON escapes. */
  public static String says(String text) {
    return begin()
        + start(0, "{\"type\":\"text\",\"text\":\"\"}")
        + delta(0, "{\"type\":\"text_delta\",\"text\":\"" + text + "\"}")
        + stop(0)
        + end("end_turn");
  }

  /** Returns the event that the provider is overloaded. */
  public static String overloaded() {
    return "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
        + "\"message\":\"Overloaded\"},\"request_id\":\"req_1\"}\n\n";
  }

  /** Returns the same answer as it comes at once. */
  public static String atOnce() {
    return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
        + "\"content\":["
        + THOUGHT
        + ", "
        + REDACTED
        + ",{\"type\":\"text\",\"text\":\"Grüße, 🦊 \\\"世界\\\"\\n\"},"
        + "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"look\",\"input\":"
        + "{\"uri\": \"ü🦊\"}},"
        + "{\"type\":\"tool_use\",\"id\":\"toolu_2\",\"name\":\"list\",\"input\":{}}],"
        + "\"stop_reason\":\"tool_use\",\"stop_sequence\":null,\"usage\":{"
        + USAGE
        + "89}}";
  }

  private static String begin() {
    return event(
        "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\","
            + "\"role\":\"assistant\",\"content\":[],\"model\":\"m\",\"stop_reason\":null,"
            + "\"stop_sequence\":null,\"usage\":{"
            + USAGE
            + "1}}}");
  }

  private static String end(String reason) {
    return event(
            "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\""
                + reason
                + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":89}}")
        + event("{\"type\":\"message_stop\"}");
  }

  /** Returns an event of the type that its data names. */
  public static String event(String data) {
    String type = data.replaceFirst("(?s).*?\"type\":\"([a-z_]+)\".*", "$1");
    return "event: " + type + "\ndata: " + data + "\n\n";
  }

  /** Returns the start of a block of the answer. */
  public static String start(int index, String block) {
    return event(
        "{\"type\":\"content_block_start\",\"index\":"
            + index
            + ",\"content_block\":"
            + block
            + "}");
  }

  /** Returns a piece of a block. */
  public static String delta(int index, String delta) {
    return event(
        "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}");
  }

  /** Returns the end of a block. */
  public static String stop(int index) {
    return event("{\"type\":\"content_block_stop\",\"index\":" + index + "}");
  }
}
