package dev.attache.cli.store;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about what conversations are kept in: {@code attache store}. */
public final class StoreCommands {

  private StoreCommands() {}

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("store", "Look after what conversations are kept in.", HiddenOptions.OF_STORES)
        .add("gc", "Delete what no conversation needs.", new StoreCollectCommand())
        .add(
            "verify",
            "Read it all, say what is wrong, and put damaged contents aside.",
            new StoreVerifyCommand())
        .add("du", "Say how much is stored.", new StoreUsageCommand())
        .spec();
  }
}
