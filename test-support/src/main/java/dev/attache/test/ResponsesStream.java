package dev.attache.test;

/**
 * The answers of OpenAI's Responses as the API writes them, event by event; its official SDK reads
 * them in the module {@code oracles}. Not thread-safe.
 */
public final class ResponsesStream {

  public static final String REASONING =
      "{\"id\":\"rs_1\",\"type\":\"reasoning\", \"summary\":[{\"type\":\"summary_text\",\"text\":"
          + "\"Höchstens 🦊.\"}],\"encrypted_content\":\"gAAA\\/b==\"}";

  private static final String TEXT = "Grüße, 🦊 \\\"世界\\\"\\n";
  public static final String MESSAGE = message("completed", "[" + part(TEXT) + "]");

  private static final String ARGUMENTS = "{\\\"uri\\\": \\\"ü🦊\\\"}";
  private static final String FIRST_CALL = call("completed", 1, "look", ARGUMENTS);
  private static final String SECOND_CALL = call("completed", 2, "list", "");
  private static final String OUTPUT =
      String.join(", ", REASONING, MESSAGE, FIRST_CALL, SECOND_CALL);
  private static final String USAGE =
      "{\"input_tokens\":132,\"input_tokens_details\":{\"cached_tokens\":100,"
          + "\"cache_write_tokens\":7},\"output_tokens\":89,"
          + "\"output_tokens_details\":{\"reasoning_tokens\":30},\"total_tokens\":221}";

  private final StringBuilder events = new StringBuilder();
  private int number;

  ResponsesStream() {}

  /**
   * Returns a stream with reasoning, texts that are not ASCII, and two calls side by side, one
   * without arguments.
   */
  public static String everything() {
    return new ResponsesStream()
        .addBeginning()
        .addReasoning()
        .addMessage(1, TEXT, "Grüße, \\uD83E", "\\uDD8A \\\"世界\\\"\\n")
        .addCalls()
        .addEnd(OUTPUT);
  }

  /** Returns the stream of an answer that is a text, which has nothing that JSON escapes. */
  public static String says(String text) {
    return new ResponsesStream()
        .addBeginning()
        .addMessage(0, text, text)
        .addEnd(message("completed", "[" + part(text) + "]"));
  }

  /** Returns the event that the provider is overloaded. */
  public static String overloaded() {
    return event(
        "{\"type\":\"error\",\"sequence_number\":1,\"code\":\"server_error\","
            + "\"message\":\"Overloaded\",\"param\":null}");
  }

  /** Returns the same answer as it comes at once. */
  public static String atOnce() {
    return response("completed", OUTPUT, USAGE);
  }

  /** What there is so far. */
  String events() {
    return events.toString();
  }

  /** Returns an event of the type that its data names. */
  public static String event(String data) {
    String type = data.replaceFirst("(?s).*?\"type\":\"([a-z_.]+)\".*", "$1");
    return "event: " + type + "\ndata: " + data + "\n\n";
  }

  /** Returns a piece of the text of an item, the first event of a stream. */
  public static String text(int index, String delta) {
    return new ResponsesStream().addText(index, delta).events.toString();
  }

  ResponsesStream addBeginning() {
    String response = "\"response\":" + response("in_progress", "", "null");
    return add("created", response).add("in_progress", response);
  }

  private String addEnd(String output) {
    return add("completed", "\"response\":" + response("completed", output, USAGE))
        .events
        .toString();
  }

  private ResponsesStream addReasoning() {
    String at = "\"item_id\":\"rs_1\",\"output_index\":0,\"summary_index\":0,";
    String text = "{\"type\":\"summary_text\",\"text\":\"";
    return addItem("added", 0, "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[]}")
        .add("reasoning_summary_part.added", at + "\"part\":" + text + "\"}")
        .add("reasoning_summary_text.delta", at + "\"delta\":\"Höchstens \"")
        .add("reasoning_summary_text.delta", at + "\"delta\":\"🦊.\"")
        .add("reasoning_summary_text.done", at + "\"text\":\"Höchstens 🦊.\"")
        .add("reasoning_summary_part.done", at + "\"part\":" + text + "Höchstens 🦊.\"}")
        .addItem("done", 0, REASONING);
  }

  ResponsesStream addMessage(int index, String text, String... deltas) {
    String at = "\"item_id\":\"msg_1\",\"output_index\":" + index + ",\"content_index\":0,";
    addItem("added", index, message("in_progress", "[]"));
    add("content_part.added", at + "\"part\":" + part(""));
    for (String delta : deltas) {
      addText(index, delta);
    }
    return add("output_text.done", at + "\"text\":\"" + text + "\",\"logprobs\":[]")
        .add("content_part.done", at + "\"part\":" + part(text))
        .addItem("done", index, message("completed", "[" + part(text) + "]"));
  }

  private ResponsesStream addText(int index, String delta) {
    return add(
        "output_text.delta",
        "\"item_id\":\"msg_1\",\"output_index\":"
            + index
            + ",\"content_index\":0,\"delta\":\""
            + delta
            + "\",\"logprobs\":[]");
  }

  private ResponsesStream addCalls() {
    String first = "\"item_id\":\"fc_1\",\"output_index\":2,";
    String second = "\"item_id\":\"fc_2\",\"output_index\":3,";
    return addItem("added", 2, call("in_progress", 1, "look", ""))
        .addItem("added", 3, call("in_progress", 2, "list", ""))
        .add("function_call_arguments.delta", first + "\"delta\":\"{\\\"uri\\\": \"")
        .add("function_call_arguments.delta", first + "\"delta\":\"\\\"ü🦊\\\"}\"")
        .add("function_call_arguments.done", first + "\"arguments\":\"" + ARGUMENTS + "\"")
        .addItem("done", 2, FIRST_CALL)
        .add("function_call_arguments.done", second + "\"arguments\":\"\"")
        .addItem("done", 3, SECOND_CALL);
  }

  ResponsesStream addItem(String what, int index, String item) {
    return add("output_item." + what, "\"output_index\":" + index + ",\"item\":" + item);
  }

  ResponsesStream add(String type, String fields) {
    events.append(
        event(
            "{\"type\":\"response."
                + type
                + "\",\"sequence_number\":"
                + number++
                + ","
                + fields
                + "}"));
    return this;
  }

  private static String response(String status, String output, String usage) {
    return response(status, "null", output, usage);
  }

  static String response(String status, String incomplete, String output, String usage) {
    return "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1763942400,\"status\":\""
        + status
        + "\",\"error\":null,\"incomplete_details\":"
        + incomplete
        + ",\"instructions\":null,\"metadata\":{},"
        + "\"model\":\"m\",\"output\":["
        + output
        + "],\"parallel_tool_calls\":true,\"temperature\":1.0,\"tool_choice\":\"auto\","
        + "\"tools\":[],\"top_p\":1.0,\"usage\":"
        + usage
        + "}";
  }

  static String message(String status, String content) {
    return "{\"id\":\"msg_1\",\"type\":\"message\",\"status\":\""
        + status
        + "\",\"role\":\"assistant\",\"content\":"
        + content
        + "}";
  }

  static String part(String text) {
    return "{\"type\":\"output_text\",\"text\":\""
        + text
        + "\",\"annotations\":[],\"logprobs\":[]}";
  }

  private static String call(String status, int number, String name, String arguments) {
    return "{\"id\":\"fc_"
        + number
        + "\",\"type\":\"function_call\",\"status\":\""
        + status
        + "\",\"call_id\":\"call_"
        + number
        + "\",\"name\":\""
        + name
        + "\",\"arguments\":\""
        + arguments
        + "\"}";
  }
}
