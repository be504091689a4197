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
        .group("handlers", "List, check and create handlers for URI schemes.", HiddenOptions.NONE)
        .add("ls", "List URI schemes and their handlers.", new HandlersListCommand())
        .add("doctor", "Diagnose handler problems.", new HandlersDoctorCommand())
        .add("trust", "Trust handler jars.", new HandlersTrustCommand())
        .add(
            "new",
            "Create a Maven project for a new handler.",
            new HandlersNewCommand(),
            OF_PROJECTS)
        .spec();
  }
}
