package dev.attache.cli.conversations;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about conversations as a whole: {@code attache conversation}. */
public final class ConversationCommands {

  private ConversationCommands() {}

  public static Command list() {
    return new ConversationListCommand();
  }

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group(
            "conversation", "List, show, fork and change conversations.", HiddenOptions.OF_STORES)
        .add("ls", "List conversations.", list())
        .add(
            "show",
            "Show a conversation turn by turn.",
            new ConversationShowCommand(),
            HiddenOptions.NONE)
        .add("print", "Print everything the model is sent.", new ConversationPrintCommand())
        .add("record-answer", "Record the model's answer.", new RecordAnswerCommand())
        .add("fork", "Create a conversation from another's turns.", new ConversationForkCommand())
        .add("undo", "Remove the last turn.", new ConversationUndoCommand())
        .add(
            "compact", "Leave out old tool results and versions.", new ConversationCompactCommand())
        .add(
            "quarantine", "Leave out what a provider refuses.", new ConversationQuarantineCommand())
        .add("rm", "Delete conversations.", new ConversationRemoveCommand())
        .add("archive", "Archive conversations.", new ConversationArchiveCommand())
        .add(
            "repair",
            "Show what was edited or damaged, and accept it.",
            new ConversationRepairCommand())
        .add("set", "Change a conversation's settings.", new ConversationSetCommand())
        .spec();
  }
}
