package dev.attache.agent;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whoever decides whether a call of a model may run: a person, or a rule. Asked in turn. */
@FunctionalInterface
public interface ToolApproval {

  /** The one that lets nothing run which needs approval. */
  ToolApproval NOTHING = (tool, arguments) -> "nobody is there to approve it";

  /** The one that lets everything run. */
  ToolApproval EVERYTHING = (tool, arguments) -> null;

  /**
   * Decides on a call.
   *
   * @param tool the tool that is called
   * @param arguments JSON values by name, as the model gave them; empty if they are none
   * @return null if it may run, else why it may not, for the model: {@code the user refused}
   */
  @Nullable String refusal(LoopTool tool, Map<String, Object> arguments);
}
