package dev.attache.cli.attachments;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about what is attached to a conversation: {@code attache attachment}. */
public final class AttachmentCommands {

  private AttachmentCommands() {}

  /** A new conversation is made of the configuration, too. */
  private static final HiddenOptions OF_DECLARATIONS = HiddenOptions.OF_STORES.without("--config");

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("attachment", "Show and change what is attached.", HiddenOptions.OF_STORES)
        .add(
            "add",
            "Declare what the next turn attaches.",
            new AttachmentAddCommand(),
            OF_DECLARATIONS)
        .add("rm", "Declare it no longer.", new AttachmentRemoveCommand())
        .add(
            "ls",
            "List what is attached, and will be.",
            new AttachmentListCommand(),
            HiddenOptions.NONE)
        .add("print", "Print what was attached.", new AttachmentPrintCommand())
        .spec();
  }
}
