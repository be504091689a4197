package dev.attache.cli.options;

import java.util.List;
import java.util.Set;
import java.util.Stack;
import java.util.function.UnaryOperator;
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
    return values(label, list, UnaryOperator.identity(), description, names);
  }

  /** The same for an option whose values mean something else in the list. */
  public Options values(
      String label,
      List<String> list,
      UnaryOperator<String> meaning,
      String description,
      String... names) {
    spec.addOption(
        option(description, names)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .arity("1")
            .paramLabel(label)
            .parameterConsumer(new InOrder(list, meaning))
            .build());
    return this;
  }

  /** Adds an option whose value is one of a few words, which completion offers. */
  public Options choice(String label, List<String> words, String description, String... names) {
    spec.addOption(
        option(description, names)
            .type(String.class)
            .arity("1")
            .paramLabel(label)
            .completionCandidates(words)
            .build());
    return this;
  }

  /** Adds an option without which the command cannot do anything. */
  public Options required(String label, String description, String... names) {
    spec.addOption(
        option(description, names)
            .type(String.class)
            .arity("1")
            .paramLabel(label)
            .required(true)
            .build());
    return this;
  }

  /**
   * Adds the parameters, to a list in the order of the line.
   *
   * @param syntax how the usage writes them: {@code [REF]...} may be left out, {@code REF...} may
   *     not, which the command itself explains
   */
  public Options parameters(String syntax, List<String> list, String description) {
    return positional("0..*", "0..*", syntax, list, List.of(), description);
  }

  /** The same for parameters that are a few words, which completion offers. */
  public Options parameters(
      String syntax, List<String> list, List<String> words, String description) {
    return positional("0..*", "0..*", syntax, list, words, description);
  }

  /** Adds one parameter, which has a place: {@code SERVER} or {@code [ID]}. */
  public Options parameter(int index, String syntax, List<String> list, String description) {
    return positional(Integer.toString(index), "0..1", syntax, list, List.of(), description);
  }

  /** The same where more than one are an error, which the command itself explains. */
  public Options lastParameter(int index, String syntax, List<String> list, String description) {
    return positional(index + "..*", "0..*", syntax, list, List.of(), description);
  }

  private Options positional(
      String index,
      String arity,
      String syntax,
      List<String> list,
      List<String> words,
      String description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index(index)
            .arity(arity)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(syntax)
            .parameterConsumer(new InOrder(list, UnaryOperator.identity()))
            .completionCandidates(words.isEmpty() ? null : words)
            .description(description)
            .build());
    return this;
  }

  /**
   * Takes one argument at a time, so that options and parameters that share a list keep their
   * order. A class and no lambda, which Java could not archive for this old an interface.
   */
  static final class InOrder implements IParameterConsumer {
    private final List<String> list;
    private final UnaryOperator<String> meaning;

    InOrder(List<String> list, UnaryOperator<String> meaning) {
      this.list = list;
      this.meaning = meaning;
    }

    /** What was taken so far, in the order of the line. */
    List<String> taken() {
      return List.copyOf(list);
    }

    @Override
    public void consumeParameters(Stack<String> args, ArgSpec argument, CommandSpec command) {
      if (!args.isEmpty()) {
        list.add(meaning.apply(args.pop()));
      }
    }
  }
}
