package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The reference of options, docs/options.md, which has to be what the commands take.
 *
 * <p>{@code -Dattache.golden=write} writes it; look at what changes.
 */
class OptionsPageTest {

  private static final Path PAGE = Path.of("../docs/options.md");

  private static final String HEAD =
      """
      # Options

      This page is written from the code by a test, and is as long as there are options. Options may stand before or after the name of
      the command, and `--` ends them. What `resolve` takes works without a command as well. `attache help COMMAND` prints the same in
      the terminal.
      """;

  /** The commands that do something, by the words that name them, in the order of the help. */
  private static Map<String, CommandSpec> commands() {
    var commands = new LinkedHashMap<String, CommandSpec>();
    add(CommandLines.all().getCommandSpec(), commands);
    return commands;
  }

  private static void add(CommandSpec spec, Map<String, CommandSpec> commands) {
    if (spec.subcommands().isEmpty()) {
      commands.put(spec.qualifiedName(), spec);
    }
    spec.subcommands().values().forEach(each -> add(each.getCommandSpec(), commands));
  }

  private static String page() {
    CommandSpec root = CommandLines.all().getCommandSpec();
    var page = new StringBuilder(HEAD);
    page.append("\n## All commands\n").append(table(root, Set.of()));
    commands().forEach((name, spec) -> page.append(section(name, spec, root)));
    return page.toString();
  }

  private static String section(String name, CommandSpec spec, CommandSpec root) {
    return "\n## "
        + name
        + "\n\n"
        + String.join(" ", spec.usageMessage().description())
        + "\n"
        + table(spec, root.optionsMap().keySet());
  }

  /** What a command takes itself, of what is shown in its help. */
  private static String table(CommandSpec spec, Set<String> elsewhere) {
    var rows = new ArrayList<String>();
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      rows.add(row(parameter.paramLabel(), parameter.description()));
    }
    spec.options().stream()
        .filter(option -> !option.hidden() && !elsewhere.contains(option.longestName()))
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .forEach(option -> rows.add(row(names(option), option.description())));
    return rows.isEmpty() ? "" : "\n| option | meaning |\n|---|---|\n" + String.join("", rows);
  }

  private static String names(OptionSpec option) {
    List<String> names = new ArrayList<>(List.of(option.names()));
    names.sort(Comparator.comparingInt(String::length));
    String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    return String.join("`, `", names) + label;
  }

  private static String row(String names, String... description) {
    return "| `" + names + "` | " + String.join(" ", description).replace("|", "\\|") + " |\n";
  }

  @Test
  void saysWhatTheCommandsTake() throws Exception {
    if ("write".equals(System.getProperty("attache.golden"))) {
      Files.writeString(PAGE, page());
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page());
  }

  @Test
  void namesEveryCommandOnce() {
    assertThat(page().lines().filter(line -> line.startsWith("## attache ")))
        .hasSize(commands().size())
        .doesNotHaveDuplicates()
        .contains("## attache resolve", "## attache conversation fork");
  }
}
