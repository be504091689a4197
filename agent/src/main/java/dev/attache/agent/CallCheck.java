package dev.attache.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.json.JsonFault;
import dev.attache.resource.json.JsonTree;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The check of a call before it runs: are its arguments right, and may it. */
public final class CallCheck {

  private CallCheck() {}

  /**
   * {@return why a call does not run, for the model; null if it does} Nobody is asked about
   * arguments that are wrong.
   *
   * @param tool the tool that is called
   * @param call the call, as the model made it
   * @param approval who decides, if the tool needs that
   */
  public static @Nullable ToolResponse problem(
      LoopTool tool, AnswerItem.Call call, ToolApproval approval) {
    String fault = fault(call.arguments());
    if (fault != null) {
      return ToolResponse.failure(
          "wrong-arguments",
          "The arguments of " + call.name() + " are not a JSON object: " + fault + ".",
          false);
    }
    ToolResponse wrong = tool.problem(call.values());
    if (wrong != null || !tool.needsApproval()) {
      return wrong;
    }
    String refusal = approval.refusal(tool, call.values());
    return refusal == null
        ? null
        : ToolResponse.failure("denied", "The call was not run: " + sentence(refusal), false);
  }

  private static String sentence(String reason) {
    return reason.endsWith(".") ? reason : reason + ".";
  }

  private static @Nullable String fault(String arguments) {
    if (arguments.isBlank()) {
      return null; // which some models write for an empty object
    }
    try {
      return JsonTree.parse(arguments).isObject() ? null : "they are another JSON value";
    } catch (JsonProcessingException e) {
      return JsonFault.of(e);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
