package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code [agent]} of the configuration files: which model is asked where the command line
 * names none, and how. A workspace's may choose among the providers that its user has configured,
 * and set nothing else.
 *
 * @param models the models that the files name
 * @param values {@code system}, {@code max-rounds}, {@code max-calls}, {@code max-tool-tokens},
 *     {@code allow-attach}, {@code compact}
 * @param tools the tools that models may call
 * @param allowed those that they may call without being asked about
 */
public record AgentSettings(
    List<NamedModel> models, Map<String, Object> values, List<String> tools, List<String> allowed) {

  /** The table, without the brackets. */
  static final String AGENT = "agent";

  private static final String MODEL = "model";

  private static final String SYSTEM = "system";
  private static final String TOOLS = "tools";
  private static final String ALLOW = "allow";
  private static final String ALLOW_ATTACH = "allow-attach";
  private static final String MAX_ROUNDS = "max-rounds";
  private static final String MAX_CALLS = "max-calls";
  private static final String MAX_TOOL_TOKENS = "max-tool-tokens";
  private static final String COMPACT = "compact";
  private static final String AUTO = "auto";
  private static final int MOST_ROUNDS = 1000;

  /** The most calls that one answer may have. */
  public static final int MOST_CALLS = 10_000;

  /** The upper bound of {@code max-tool-tokens}. */
  public static final int MOST_TOOL_TOKENS = 10_000_000;

  AgentSettings() {
    this(new ArrayList<>(), new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>());
  }

  /**
   * A model that a file names.
   *
   * @param name {@code PROVIDER} or {@code PROVIDER/MODEL}, which nobody has looked for yet
   * @param subject what a message about it begins with: the file, the line and the setting
   * @param isOfWorkspace whether the workspace's file names it
   */
  public record NamedModel(String name, String subject, boolean isOfWorkspace) {}

  /** Checks the table and takes what it sets over what is set. */
  void read(ConfigTable table, boolean isOfWorkspace) throws UsageException {
    table.text(MODEL);
    if (table.taken().get(MODEL) instanceof String name) {
      models.add(new NamedModel(name, table.subject(MODEL), isOfWorkspace));
    }
    if (!isOfWorkspace) {
      table
          .text(SYSTEM)
          .texts(TOOLS)
          .texts(ALLOW)
          .flag(ALLOW_ATTACH)
          .number(MAX_ROUNDS, MOST_ROUNDS)
          .number(MAX_CALLS, MOST_CALLS)
          .number(MAX_TOOL_TOKENS, MOST_TOOL_TOKENS)
          .choice(COMPACT, List.of(AUTO, "manual"), "\"auto\" or \"manual\"");
      values.putAll(table.taken());
      table.copyTexts(TOOLS, tools);
      table.copyTexts(ALLOW, allowed);
    }
  }

  /** The model that the user's file names; null if it names none. */
  public @Nullable NamedModel own() {
    return last(false);
  }

  /** The model that the workspace's file names; null if it names none. */
  public @Nullable NamedModel ofWorkspace() {
    return last(true);
  }

  private @Nullable NamedModel last(boolean isOfWorkspace) {
    NamedModel last = null;
    for (NamedModel each : models) {
      last = each.isOfWorkspace() == isOfWorkspace ? each : last;
    }
    return last;
  }

  /** The instructions before all messages; null if there are none. */
  public @Nullable String system() {
    return values.get(SYSTEM) instanceof String text ? text : null;
  }

  /** How many requests may go out for one question; null if nothing is set. */
  public @Nullable Integer maxRounds() {
    return values.get(MAX_ROUNDS) instanceof Long number ? number.intValue() : null;
  }

  /** How many calls one answer may have; null if nothing is set. */
  public @Nullable Integer maxCalls() {
    return values.get(MAX_CALLS) instanceof Long number ? number.intValue() : null;
  }

  /** The limit of a tool's output in tokens; null if none is set. */
  public @Nullable Integer maxToolTokens() {
    return values.get(MAX_TOOL_TOKENS) instanceof Long number ? number.intValue() : null;
  }

  /** Whether old results of tools are left out once the window of the model is nearly full. */
  public boolean compacts() {
    return AUTO.equals(values.get(COMPACT));
  }

  /** Whether a model may attach files of the workspace. */
  public boolean allowsAttach() {
    return Boolean.TRUE.equals(values.get(ALLOW_ATTACH));
  }

  /** Whether a model may call a tool without anybody being asked. */
  public boolean allows(String tool) {
    return allowed.contains(tool);
  }
}
