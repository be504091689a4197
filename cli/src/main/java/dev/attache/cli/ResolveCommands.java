package dev.attache.cli;

import picocli.CommandLine.Model.CommandSpec;

/** The commands that read what is named, or say what would be read, and record nothing. */
final class ResolveCommands {

  private ResolveCommands() {}

  static CommandSpec resolve(SpecFactory specs) {
    return specs.command("resolve", "Print snapshots of what is named.", new ResolveCommand());
  }

  static CommandSpec plan(SpecFactory specs) {
    return specs.command("plan", "Print what would be attached, and what not.", new PlanCommand());
  }

  static CommandSpec canonicalize(SpecFactory specs) {
    return specs.command(
        "canonicalize", "Print the canonical URI of each reference.", new CanonicalizeCommand());
  }
}
