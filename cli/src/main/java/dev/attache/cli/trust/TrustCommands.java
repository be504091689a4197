package dev.attache.cli.trust;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about what the user trusts: {@code attache trust}. */
public final class TrustCommands {

  private TrustCommands() {}

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("trust", "Manage trusted commands, servers and jars.", HiddenOptions.NONE)
        .add(
            "ls",
            "List trusted commands, servers and jars.",
            new TrustListCommand(),
            HiddenOptions.OF_STORES)
        .add("add", "Trust commands, servers and jars.", new TrustAddCommand())
        .add("rm", "Revoke trust.", new TrustRemoveCommand())
        .spec();
  }
}
