package dev.attache.resource.tool;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tool says of its failure beside the blocks (RFD 058, "Error responses"). Immutable.
 *
 * @param isTransient whether another try may succeed
 * @param trace the causes, the outermost first
 * @param kind a word for programs, such as {@code not-found}; null if there is none
 */
public record ToolError(boolean isTransient, List<String> trace, @Nullable String kind) {

  /** An error of which nothing is said. */
  static final ToolError UNSAID = new ToolError(false, List.of(), null);

  /**
   * Takes a copy of the trace.
   *
   * @param isTransient whether another try may succeed
   * @param trace the causes, the outermost first
   * @param kind a word for programs, such as {@code not-found}; null if there is none
   */
  public ToolError {
    trace = List.copyOf(trace);
  }
}
