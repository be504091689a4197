package dev.attache.cli.handlers;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands about the handlers of schemes: {@code attache handlers}. */
public final class HandlerCommands {

  private HandlerCommands() {}

  /** Where a project is written, nothing is read at all. */
  private static final HiddenOptions OF_PROJECTS = HiddenOptions.OF_STORES.with("--workspace");

  public static CommandSpec group(SpecFactory specs) {
    return specs
        .group("handlers", "Show the handlers of URI schemes.", HiddenOptions.NONE)
        .add("ls", "List schemes and their handlers.", new HandlersListCommand())
        .add("doctor", "Say which handlers cannot be used, and why.", new HandlersDoctorCommand())
        .add("trust", "Let jars of handlers be loaded.", new HandlersTrustCommand())
        .add(
            "new",
            "Write the project of a new handler, ready to be built.",
            new HandlersNewCommand(),
            OF_PROJECTS)
        .spec();
  }
}
