package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.text.OneLine;
import dev.attache.support.text.WellFormed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a tool of a conversation when there is nothing to give: what, why, and what to do.
 *
 * @param kind what went wrong, for programs
 * @param text the same for the model
 * @param isTransient whether another try may succeed
 * @param trace what led to it, the nearest cause first
 * @param remedy what the user can do about it; null if nothing is known
 */
record ToolProblem(
    String kind, String text, boolean isTransient, List<String> trace, @Nullable Remedy remedy) {

  private static final int MAX_TRACE = 10;

  private static final int MAX_NAME = 300;

  /** The sentence that earlier content is still valid, for models that know no turns. */
  static final String STANDS = "What was attached stays as it was.";

  ToolProblem {
    trace = List.copyOf(trace);
  }

  static ToolProblem of(String kind, String text) {
    return new ToolProblem(kind, text, false, List.of(), null);
  }

  /** Returns this problem with what the user can do about it; null for nothing. */
  ToolProblem with(@Nullable Remedy way) {
    return new ToolProblem(kind, text, isTransient, trace, way);
  }

  private static String words(ResourceException problem) {
    Remedy remedy = problem.remedy();
    return problem.message() + (remedy == null ? "" : "; " + remedy.inWords());
  }

  /**
   * Returns why a resource could not be read again.
   *
   * @param stands the sentence that names the version the model still has
   */
  static ToolProblem of(ResourceException problem, String uri, String stands) {
    boolean isTransient = problem.isTransient() || problem.kind() == ResourceException.Kind.TIMEOUT;
    String kind = kind(problem);
    String text =
        uri
            + " "
            + what(kind)
            + ": "
            + words(problem)
            + ". "
            + stands
            + (isTransient ? " Another try may succeed." : "");
    return new ToolProblem(kind, text, isTransient, trace(problem.getCause()), problem.remedy());
  }

  /** Returns why a resource could not be attached. */
  static ToolProblem ofAttaching(ResourceException problem, String uri) {
    boolean isTransient = problem.isTransient() || problem.kind() == ResourceException.Kind.TIMEOUT;
    String kind = kind(problem);
    String text =
        uri
            + switch (kind) {
              case "not-found" -> " is not there: ";
              case "denied" -> " may not be attached: ";
              case "too-large" -> " is too large: ";
              case "timeout" -> " was not read in time: ";
              default -> " cannot be attached: ";
            }
            + words(problem)
            + "."
            + (isTransient ? " Another try may succeed." : "");
    return new ToolProblem(kind, text, isTransient, trace(problem.getCause()), problem.remedy());
  }

  /** Returns the answer to a call whose id the turn has already, which is not recorded. */
  static ToolResult repeated(Conversation conversation, String id, String tool)
      throws StoreException {
    String text =
        "The call "
            + shown(id)
            + " was made in this turn already and is not made again. Call "
            + tool
            + " under another id.";
    return new ToolResult(
        conversation.time(),
        conversation.summary().turns() - 1,
        id,
        tool,
        of("repeated-call", text).response());
  }

  static ToolProblem interrupted() {
    return new ToolProblem(
        "interrupted",
        "The call was interrupted before the resource was read. Another try may succeed.",
        true,
        List.of(),
        null);
  }

  /** Returns this problem with something more to say. */
  ToolProblem and(String more) {
    return new ToolProblem(kind, text + more, isTransient, trace, remedy);
  }

  static String stands(DeliveryPlace last) {
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
      trace.add(Redaction.redactAllIn(each.toString()));
    }
    return trace;
  }

  /** What somebody wrote, for an answer: on one line, not long, and without secrets. */
  static String shown(String written) {
    String line = Redaction.redact(written).replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "?");
    return OneLine.cut(WellFormed.text(line), MAX_NAME);
  }

  /** The answer (RFD 058). */
  ToolResponse response() {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("kind", kind);
    error.put("transient", isTransient);
    error.put("trace", trace);
    if (remedy != null) {
      Map<String, Object> way = new LinkedHashMap<>();
      way.put("action", remedy.action().toString());
      way.put("subject", remedy.subject());
      error.put("remedy", way);
    }
    return new ToolResponse(List.of(TextBlock.of(text)), true, Map.of(ToolResponse.ERROR, error));
  }
}
