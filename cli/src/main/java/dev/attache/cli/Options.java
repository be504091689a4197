package dev.attache.cli;

import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The adding of options to a picocli command by code, which starts in half the time that
 * annotations take. Values are asked for after parsing, from {@link Arguments}.
 */
final class Options {

  private final CommandSpec spec;

  Options(CommandSpec spec) {
    this.spec = spec;
  }

  /** Adds an option without a value. */
  Options flag(String description, String... names) {
    spec.addOption(OptionSpec.builder(names).type(boolean.class).description(description).build());
    return this;
  }

  /** Adds an option with a value; given twice, the last one counts. */
  Options value(String label, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .type(String.class)
            .arity("1")
            .paramLabel(label)
            .description(description)
            .build());
    return this;
  }

  /** Adds an option that can be given several times, to a list in the order of the line. */
  Options values(String label, List<String> list, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .paramLabel(label)
            .parameterConsumer(new InOrder(list))
            .description(description)
            .build());
    return this;
  }

  /** Adds the parameters that are no options, to a list in the order of the line. */
  Options parameters(String label, List<String> list, String description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(label)
            .parameterConsumer(new InOrder(list))
            .description(description)
            .build());
    return this;
  }

  /**
   * Takes one argument at a time, so that options and parameters that share a list keep their
   * order. A class and no lambda, which Java could not archive for this old an interface.
   */
  private static final class InOrder implements IParameterConsumer {
    private final List<String> list;

    InOrder(List<String> list) {
      this.list = list;
    }

    @Override
    public void consumeParameters(Stack<String> args, ArgSpec argument, CommandSpec command) {
      if (!args.isEmpty()) {
        list.add(args.pop());
      }
    }
  }
}
