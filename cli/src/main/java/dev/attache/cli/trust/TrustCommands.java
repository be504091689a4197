package dev.attache.cli.trust;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about what the user trusts: {@code attache trust}. */
public final class TrustCommands {

  private TrustCommands() {}

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("trust", "Trust what would run or connect to something.", HiddenOptions.NONE)
        .add("ls", "List what is trusted.", new TrustListCommand(), HiddenOptions.OF_STORES)
        .add("add", "Trust commands, servers and jars of handlers.", new TrustAddCommand())
        .add("rm", "Trust them no more.", new TrustRemoveCommand())
        .spec();
  }
}
