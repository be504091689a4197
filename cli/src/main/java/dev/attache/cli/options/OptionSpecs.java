package dev.attache.cli.options;

import dev.attache.cli.options.Options.Declared;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The options of a command as picocli knows them, and what it found on a line. */
public final class OptionSpecs {

  private OptionSpecs() {}

  /** Adds options to a command of picocli's. */
  public static void add(Options options, CommandSpec spec) {
    add(options, Set.of(), spec);
  }

  /**
   * Adds options to a command of picocli's.
   *
   * @param hidden the options, by their first names, that are taken but not shown, because they
   *     mean nothing to the command
   */
  public static void add(Options options, Set<String> hidden, CommandSpec spec) {
    for (Declared each : options.all()) {
      if (each.place() != null) {
        spec.addPositional(parameter(each, each.place()));
      } else {
        spec.addOption(option(each, hidden.contains(each.names().get(0))));
      }
    }
  }

  private static OptionSpec option(Declared declared, boolean isHidden) {
    OptionSpec.Builder builder =
        OptionSpec.builder(declared.names().toArray(String[]::new))
            .description(declared.description())
            .hidden(isHidden);
    switch (declared.kind()) {
      case FLAG -> builder.type(boolean.class);
      case REPEATED ->
          builder
              .type(List.class)
              .auxiliaryTypes(String.class)
              .arity("1")
              .paramLabel(declared.label())
              .parameterConsumer(new InOrder(declared));
      default ->
          builder
              .type(String.class)
              .arity("1")
              .paramLabel(declared.label())
              .required(declared.kind() == Options.Kind.REQUIRED)
              .completionCandidates(declared.words().isEmpty() ? null : declared.words());
    }
    return builder.build();
  }

  private static PositionalParamSpec parameter(Declared declared, Options.Place place) {
    return PositionalParamSpec.builder()
        .index(place.index())
        .arity(place.arity())
        .type(List.class)
        .auxiliaryTypes(String.class)
        .paramLabel(declared.label())
        .parameterConsumer(new InOrder(declared))
        .completionCandidates(declared.words().isEmpty() ? null : declared.words())
        .description(declared.description())
        .build();
  }

  /**
   * Returns what was found.
   *
   * @param results what stands behind each word that names a command, the innermost first, which
   *     wins
   */
  public static Arguments arguments(List<ParseResult> results) {
    var values = new LinkedHashMap<String, Object>();
    var given = new LinkedHashMap<String, List<String>>();
    for (ParseResult result : results) {
      for (OptionSpec option : result.commandSpec().options()) {
        // what takes its values itself picocli does not count as matched
        if (option.parameterConsumer() instanceof InOrder repeated) {
          if (!repeated.taken().isEmpty()) {
            given.putIfAbsent(option.longestName(), repeated.taken());
          }
        } else if (result.hasMatchedOption(option)) {
          Object value = option.getValue();
          putAll(values, option.names(), value);
          given.putIfAbsent(
              option.longestName(), value instanceof String text ? List.of(text) : List.of());
        }
      }
    }
    return new Arguments(values, given);
  }

  private static void putAll(Map<String, Object> values, String[] names, Object value) {
    for (String name : names) {
      values.putIfAbsent(name, value);
    }
  }

  /**
   * Takes one argument at a time, so that options and parameters that share a list keep their
   * order. A class and no lambda, which Java could not archive for this old an interface.
   */
  private static final class InOrder implements IParameterConsumer {
    private final Declared declared;
    private final List<String> list;

    InOrder(Declared declared) {
      this.declared = declared;
      this.list = declared.values();
    }

    /** What was taken so far, in the order of the line. */
    List<String> taken() {
      return List.copyOf(list);
    }

    @Override
    public void consumeParameters(Stack<String> args, ArgSpec argument, CommandSpec command) {
      if (!args.isEmpty()) {
        list.add(declared.meant(args.pop()));
      }
    }
  }
}
