package dev.attache.resource.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reading of the keys in {@code _meta} that have a meaning (RFD 058). What is not as it must be
 * is a problem, and is taken as missing.
 */
final class ResponseMeta {

  private static final String AT_STATUS = "/_meta/computer.jp~1status: ";
  private static final String AT_ERROR = "/_meta/computer.jp~1error";

  private ResponseMeta() {}

  static ToolStatus status(Map<String, Object> meta, Consumer<String> problems) {
    Object value = meta.get(ToolResponse.STATUS);
    if (value == null) {
      return ToolStatus.STOPPED;
    }
    for (ToolStatus each : ToolStatus.values()) {
      if (each.toString().equals(value)) {
        return each;
      }
    }
    problems.accept(AT_STATUS + "must be running, waiting or stopped; taken as stopped");
    return ToolStatus.STOPPED;
  }

  static ToolError error(Map<String, Object> meta, Consumer<String> problems) {
    Object value = meta.get(ToolResponse.ERROR);
    if (value == null) {
      return ToolError.UNSAID;
    }
    if (!(value instanceof Map<?, ?> error)) {
      problems.accept(AT_ERROR + ": must be an object; ignored");
      return ToolError.UNSAID;
    }
    return new ToolError(
        isTransient(error, problems), trace(error, problems), kind(error, problems));
  }

  /** Names what does not fit together: both are accepted. */
  static void check(ToolResponse response, Consumer<String> problems) {
    ToolStatus status = status(response.meta(), problems);
    error(response.meta(), problems);
    boolean isAsking = !response.questions().isEmpty();
    if (status == ToolStatus.WAITING && !isAsking) {
      problems.accept(AT_STATUS + "says waiting, but no question is asked");
    } else if (isAsking && "stopped".equals(response.meta().get(ToolResponse.STATUS))) {
      problems.accept(AT_STATUS + "says stopped, but a question is asked");
    }
  }

  private static boolean isTransient(Map<?, ?> error, Consumer<String> problems) {
    Object value = error.get("transient");
    if (value != null && !(value instanceof Boolean)) {
      problems.accept(AT_ERROR + "/transient: must be true or false; taken as false");
    }
    return Boolean.TRUE.equals(value);
  }

  private static List<String> trace(Map<?, ?> error, Consumer<String> problems) {
    Object value = error.get("trace");
    var trace = new ArrayList<String>();
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      list.forEach(each -> trace.add((String) each));
    } else if (value != null) {
      problems.accept(AT_ERROR + "/trace: must be an array of strings; ignored");
    }
    return trace;
  }

  private static @Nullable String kind(Map<?, ?> error, Consumer<String> problems) {
    Object value = error.get("kind");
    if (value != null && !(value instanceof String)) {
      problems.accept(AT_ERROR + "/kind: must be a string; ignored");
    }
    return value instanceof String kind ? kind : null;
  }
}
