package dev.attache.conversation.tools;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The arguments of a call that its tool does not have, which its schema allows none of. */
public final class UnknownArguments {

  private UnknownArguments() {}

  /**
   * {@return what to tell the model about the arguments that are not known; null if all are}
   *
   * @param arguments JSON values by name, as the model gave them
   * @param known the names of all that the tool takes, in the order of its schema
   */
  public static @Nullable String problem(Map<String, Object> arguments, Collection<String> known) {
    List<String> unknown =
        arguments.keySet().stream()
            .filter(each -> !known.contains(each))
            .sorted()
            .map(ToolProblem::shown)
            .toList();
    return unknown.isEmpty()
        ? null
        : plural("Unknown argument", unknown) + " " + plural("Known argument", known);
  }

  private static String plural(String what, Collection<String> names) {
    return names.stream()
        .collect(Collectors.joining(", ", names.size() == 1 ? ": " : "s: ", "."))
        .transform(list -> what + list);
  }
}
