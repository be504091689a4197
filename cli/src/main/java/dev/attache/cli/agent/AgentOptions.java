package dev.attache.cli.agent;

import dev.attache.agent.LoopLimits;
import dev.attache.cli.config.AgentSettings;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.terminal.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a command that asks a model: what it may call, and how far it may go. */
public final class AgentOptions {

  private static final String TOOL = "--tool";
  private static final String ALLOW_ATTACH = "--allow-attach";
  private static final String SYSTEM = "--system";
  private static final String MAX_ROUNDS = "--max-rounds";
  private static final String MAX_CALLS = "--max-calls";
  private static final String MAX_TOOL_TOKENS = "--max-tool-tokens";
  private static final String MAX_OUTPUT = "--max-output-tokens";
  private static final String BUDGET = "--budget";
  private static final String NO_STREAM = "--no-stream";
  private static final String DUMP = "--dump-requests";

  private static final int MOST_ROUNDS = 1000;

  private final List<String> tools = new ArrayList<>();
  private boolean allowsAttach;
  private @Nullable String system;
  private LoopLimits limits = LoopLimits.STANDARD;
  private boolean isStreamed = true;
  private @Nullable Path dump;
  private boolean isAny;
  private String resumption = "`attache query --continue`";

  /** Adds the options to a command. */
  public void addTo(Options options) {
    options
        .values("NAME", tools, "Let the model call a tool, or all of mcp+SERVER.", TOOL)
        .flag("Let the model attach files of the workspace.", ALLOW_ATTACH)
        .value("TEXT", "Instructions before all messages of the conversation.", SYSTEM)
        .value("N", "At most N requests for one question (default: 20).", MAX_ROUNDS)
        .value("N", "At most N tool calls in one answer (default: 128).", MAX_CALLS)
        .value("N", "At most N tokens of each tool's output (default: 10000).", MAX_TOOL_TOKENS)
        .value("N", "At most N tokens an answer.", MAX_OUTPUT)
        .value("N", "At most about N tokens for one question, in and out.", BUDGET)
        .flag("Wait for each answer as a whole.", NO_STREAM)
        .value("DIR", "Write the body of each request to a file in DIR.", DUMP);
  }

  /** Reads the options. */
  public AgentOptions read(Arguments arguments) throws UsageException {
    allowsAttach = arguments.has(ALLOW_ATTACH);
    system = arguments.value(SYSTEM);
    isStreamed = !arguments.has(NO_STREAM);
    String directory = arguments.value(DUMP);
    dump = directory == null ? null : Path.of(directory);
    Long rounds = number(arguments, MAX_ROUNDS, MOST_ROUNDS);
    Long calls = number(arguments, MAX_CALLS, AgentSettings.MOST_CALLS);
    Long toolTokens = number(arguments, MAX_TOOL_TOKENS, AgentSettings.MOST_TOOL_TOKENS);
    Long output = number(arguments, MAX_OUTPUT, Integer.MAX_VALUE);
    Long budget = number(arguments, BUDGET, Long.MAX_VALUE);
    if (rounds != null) {
      limits = limits.requests(rounds.intValue());
    }
    if (calls != null) {
      limits = limits.calls(calls.intValue());
    }
    if (toolTokens != null) {
      limits = limits.toolTokens(toolTokens.intValue());
    }
    limits = limits.tokens(budget).outputTokens(output == null ? null : output.intValue());
    isAny =
        !tools.isEmpty()
            || allowsAttach
            || !isStreamed
            || system != null
            || dump != null
            || rounds != null
            || calls != null
            || toolTokens != null
            || output != null
            || budget != null;
    return this;
  }

  /**
   * Checks that none was given to a command that asks nobody.
   *
   * @param option why it asks nobody
   */
  public void refuse(String option) throws UsageException {
    if (isAny) {
      throw new UsageException(
          option + " sends nothing, and cannot be combined with options for asking a model");
    }
  }

  /** Has users told that something else than a command resumes a turn. */
  public AgentOptions resumedBy(String value) {
    resumption = value;
    return this;
  }

  /** What resumes a turn that was stopped, for users. */
  String resumption() {
    return resumption;
  }

  private static @Nullable Long number(Arguments arguments, String option, long most)
      throws UsageException {
    String written = arguments.value(option);
    if (written == null) {
      return null;
    }
    try {
      long number = Long.parseLong(written);
      if (number >= 1 && number <= most && !written.startsWith("+")) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words.
    }
    throw new UsageException(
        option
            + " ("
            + written
            + ") must be a whole number from 1 on"
            + (most == Long.MAX_VALUE ? "" : ", up to " + most));
  }

  List<String> tools() {
    return List.copyOf(tools);
  }

  boolean allowsAttach() {
    return allowsAttach;
  }

  @Nullable String system() {
    return system;
  }

  LoopLimits limits(AgentSettings settings) {
    Integer rounds = settings.maxRounds();
    Integer calls = settings.maxCalls();
    Integer toolTokens = settings.maxToolTokens();
    LoopLimits standard = LoopLimits.STANDARD;
    LoopLimits set = limits;
    if (rounds != null && limits.requests() == standard.requests()) {
      set = set.requests(rounds);
    }
    if (toolTokens != null && limits.toolTokens() == standard.toolTokens()) {
      set = set.toolTokens(toolTokens);
    }
    return calls != null && limits.calls() == standard.calls() ? set.calls(calls) : set;
  }

  boolean isStreamed() {
    return isStreamed;
  }

  /** Where bodies of requests go; null if they go nowhere. */
  @Nullable Path dump() {
    return dump;
  }
}
