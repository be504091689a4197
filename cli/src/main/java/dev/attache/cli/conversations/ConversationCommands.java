package dev.attache.cli.conversations;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about conversations as a whole: {@code attache conversation}. */
public final class ConversationCommands {

  private ConversationCommands() {}

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("conversation", "Show and change conversations.", HiddenOptions.OF_STORES)
        .add("ls", "List conversations.", new ConversationListCommand())
        .add(
            "show",
            "Print what a conversation holds.",
            new ConversationShowCommand(),
            HiddenOptions.NONE)
        .add("print", "Print all that a model is sent.", new ConversationPrintCommand())
        .add("fork", "Begin one with turns of another.", new ConversationForkCommand())
        .add("undo", "Take back the last turn.", new ConversationUndoCommand())
        .add("rm", "Delete conversations.", new ConversationRemoveCommand())
        .add("archive", "Put conversations aside.", new ConversationArchiveCommand())
        .add("set", "Set something for one.", new ConversationSetCommand())
        .spec();
  }
}
