package dev.attache.mcp.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * The names of servers in addresses. A name of letters, digits, {@code -} and {@code .} of ASCII is
 * its own alias (a scheme could hold a {@code +}, too, but that is what an address is split at). In
 * others every other character is replaced by {@code -}; if that is taken, {@code -2}, {@code -3} …
 * is added, in the order of the definitions.
 *
 * <p>The user's servers have theirs first, so no workspace changes what an address of theirs means.
 */
final class Aliases {

  private final Map<String, ServerDefinition> byAlias = new HashMap<>();
  private final IdentityHashMap<ServerDefinition, String> aliases = new IdentityHashMap<>();
  private final BiConsumer<String, String> warnings;

  private Aliases(BiConsumer<String, String> warnings) {
    this.warnings = warnings;
  }

  /**
   * Returns the alias of each definition, in the same order; their names must differ.
   *
   * @param warnings takes a line about each name that is no alias, because it is another one's: the
   *     name of that other one first
   */
  static List<String> of(List<ServerDefinition> definitions, BiConsumer<String, String> warnings) {
    var aliases = new Aliases(warnings);
    for (boolean isOfProject : List.of(false, true)) {
      aliases.add(
          definitions.stream().filter(e -> e.origin().isOfProject() == isOfProject).toList());
    }
    return definitions.stream().map(each -> aliases.of(each)).toList();
  }

  private void add(List<ServerDefinition> definitions) {
    var others = new ArrayList<ServerDefinition>();
    for (ServerDefinition each : definitions) {
      boolean isFree = isFitting(each.name()) && byAlias.putIfAbsent(each.name(), each) == null;
      if (isFree) {
        aliases.put(each, each.name());
      } else {
        others.add(each);
      }
    }
    for (ServerDefinition each : others) {
      String alias = free(fitting(each.name()), each);
      aliases.put(each, alias);
      if (isFitting(each.name())) {
        warn(each, alias);
      }
    }
  }

  private void warn(ServerDefinition definition, String alias) {
    ServerDefinition holder = Objects.requireNonNull(byAlias.get(definition.name()));
    warnings.accept(
        holder.name(),
        "server "
            + definition.name()
            + " ("
            + definition.origin().place()
            + ") is "
            + alias
            + " in addresses, because "
            + definition.name()
            + " means server "
            + holder.name()
            + " ("
            + holder.origin().place()
            + ") there");
  }

  private String of(ServerDefinition definition) {
    return Objects.requireNonNull(aliases.get(definition));
  }

  private String free(String alias, ServerDefinition definition) {
    String free = alias;
    for (int i = 2; byAlias.putIfAbsent(free, definition) != null; i++) {
      free = alias + "-" + i;
    }
    return free;
  }

  private static boolean isFitting(String name) {
    return fitting(name).equals(name);
  }

  private static String fitting(String name) {
    var fitting = new StringBuilder(name.length());
    name.codePoints().forEach(c -> fitting.append(isFitting(c) ? (char) c : '-'));
    return fitting.toString();
  }

  private static boolean isFitting(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.';
  }
}
