package dev.attache.conversation.tools;

import dev.attache.resource.secrets.ShellWords;
import java.util.List;

/**
 * A hint for a model that asks for a resource which is not attached: how it can be. Thread-safe.
 */
@FunctionalInterface
public interface AttachHint {

  /** The user can attach it with the next question: {@code attache query --attach}. */
  AttachHint QUERY =
      shown -> "The user can attach it: attache query --attach " + ShellWords.join(List.of(shown));

  /** The user can attach it when the server is started anew: {@code attache serve --attach}. */
  AttachHint SERVE =
      shown -> "The user can attach it: attache serve --attach " + ShellWords.join(List.of(shown));

  /** The model itself can attach it, where it may: {@link AttachResourceTool}. */
  AttachHint TOOL =
      shown -> "The tool " + AttachResourceTool.NAME + " can attach it, if that is allowed.";

  /**
   * Returns a whole sentence.
   *
   * @param shown the resource as it was named, on one line and without secrets
   */
  String of(String shown);

  /** Returns the sentence for a resource as somebody wrote it. */
  default String ofWritten(String written) {
    return of(ToolProblem.shown(written));
  }
}
