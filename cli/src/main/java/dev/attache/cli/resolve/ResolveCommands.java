package dev.attache.cli.resolve;

import dev.attache.cli.run.Command;
import dev.attache.cli.run.SpecFactory;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that read what is named, or say what would be read, and record nothing. */
public final class ResolveCommands {

  private ResolveCommands() {}

  public static Command resolve() {
    return new ResolveCommand();
  }

  public static CommandSpec resolve(SpecFactory specs) {
    return specs.command(
        "resolve", "Read the given references and print their contents.", resolve());
  }

  public static Command plan() {
    return new PlanCommand();
  }

  public static CommandSpec plan(SpecFactory specs) {
    return specs.command("plan", "Show what `resolve` would include and skip, and why.", plan());
  }

  public static Command canonicalize() {
    return new CanonicalizeCommand();
  }

  public static CommandSpec canonicalize(SpecFactory specs) {
    return specs.command(
        "canonicalize", "Print the canonical URI of each reference.", canonicalize());
  }
}
