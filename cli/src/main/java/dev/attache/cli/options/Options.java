package dev.attache.cli.options;

import java.util.List;
import java.util.Set;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A picocli command's options, added by code, which starts in half the time that annotations take.
 * Values are asked for after parsing, from {@link Arguments}.
 */
public final class Options {

  private final CommandSpec spec;
  private final Set<String> hidden;

  public Options(CommandSpec spec) {
    this(spec, Set.of());
  }

  /**
   * @param hidden the options, by their first names, that are taken but not shown, because they
   *     mean nothing to the command
   */
  public Options(CommandSpec spec, Set<String> hidden) {
    this.spec = spec;
    this.hidden = hidden;
  }

  private OptionSpec.Builder option(String description, String... names) {
    return OptionSpec.builder(names).description(description).hidden(hidden.contains(names[0]));
  }

  /** Adds an option without a value. */
  public Options flag(String description, String... names) {
    spec.addOption(option(description, names).type(boolean.class).build());
    return this;
  }

  /** Adds an option with a value; given twice, the last one counts. */
  public Options value(String label, String description, String... names) {
    spec.addOption(
        option(description, names).type(String.class).arity("1").paramLabel(label).build());
    return this;
  }

  /** Adds an option that can be given several times, to a list in the order of the line. */
  public Options values(String label, List<String> list, String description, String... names) {
    spec.addOption(
        option(description, names)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .paramLabel(label)
            .parameterConsumer(new InOrder(list))
            .build());
    return this;
  }

  /** Adds the parameters that are no options, to a list in the order of the line. */
  public Options parameters(String label, List<String> list, String description) {
    return parameters("0..*", "0..*", label, list, description);
  }

  /** The same for one parameter. */
  public Options parameter(int index, String label, List<String> list, String description) {
    return parameters(Integer.toString(index), "0..1", label, list, description);
  }

  /** The same where more than one are an error, which the command itself explains. */
  public Options lastParameter(int index, String label, List<String> list, String description) {
    spec.addPositional(
        positional(index + "..*", "0..*", "[" + label + "]", list, description)
            .hideParamSyntax(true)
            .build());
    return this;
  }

  private Options parameters(
      String index, String arity, String label, List<String> list, String description) {
    spec.addPositional(positional(index, arity, label, list, description).build());
    return this;
  }

  private static PositionalParamSpec.Builder positional(
      String index, String arity, String label, List<String> list, String description) {
    return PositionalParamSpec.builder()
        .index(index)
        .arity(arity)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .paramLabel(label)
        .parameterConsumer(new InOrder(list))
        .description(description);
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
