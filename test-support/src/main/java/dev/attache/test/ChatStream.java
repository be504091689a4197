package dev.attache.test;

/**
 * The answers of Chat Completions as OpenAI and who is like it write them, event by event; OpenAI's
 * official SDK reads them in the module {@code oracles}.
 */
public final class ChatStream {

  private static final String CALLS =
      "[{\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"look\","
          + "\"arguments\":\"{\\\"uri\\\": \\\"ü🦊\\\"}\"}},"
          + "{\"id\":\"call_2\",\"type\":\"function\",\"function\":{\"name\":\"list\","
          + "\"arguments\":\"\"}}]";
  private static final String USAGE =
      "{\"prompt_tokens\":132,\"completion_tokens\":89,\"total_tokens\":221,"
          + "\"prompt_tokens_details\":{\"cached_tokens\":100,\"cache_write_tokens\":7},"
          + "\"completion_tokens_details\":{\"reasoning_tokens\":30}}";

  /** What each chunk begins with, and a whole answer. */
  private static final String HEAD =
      "\"id\":\"chatcmpl-1\",\"created\":1763942400,\"model\":\"m\",";

  private ChatStream() {}

  /**
   * Returns a stream with thinking, texts that are not ASCII, and two calls side by side, one
   * without arguments.
   */
  public static String everything() {
    return ": OPENROUTER PROCESSING\n\n"
        + delta("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}")
        + delta("{\"reasoning_content\":\"Höchstens \"}")
        + delta("{\"reasoning_content\":\"🦊.\"}")
        + delta("{\"content\":\"Grüße, \"}")
        + ": OPENROUTER PROCESSING\n\n"
        + delta("{\"content\":\"\\ud83e\"}")
        + delta("{\"content\":\"\\udd8a \\\"世界\\\"\\n\"}")
        + delta(call(0, "\"id\":\"call_1\",\"type\":\"function\",", "\"name\":\"look\",", ""))
        + delta(call(0, "", "", "{\\\"uri\\\": \\\"ü"))
        + delta(call(1, "\"id\":\"call_2\",\"type\":\"function\",", "\"name\":\"list\",", ""))
        + delta(call(0, "", "", "🦊\\\"}"))
        + end("tool_calls");
  }

  /** Returns the stream of an answer that is a text, which has nothing that JSON escapes. */
  public static String says(String text) {
    return delta("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}")
        + delta("{\"content\":\"" + text + "\"}")
        + end("stop");
  }

  /** Returns the event that the provider is overloaded, as OpenRouter writes it. */
  public static String overloaded() {
    return event(
        "{\"error\":{\"code\":502,\"message\":\"Overloaded\"},\"choices\":[{\"index\":0,"
            + "\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}]}");
  }

  /** Returns the same answer as it comes at once. */
  public static String atOnce() {
    return "{"
        + HEAD
        + "\"object\":\"chat.completion\",\"choices\":[{\"index\":0,"
        + "\"message\":{\"role\":\"assistant\",\"reasoning_content\":\"Höchstens 🦊.\","
        + "\"content\":\"Grüße, 🦊 \\\"世界\\\"\\n\",\"refusal\":null,\"tool_calls\":"
        + CALLS
        + "},\"logprobs\":null,\"finish_reason\":\"tool_calls\"}],\"usage\":"
        + USAGE
        + "}";
  }

  /** Returns an event. */
  public static String event(String data) {
    return "data: " + data + "\n\n";
  }

  /** Returns a piece of the answer. */
  public static String delta(String delta) {
    return chunk(
        "\"choices\":[{\"index\":0,\"delta\":"
            + delta
            + ",\"logprobs\":null,\"finish_reason\":null}],\"usage\":null");
  }

  private static String end(String reason) {
    return chunk(
            "\"choices\":[{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\""
                + reason
                + "\"}],\"usage\":null")
        + chunk("\"choices\":[],\"usage\":" + USAGE)
        + event("[DONE]");
  }

  private static String chunk(String fields) {
    return event("{" + HEAD + "\"object\":\"chat.completion.chunk\"," + fields + "}");
  }

  private static String call(int index, String id, String name, String arguments) {
    return "{\"tool_calls\":[{\"index\":"
        + index
        + ","
        + id
        + "\"function\":{"
        + name
        + "\"arguments\":\""
        + arguments
        + "\"}}]}";
  }
}
