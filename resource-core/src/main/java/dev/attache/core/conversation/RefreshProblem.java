package dev.attache.core.conversation;

import dev.attache.core.history.ContentBlock.TextBlock;
import dev.attache.core.history.Place;
import dev.attache.core.history.ToolResponse;
import dev.attache.resource.Redaction;
import dev.attache.resource.ResourceException;
import dev.attache.resource.process.ProgramPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@link RefreshResourceTool} when there is nothing to give: what, why, and what to
 * do.
 *
 * @param kind what went wrong, for programs
 * @param text the same for the model
 * @param isTransient whether another try may succeed
 * @param trace what led to it, the nearest cause first
 */
record RefreshProblem(String kind, String text, boolean isTransient, List<String> trace) {

  private static final int MAX_TRACE = 10;

  private static final int MAX_NAME = 300;

  RefreshProblem {
    trace = List.copyOf(trace);
  }

  static RefreshProblem of(String kind, String text) {
    return new RefreshProblem(kind, text, false, List.of());
  }

  /**
   * Returns why a resource could not be read again.
   *
   * @param last the snapshot that the model was given last
   */
  static RefreshProblem of(ResourceException problem, String uri, Place last) {
    boolean isTransient = problem.isTransient() || problem.kind() == ResourceException.Kind.TIMEOUT;
    String kind = kind(problem);
    String text =
        uri
            + " "
            + what(kind)
            + ": "
            + ProgramPath.withoutDirectories(problem.message())
            + ". "
            + stands(last)
            + (isTransient ? " Another try may succeed." : "");
    return new RefreshProblem(kind, text, isTransient, trace(problem.getCause()));
  }

  static String stands(Place last) {
    String call = last.call();
    return "The snapshot "
        + (call == null ? "of turn " : "that the call " + shown(call) + " gave in turn ")
        + last.turn()
        + " stays as it was.";
  }

  private static String kind(ResourceException problem) {
    return switch (problem.kind()) {
      case NOT_FOUND -> "not-found";
      case DENIED -> "denied";
      case TOO_LARGE -> "too-large";
      case TIMEOUT -> "timeout";
      case INVALID_URI, UNSUPPORTED_SCHEME, FAILED -> "failed";
    };
  }

  private static String what(String kind) {
    return switch (kind) {
      case "not-found" -> "is gone";
      case "denied" -> "may not be read again";
      case "too-large" -> "is too large now";
      case "timeout" -> "was not read in time";
      default -> "cannot be read again";
    };
  }

  private static List<String> trace(@Nullable Throwable cause) {
    var trace = new ArrayList<String>();
    for (Throwable each = cause; each != null && trace.size() < MAX_TRACE; each = each.getCause()) {
      trace.add(Redaction.redactAllIn(ProgramPath.withoutDirectories(each.toString())));
    }
    return trace;
  }

  /** What somebody wrote, for an answer: on one line, not long, and without secrets. */
  static String shown(String written) {
    String line = Redaction.redact(written).replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "?");
    return line.length() > MAX_NAME ? line.substring(0, MAX_NAME) + "…" : line;
  }

  /** The answer (RFD 058). */
  ToolResponse response() {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("kind", kind);
    error.put("transient", isTransient);
    error.put("trace", trace);
    return new ToolResponse(List.of(TextBlock.of(text)), true, Map.of(ToolResponse.ERROR, error));
  }
}
