package dev.attache.test;

/**
 * The answers of OpenAI's Responses as the API writes them, event by event; its official SDK reads
 * them in the module {@code oracles}.
 */
public final class ResponsesStream {

  public static final String REASONING =
      "{\"id\":\"rs_1\",\"type\":\"reasoning\", \"summary\":[{\"type\":\"summary_text\",\"text\":"
          + "\"Höchstens 🦊.\"}],\"encrypted_content\":\"gAAA\\/b==\"}";
  public static final String MESSAGE =
      "{\"id\":\"msg_1\",\"type\":\"message\",\"status\":\"completed\",\"role\":\"assistant\","
          + "\"content\":[{\"type\":\"output_text\",\"text\":\"Grüße, 🦊 \\\"世界\\\"\\n\","
          + "\"annotations\":[],\"logprobs\":[]}]}";

  private static final String FIRST_CALL =
      "{\"id\":\"fc_1\",\"type\":\"function_call\",\"status\":\"completed\",\"call_id\":\"call_1\","
          + "\"name\":\"look\",\"arguments\":\"{\\\"uri\\\": \\\"ü🦊\\\"}\"}";
  private static final String SECOND_CALL =
      "{\"id\":\"fc_2\",\"type\":\"function_call\",\"status\":\"completed\",\"call_id\":\"call_2\","
          + "\"name\":\"list\",\"arguments\":\"\"}";
  private static final String USAGE =
      "{\"input_tokens\":125,\"input_tokens_details\":{\"cached_tokens\":100},"
          + "\"output_tokens\":89,\"output_tokens_details\":{\"reasoning_tokens\":30},"
          + "\"total_tokens\":214}";

  private ResponsesStream() {}

  /**
   * Returns a stream with reasoning, texts that are not ASCII, and two calls side by side, one
   * without arguments.
   */
  public static String everything() {
    return event("{\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"output\":[]}}")
        + item("added", 0, "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[]}")
        + event("{\"type\":\"response.reasoning_summary_part.added\",\"summary_index\":0}")
        + event("{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"Höchstens \"}")
        + event("{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"🦊.\"}")
        + item("done", 0, REASONING)
        + item("added", 1, "{\"id\":\"msg_1\",\"type\":\"message\",\"content\":[]}")
        + text(1, "Grüße, \\uD83E")
        + text(1, "\\uDD8A \\\"世界\\\"\\n")
        + item("done", 1, MESSAGE)
        + item("added", 2, FIRST_CALL.replaceFirst("arguments\":.*", "arguments\":\"\"}"))
        + item("added", 3, SECOND_CALL)
        + event("{\"type\":\"response.function_call_arguments.delta\",\"delta\":\"{\"}")
        + item("done", 2, FIRST_CALL)
        + item("done", 3, SECOND_CALL)
        + event(
            "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":["
                + REASONING
                + "],\"usage\":"
                + USAGE
                + "}}");
  }

  /** Returns the same answer as it comes at once. */
  public static String atOnce() {
    return "{\"id\":\"resp_1\",\"status\":\"completed\",\"error\":null,\"incomplete_details\":null,"
        + "\"output\":["
        + String.join(", ", REASONING, MESSAGE, FIRST_CALL, SECOND_CALL)
        + "],\"usage\":"
        + USAGE
        + "}";
  }

  /** Returns an event of the type that its data names. */
  public static String event(String data) {
    String type = data.replaceFirst("(?s).*?\"type\":\"([a-z_.]+)\".*", "$1");
    return "event: " + type + "\ndata: " + data + "\n\n";
  }

  /** Returns the event that an item was added or is done. */
  public static String item(String what, int index, String item) {
    return event(
        "{\"type\":\"response.output_item."
            + what
            + "\",\"output_index\":"
            + index
            + ",\"item\":"
            + item
            + "}");
  }

  /** Returns a piece of the text of an item. */
  public static String text(int index, String delta) {
    return event(
        "{\"type\":\"response.output_text.delta\",\"output_index\":"
            + index
            + ",\"delta\":\""
            + delta
            + "\"}");
  }
}
