package dev.attache.cli.workspace;

import dev.attache.cli.config.Configuration;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnReferences;
import dev.attache.history.StoreException;
import java.nio.file.Path;
import java.util.List;

/** The references that a command line has for a conversation to attach. */
public final class AttachArguments {

  private AttachArguments() {}

  /**
   * Refuses what cannot be read again in a later turn, and a mark of exclusion that nothing
   * follows.
   *
   * @param option where they stand: {@code --attach}, {@code REF}
   */
  public static void require(String option, List<String> references) throws UsageException {
    if (references.contains(PipedText.STANDARD_INPUT)) {
      throw new UsageException(option + " (-) cannot be read again later; put it into a file");
    }
    if (references.contains("!")) {
      throw new UsageException(
          "REF (!) has nothing to exclude; write it after the !, as in !target");
    }
  }

  /** Returns what the first turn of a conversation resolves. */
  public static TurnReferences ofNew(
      Configuration configuration, List<String> attached, String workspace) {
    return TurnReferences.ofNew(
        configuration.declared(),
        configuration.declaredByWorkspace(),
        attached,
        Path.of(workspace));
  }

  /** Returns what a further turn resolves. */
  public static TurnReferences ofNext(
      Conversation conversation, List<String> attached, String workspace) throws StoreException {
    return TurnReferences.ofNext(conversation, attached, Path.of(workspace));
  }
}
