package dev.attache.cli.run;

import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.options.OptionSpecs;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.RunOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A factory of commands as picocli knows them, with their help and what every command takes. */
public final class SpecFactory {

  private final RunOptions.Repeated repeated;

  /**
   * A factory for one command line.
   *
   * @param repeated takes the options that can be given several times
   */
  public SpecFactory(RunOptions.Repeated repeated) {
    this.repeated = repeated;
  }

  /** Returns a command that takes and shows all options. */
  public CommandSpec command(String name, String description, Command command) {
    return command(name, description, command, HiddenOptions.NONE);
  }

  /** Returns a command that shows the options that mean something to it. */
  public CommandSpec command(
      String name, String description, Command command, HiddenOptions hidden) {
    CommandSpec spec = describe(CommandSpec.wrapWithoutInspection(command), name, description);
    var options = new Options();
    command.addTo(options);
    RunOptions.addTo(options, repeated);
    OptionSpecs.add(options, hidden.names(), spec);
    return spec;
  }

  /** Returns a command that only has others below it, which are to be added. */
  public Group group(String name, String description, HiddenOptions hidden) {
    CommandSpec spec = described(name, description);
    var options = new Options();
    RunOptions.addTo(options, repeated);
    OptionSpecs.add(options, hidden.names(), spec);
    return new Group(spec, hidden);
  }

  /** Commands below one word. */
  public final class Group {
    private final CommandSpec spec;
    private final HiddenOptions hidden;

    private Group(CommandSpec spec, HiddenOptions hidden) {
      this.spec = spec;
      this.hidden = hidden;
    }

    /** Adds a command that shows the same options as the group. */
    public Group add(String name, String description, Command command) {
      return add(name, description, command, hidden);
    }

    /** Adds a command that shows others. */
    public Group add(String name, String description, Command command, HiddenOptions others) {
      spec.addSubcommand(name, command(name, description, command, others));
      return this;
    }

    public CommandSpec spec() {
      return spec;
    }
  }

  /** Returns a command that takes nothing yet, and its help. */
  public static CommandSpec described(String name, String description) {
    return describe(CommandSpec.create(), name, description);
  }

  private static CommandSpec describe(CommandSpec spec, String name, String description) {
    spec.name(name);
    spec.usageMessage().description(description);
    spec.addOption(
        OptionSpec.builder("--help", "-h")
            .usageHelp(true)
            .type(boolean.class)
            .description("Print this help.")
            .build());
    return spec;
  }
}
