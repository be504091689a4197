package dev.attache.cli.store;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about what conversations are kept in: {@code attache store}. */
public final class StoreCommands {

  private StoreCommands() {}

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("store", "Manage the conversation store.", HiddenOptions.OF_STORES)
        .add("gc", "Delete content that no conversation uses.", new StoreCollectCommand())
        .add(
            "verify",
            "Check the whole store and set damaged content aside.",
            new StoreVerifyCommand())
        .add("du", "Show how much space the store takes.", new StoreUsageCommand())
        .spec();
  }
}
