package dev.attache.cli.workspace;

import dev.attache.cli.terminal.Console;
import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.StoreException;

/** The line that says what was written: {@code conversation ID, turn 3}, where the first is 1. */
public final class ConversationNote {

  private ConversationNote() {}

  public static void say(Console console, Conversation conversation, int turn) {
    console.note("conversation " + conversation.id() + ", turn " + (turn + 1));
  }

  /** Says what would have been written, had it not only been tried. */
  public static void sayTried(Console console, Conversation conversation, int turn, boolean isNew) {
    console.note(
        "dry run, nothing recorded: this would be turn "
            + (turn + 1)
            + " of "
            + (isNew ? "a new conversation" : "conversation " + conversation.id()));
  }

  /** Says the first with the call, whose ID nobody may have given. */
  public static void sayCall(Console console, Conversation conversation, ToolResult result) {
    console.note(
        "conversation "
            + conversation.id()
            + ", turn "
            + (result.turn() + 1)
            + ", call "
            + result.id());
  }

  /** The same of the turn that is under way. */
  public static void sayCurrent(Console console, Conversation conversation) throws StoreException {
    say(console, conversation, conversation.summary().turns() - 1);
  }
}
