package dev.attache.mcp;

import dev.attache.mcp.wire.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a server of the modern era wants to know before it answers, in words. */
final class Questions {

  private static final int LONGEST = 200;

  private Questions() {}

  /** Names what is asked for in a result of the type {@code input_required}. */
  static String described(Map<String, Object> result) {
    List<String> questions = new ArrayList<>();
    Values.object(result.get("inputRequests"))
        .forEach((key, request) -> questions.add(described(key, Values.object(request))));
    return questions.isEmpty() ? "it wants to be asked again later" : String.join("; ", questions);
  }

  private static String described(String key, Map<String, Object> request) {
    Object method = request.get("method");
    Object message = Values.object(request.get("params")).get("message");
    return ServerText.line(
        key + " (" + method + ")" + (message == null ? "" : ": " + message), LONGEST);
  }
}
