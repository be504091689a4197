package dev.attache.cli.attachments;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about what is attached to a conversation: {@code attache attachment}. */
public final class AttachmentCommands {

  private AttachmentCommands() {}

  /** A new conversation is made of the configuration, too. */
  private static final HiddenOptions OF_DECLARATIONS = HiddenOptions.OF_STORES.without("--config");

  public static Command list() {
    return new AttachmentListCommand();
  }

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group(
            "attachment",
            "List and change what is attached to a conversation.",
            HiddenOptions.OF_STORES)
        .add(
            "add", "Add attachments to the next turn.", new AttachmentAddCommand(), OF_DECLARATIONS)
        .add("rm", "Remove attachments from the next turn.", new AttachmentRemoveCommand())
        .add("ls", "List current and future attachments.", list(), HiddenOptions.NONE)
        .add("print", "Print attachments.", new AttachmentPrintCommand())
        .spec();
  }
}
