package dev.attache.cli.tools;

import dev.attache.agent.AssistantAnswers;
import dev.attache.agent.LoopTool;
import dev.attache.cli.config.ConfiguredAnswers;
import dev.attache.cli.config.ConfiguredTool;
import dev.attache.cli.config.ToolPermission;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.core.tool.AnswerSource;
import dev.attache.core.tool.InquiryException;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.core.tool.QuestionAnswer.By;
import dev.attache.core.tool.RetriedTool;
import dev.attache.core.tool.ToolCaller;
import dev.attache.mcp.McpException;
import dev.attache.mcp.tools.McpTool;
import dev.attache.model.OfferedTool;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.schemas.JsonSchemas;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The tools that a model may call in a loop, by the names that the user has for them. */
public final class LoopTools {

  private static final String SERVER = "mcp+";

  /** How often a call that changes nothing is made again if that may help. */
  private static final int RETRIES = 2;

  private final Run run;
  private final ToolServers servers;
  private final boolean canAsk;
  private final JsonSchemas schemas = new JsonSchemas();

  /** The terminal, of which there is one: calls of one answer run side by side. */
  private final Object terminal = new Object();

  private final AssistantAnswers assistant;
  private final Map<String, ToolPermission> permissions = new HashMap<>();
  private final ElicitedAnswers forms;

  /** The tools that are running, whose settings may answer the forms of their servers. */
  private final List<FormTool> running = new CopyOnWriteArrayList<>();

  private @Nullable AvailableTools available; // read when a tool is named: most questions name none

  private LoopTools(Run run, ServerPool pool, boolean canAsk, AssistantAnswers assistant) {
    this.run = run;
    this.assistant = assistant;
    this.forms = new ElicitedAnswers(this::ofServer, schemas, run.console(), canAsk, false);
    this.servers = ToolServers.of(run, pool.answeredBy(forms));
    this.canAsk = canAsk;
  }

  /**
   * Returns those of a run, whose servers are started as they are needed.
   *
   * @param canAsk whether somebody at a terminal answers what tools ask
   * @param assistant the model, which answers what the configuration has it answer
   */
  public static LoopTools of(
      Run run, ResolverSession resolving, boolean canAsk, AssistantAnswers assistant)
      throws UsageException {
    return new LoopTools(run, resolving.servers(), canAsk, assistant);
  }

  /**
   * Returns the tools of names, in their order: a tool of the configuration, {@code SERVER__TOOL},
   * or {@code mcp+SERVER} for all that a server has.
   *
   * @throws UsageException if there is none of a name
   * @throws McpException if a server cannot be asked
   */
  public List<LoopTool> named(List<String> names) throws UsageException, McpException {
    var tools = new LinkedHashMap<String, LoopTool>();
    for (String name : names) {
      for (Tool tool : tools(name)) {
        if (canAsk) {
          available().settle(tool, new TrustDialog(run.streams(), run.console(), run.trustStore()));
        }
        if (!tools.containsKey(tool.name()) && isValid(tool)) {
          tools.put(tool.name(), loopTool(tool));
        }
      }
    }
    return List.copyOf(tools.values());
  }

  /** Tests whether the schema of a tool is valid: providers refuse every request with another. */
  private boolean isValid(Tool tool) {
    List<String> problems = schemas.schemaProblems(tool.inputSchema());
    if (problems.isEmpty()) {
      return true;
    }
    run.console()
        .note(
            "the tool " + tool.name() + " is left out: its schema is invalid: " + problems.get(0));
    return false;
  }

  private AvailableTools available() throws UsageException {
    if (available == null) {
      available = AvailableTools.of(run);
    }
    return available;
  }

  private List<? extends Tool> tools(String name) throws UsageException, McpException {
    if (!name.startsWith(SERVER)) {
      return List.of(available().require(name, servers, canAsk));
    }
    List<? extends Tool> all = servers.all(name.substring(SERVER.length()), canAsk);
    if (all == null) {
      throw new UsageException(
          "no MCP server " + name.substring(SERVER.length()) + " (`attache mcp ls` lists them)");
    }
    return all;
  }

  private LoopTool loopTool(Tool tool) throws UsageException {
    ConfiguredTool definition = tool instanceof McpTool ? null : available().definition(tool);
    ToolPermission permission =
        tool instanceof McpTool server ? permission(server) : permission(definition);
    if (permission != null) {
      permissions.putIfAbsent(tool.name(), permission);
    }
    Duration typed = run.options().limits().timeout();
    Duration own = definition == null ? Resolver.Builder.DEFAULT_TIMEOUT : definition.timeout();
    ConfiguredAnswers set =
        definition == null ? run.serverTool(tool.name()).answers() : definition.answers();
    Map<String, ?> answers = set.values();
    AnswerSource model = assistant.of(tool.name());
    var sources = new ArrayList<AnswerSource>();
    sources.add(
        (question, before) ->
            answers.containsKey(question.id())
                ? Optional.of(new QuestionAnswer(answers.get(question.id()), By.CONFIGURATION))
                : Optional.empty());
    sources.add(
        (question, before) ->
            set.isForAssistant(question.id()) ? model.answer(question, before) : Optional.empty());
    List<AnswerSource> ofForms = List.copyOf(sources);
    if (canAsk) {
      sources.add(new InTurn(tool.name()));
    }
    Tool tried = RetriedTool.of(tool, RETRIES);
    LoopTool called =
        LoopTool.of(
            new CheckedTool(tried, schemas, run.console()),
            new ToolCaller(sources, schemas).forModel(),
            run.realWorkspace().toString(),
            typed == null ? own : typed);
    return tool instanceof McpTool server
        ? new FormTool(called, server.server().name(), ofForms, forms, running)
        : called;
  }

  /**
   * Returns the sources that answer a form: the settings of the running tools of its server, then
   * the user at the terminal.
   */
  private ElicitedAnswers.Sources ofServer(String server) {
    List<FormTool> called = running.stream().filter(each -> each.server().equals(server)).toList();
    var sources = new ArrayList<AnswerSource>();
    called.forEach(each -> sources.addAll(each.sources()));
    if (canAsk) {
      sources.add(new InTurn(null));
    }
    return new ElicitedAnswers.Sources(
        sources, called.isEmpty() ? null : called.get(0).offer().name());
  }

  /** Returns what the configuration says of calls by models of a tool; null if nothing. */
  public @Nullable ToolPermission permission(String name) {
    return permissions.get(name);
  }

  private static @Nullable ToolPermission permission(@Nullable ConfiguredTool definition) {
    return definition == null ? null : definition.permission();
  }

  /**
   * What is set for the tool itself, or else for its server: of that, what only reads can be
   * allowed at once.
   */
  private @Nullable ToolPermission permission(McpTool tool) throws UsageException {
    ToolPermission own = run.serverTool(tool.name()).permission();
    if (own != null) {
      return own;
    }
    return switch (tool.server().tools().permission()) {
      case ALLOW -> tool.isReadOnly() ? ToolPermission.ALLOW : null;
      case DENY -> ToolPermission.DENY;
      case ASK -> null;
    };
  }

  /** A tool of a server whose forms are recorded with the call during which they were answered. */
  private record FormTool(
      LoopTool tool,
      String server,
      List<AnswerSource> sources,
      ElicitedAnswers forms,
      List<FormTool> running)
      implements LoopTool {

    @Override
    public boolean equals(@Nullable Object other) { // a list of what runs cannot be compared
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    @Override
    public OfferedTool offer() {
      return tool.offer();
    }

    @Override
    public String source() {
      return tool.source();
    }

    @Override
    public boolean needsApproval() {
      return tool.needsApproval();
    }

    @Override
    public boolean isReadOnly() {
      return tool.isReadOnly();
    }

    @Override
    public Map<String, Object> definition() {
      return tool.definition();
    }

    @Override
    public @Nullable ToolResponse problem(Map<String, Object> arguments) {
      return tool.problem(arguments);
    }

    @Override
    public Answered call(Map<String, Object> arguments) throws IOException {
      running.add(this);
      Answered answered;
      try {
        answered = tool.call(arguments);
      } finally {
        running.remove(this);
      }
      var asked = new ArrayList<>(forms.take(server));
      asked.addAll(answered.asked());
      ToolResponse response = told(answered.response(), forms.takeDeclined(server));
      return new Answered(response, asked, answered.kind()); // it attaches nothing
    }

    /** Adds a line for each form that nobody answered. */
    private static ToolResponse told(ToolResponse response, List<String> declined) {
      if (declined.isEmpty()) {
        return response;
      }
      var content = new ArrayList<>(response.given());
      declined.forEach(line -> content.add(TextBlock.of("[" + line + "]")));
      return new ToolResponse(content, response.isError(), response.meta(), response.structured());
    }
  }

  /**
   * Whoever is at the terminal, asked by one call at a time. What holds for the rest of the turn
   * holds for one tool, since another may ask something else by the same id.
   */
  private final class InTurn implements AnswerSource {

    private final @Nullable String tool;
    private final AnswerSource person;

    /**
     * @param tool who asks; null for servers, which say so themselves, and are told no secret by a
     *     user who did not name them
     */
    InTurn(@Nullable String tool) {
      this.tool = tool;
      this.person = new TerminalAnswers(run.streams(), run.console(), schemas, "turn");
    }

    @Override
    public Optional<QuestionAnswer> answer(InputRequest question, List<ContentBlock> before)
        throws InquiryException {
      synchronized (terminal) {
        if (tool != null) {
          run.console().show("attache: " + tool + " asks:");
        } else if (question.isSecret()) {
          throw InquiryException.cancelled(
              "the question "
                  + question.id()
                  + " asks for a secret, which no server is told while a model calls its tools");
        }
        return person.answer(question, before);
      }
    }

    @Override
    public void after(List<ContentBlock> rest) {
      synchronized (terminal) {
        person.after(rest);
      }
    }
  }
}
