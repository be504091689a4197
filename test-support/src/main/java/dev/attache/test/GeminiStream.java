package dev.attache.test;

/**
 * The answers of Gemini as the API writes them, event by event; its official SDK reads them in the
 * module {@code oracles}.
 */
public final class GeminiStream {

  public static final String CODE =
      "{\"executableCode\": {\"language\":\"PYTHON\",\"code\":\"1\"}}";

  private static final String THOUGHT = "{\"text\":\"Höchstens 🦊.\",\"thought\":true}";
  private static final String CALLS =
      "{\"functionCall\":{\"id\":\"c1\",\"name\":\"look\",\"args\":{\"uri\": \"ü🦊\"}},"
          + "\"thoughtSignature\":\"RXM\\u003d\"},"
          + "{\"functionCall\":{\"id\":\"c2\",\"name\":\"list\"}}";
  private static final String USAGE =
      "\"usageMetadata\":{\"promptTokenCount\":125,\"cachedContentTokenCount\":100,"
          + "\"candidatesTokenCount\":59,\"thoughtsTokenCount\":30,\"totalTokenCount\":214}";

  private GeminiStream() {}

  /**
   * Returns a stream with thinking, texts that are not ASCII, code, and two calls, one without
   * arguments.
   */
  public static String everything() {
    return parts(THOUGHT)
        + parts("{\"text\":\"Grüße, \"}")
        + parts("{\"text\":\"🦊 \\\"世界\\\"\\n\"}")
        + parts("{\"text\":\"\",\"thoughtSignature\":\"VHM=\"}," + CODE)
        + parts(CALLS)
        + end();
  }

  /** Returns the stream of an answer that is a text, which has nothing that JSON escapes. */
  public static String says(String text) {
    return parts("{\"text\":\"" + text + "\"}") + end();
  }

  /** Returns the event that the provider is overloaded. */
  public static String overloaded() {
    return event(
        "{\"error\":{\"code\":503,\"message\":\"Overloaded\",\"status\":\"UNAVAILABLE\"}}");
  }

  private static String end() {
    return event(
        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\"}],\"role\":\"model\"},"
            + "\"finishReason\":\"STOP\",\"index\":0}],"
            + USAGE
            + ",\"modelVersion\":\"m\"}");
  }

  /** Returns the same answer as it comes at once. */
  public static String atOnce() {
    return "{\"candidates\":[{\"content\":{\"parts\":["
        + THOUGHT
        + ",{\"text\":\"Grüße, 🦊 \\\"世界\\\"\\n\",\"thoughtSignature\":\"VHM=\"},"
        + CODE
        + ","
        + CALLS
        + "],\"role\":\"model\"},\"finishReason\":\"STOP\"}],"
        + USAGE
        + "}";
  }

  /** Returns an event. */
  public static String event(String data) {
    return "data: " + data + "\n\n";
  }

  /** Returns some parts of the answer. */
  public static String parts(String parts) {
    return event(
        "{\"candidates\":[{\"content\":{\"parts\":["
            + parts
            + "],\"role\":\"model\"},\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":125}}");
  }
}
