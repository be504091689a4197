package dev.attache.cli.agent;

import dev.attache.agent.AgentLoop;
import dev.attache.agent.AskedModel;
import dev.attache.agent.AssistantAnswers;
import dev.attache.agent.LoopOutcome;
import dev.attache.agent.LoopTool;
import dev.attache.agent.ToolApproval;
import dev.attache.cli.config.AgentSettings;
import dev.attache.cli.config.AttachSources;
import dev.attache.cli.config.ToolPermission;
import dev.attache.cli.models.ModelPrices;
import dev.attache.cli.models.ModelPrices.Cost;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.tools.LoopTools;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ModelTokens;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.AttachmentUpdates;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.history.AttachmentState;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.StoreException;
import dev.attache.history.answer.ModelUsage;
import dev.attache.mcp.McpException;
import dev.attache.model.call.ModelException;
import dev.attache.support.text.DurationText;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The asking of a model, once the turn that it is to answer is recorded: its answer goes to
 * standard output as it comes, what it calls is run, and what it took is said at the end.
 */
public final class Asking {

  private static final String MAKES_ROOM =
      "`attache conversation compact` makes room, by leaving out old tool results";

  private static final String MORE_MEMORY =
      "what had come is recorded; ATTACHE_JAVA_OPTS=-Xmx1g gives Java more memory";

  private static final String SYSTEM = "agent.system";

  /** More tools than any provider is made for; the large ones take no more. */
  private static final int MANY_TOOLS = 128;

  /** The turns that stay as they are when room is made: this one, and what it goes on from. */
  private static final int KEPT_TURNS = 2;

  private final AskedModel model;
  private final AgentOptions options;
  private final AgentSettings settings;
  private final ResolverSession resolving;
  private final Run run;
  private final boolean canAsk;
  private @Nullable WatchedRequests watched;
  private @Nullable Prepared prepared;
  private volatile @Nullable AgentLoop running;

  /**
   * @param canAsk whether somebody at a terminal can approve calls, and answer what tools ask
   */
  public Asking(
      AskedModel model,
      AgentOptions options,
      AgentSettings settings,
      ResolverSession resolving,
      Run run,
      boolean canAsk) {
    this.model = model;
    this.options = options;
    this.settings = settings;
    this.resolving = resolving;
    this.run = run;
    this.canAsk = canAsk;
  }

  /**
   * What is known before a turn is recorded.
   *
   * @param named the tools by the names that are chosen, which may be asked about
   */
  private record Prepared(
      AssistantAnswers answers, LoopTools named, List<LoopTool> tools, @Nullable String system) {}

  /**
   * Finds what the model may call, while nothing is recorded yet; a name that is wrong, or a server
   * that cannot be asked, costs no turn.
   *
   * @return what the conversation sets with the turn
   * @throws UsageException if there is no tool of a name
   * @throws McpException if a server cannot be asked
   */
  public Map<String, Object> prepare(Conversation conversation) throws IOException, UsageException {
    var settings = new LinkedHashMap<String, Object>();
    AssistantAnswers answers = AssistantAnswers.of(conversation, model);
    LoopTools named = LoopTools.of(run, resolving, canAsk, answers);
    List<LoopTool> tools = named.named(toolNames(conversation, settings));
    requireNotTooMany(tools.size() + (allowsAttach() ? 2 : 1));
    prepared = new Prepared(answers, named, tools, system(conversation, settings));
    return settings;
  }

  /** Says of very many tools that they are, while nothing is sent; some providers take fewer. */
  private void requireNotTooMany(int count) throws UsageException {
    int most = model.profile().limits().tools();
    if (count > most) {
      throw new UsageException(
          count
              + " tools are too many: "
              + model.name()
              + " takes at most "
              + most
              + "; name fewer with --tool");
    } else if (count > MANY_TOOLS) {
      resolving
          .console()
          .note(count + " tools go out with each request; name fewer with --tool to save tokens");
    }
  }

  private boolean allowsAttach() {
    return options.allowsAttach() || settings.allowsAttach();
  }

  private Prepared prepared(Conversation conversation) throws IOException, UsageException {
    if (prepared == null) { // of a turn that is recorded already
      Map<String, Object> settings = prepare(conversation);
      if (!settings.isEmpty()) {
        conversation.setOwn(settings);
      }
    }
    return Objects.requireNonNull(prepared);
  }

  /** Says why a server cannot be asked; returns the exit code. */
  public int failed(McpException e) {
    resolving.console().error(RemedyOption.of(String.valueOf(e.getMessage()), e.remedy()));
    return ExitCode.FAILED;
  }

  /**
   * Has the model answer the current turn of a conversation.
   *
   * @param schema what the answer has to follow; null if it is free
   * @param out where the answer goes
   * @return the exit code
   */
  public int ask(Conversation conversation, @Nullable Map<String, Object> schema, OutputStream out)
      throws IOException, UsageException {
    Console console = resolving.console();
    long start = System.nanoTime();
    LoopOutput output =
        run.options().isJson()
            ? new LoopEvents(out)
            : new AnswerOutput(out, console, schema != null, showsProgress());
    try {
      AgentLoop.Builder loop = loop(conversation, output);
      LoopOutcome outcome = answer(loop);
      List<String> problems = problems(schema, outcome);
      if (schema != null && !problems.isEmpty()) {
        console.note("the answer does not fit the schema, and the model is asked once more");
        begin(conversation, AnswerSchema.repair(problems), schema);
        outcome = answer(loop).after(outcome);
        problems = problems(schema, outcome);
      }
      if (outcome.requests() == 0) {
        console.note("the last turn is answered already");
        return ExitCode.OK;
      }
      output.end(outcome, conversation.id().value());
      problems.forEach(each -> console.error("the answer does not fit the schema: " + each));
      sayWhatItTook(outcome, conversation, Duration.ofNanos(System.nanoTime() - start));
      sayWhatIsLeft();
      return problems.isEmpty()
          ? LoopEnd.exitCode(outcome, options.resumption(), console)
          : ExitCode.FAILED;
    } catch (ModelException e) {
      output.endLine();
      console.error(model.name() + ": " + e.message());
      if (e.kind() == ModelException.Kind.CONTEXT_FULL) {
        console.note(MAKES_ROOM);
      } else if (e.getCause() instanceof OutOfMemoryError) {
        console.note(MORE_MEMORY);
      } else if (watched != null && watched.canBeRefused(e)) {
        console.note(
            "if an attachment is the cause, `attache conversation quarantine REF` leaves it out");
      }
      console.note("the turn is recorded; " + options.resumption() + " resumes it");
      return ExitCode.FAILED;
    } catch (McpException e) {
      return failed(e);
    } finally {
      console.clearProgress();
    }
  }

  private AgentLoop.Builder loop(Conversation conversation, LoopOutput output)
      throws IOException, UsageException {
    Prepared known = prepared(conversation);
    Resolver resolver = resolver(conversation);
    Refresh refresh = resolving.configuration().conversation().refresh(conversation.summary());
    watched = new WatchedRequests(output, model, options.dump(), resolving.console());
    return AgentLoop.builder(conversation, model)
        .tools(tools(conversation, resolver, known.tools()))
        .system(known.system())
        .approval(consent(conversation, known.named()))
        .listener(watched)
        .assistantAnswers(known.answers())
        .updates(AttachmentUpdates.of(conversation, resolver, refresh))
        .keptTurns(settings.compacts() ? KEPT_TURNS : null)
        .limits(options.limits(settings))
        .streamed(options.isStreamed());
  }

  @SuppressWarnings("try") // the watch is over when it is closed
  private LoopOutcome answer(AgentLoop.Builder builder) throws IOException {
    AgentLoop loop = builder.build();
    running = loop;
    try (LoopSignal signal = LoopSignal.watch(loop)) {
      return loop.run();
    } finally {
      running = null;
      if (watched != null) {
        watched.close();
      }
    }
  }

  /** Cancels the answer, of which what had come is kept; returns whether there is one. */
  public boolean cancel() {
    AgentLoop loop = running;
    if (loop != null) {
      loop.cancel();
    }
    return loop != null;
  }

  private static List<String> problems(@Nullable Map<String, Object> schema, LoopOutcome outcome) {
    return schema == null || outcome.end() != LoopOutcome.End.ANSWERED
        ? List.of()
        : new AnswerSchema(schema).problems(outcome.text());
  }

  private static void begin(Conversation conversation, String text, Map<String, Object> schema)
      throws StoreException {
    try (TurnDraft draft = conversation.begin(text, schema)) {
      draft.record();
    }
  }

  private boolean showsProgress() {
    return run.options().showsProgress() && run.streams().canErase();
  }

  /** Returns what reads again all that is attached. */
  private Resolver resolver(Conversation conversation) throws IOException, UsageException {
    // What models have attached before is held to it, too: before the resolver is made.
    resolving.askAboutPlaces(AttachSources.policy(List.of()));
    var addresses = new ArrayList<String>(); // a server may be needed, which only they name
    for (AttachmentState each : conversation.log().attachments()) {
      addresses.add(each.attachment().snapshot().address().value());
    }
    return resolving.resolver(References.of(addresses), true);
  }

  /** The tools: those of the conversation first, which every conversation has in this order. */
  private List<LoopTool> tools(Conversation conversation, Resolver resolver, List<LoopTool> named) {
    AttachPolicy policy = allowsAttach() ? AttachSources.policy(List.of()) : null;
    var tools = new ArrayList<LoopTool>();
    tools.add(LoopTool.refresh(RefreshResourceTool.of(conversation, resolver)));
    if (policy != null) {
      tools.add(LoopTool.attach(AttachResourceTool.of(conversation, resolver, policy), policy));
    }
    tools.addAll(named);
    return tools;
  }

  /** The names of tools, which stay those of the conversation unless others are given. */
  private List<String> toolNames(Conversation conversation, Map<String, Object> set)
      throws StoreException {
    List<String> before = NamedTools.before(conversation);
    List<String> now = NamedTools.chosen(options, settings, before);
    if (!now.equals(before == null ? List.of() : before)) {
      set.put(NamedTools.SETTING, now);
      if (before != null) {
        resolving
            .console()
            .note("the tools change, so the provider reads the whole conversation anew");
      }
    }
    return now;
  }

  private @Nullable String system(Conversation conversation, Map<String, Object> set)
      throws StoreException {
    Object before = conversation.summary().settings().get(SYSTEM);
    String given = options.system();
    if (given != null && !given.equals(before)) {
      set.put(SYSTEM, given);
      return given;
    }
    return before instanceof String text ? text : settings.system();
  }

  private ToolApproval consent(Conversation conversation, LoopTools named) {
    return new ToolConsent(
        conversation,
        name -> {
          ToolPermission defined = named.permission(name);
          boolean isDenied = defined == ToolPermission.DENY;
          return !isDenied && settings.allows(name)
              ? ToolPermission.ALLOW
              : defined == null ? ToolPermission.ASK : defined;
        },
        run.streams(),
        resolving.console(),
        canAsk);
  }

  /** Says that the window of the model is nearly full. */
  private void sayWhatIsLeft() {
    ModelUsage last = watched == null ? null : watched.last();
    int use = last == null ? -1 : model.windowUse(last);
    if (use >= AskedModel.NEARLY_FULL) {
      resolving
          .console()
          .note(
              "the conversation fills "
                  + use
                  + " % of the model's window of "
                  + ConversationOutput.count(model.profile().limits().window(), "token")
                  + "; "
                  + MAKES_ROOM);
    }
  }

  private void sayWhatItTook(LoopOutcome outcome, Conversation conversation, Duration took)
      throws StoreException {
    long saved = conversation.summary().tally().savedBytes();
    ModelUsage usage = outcome.usage();
    boolean isKnown = !usage.equals(ModelUsage.ZERO); // providers may say nothing, or nonsense
    Cost cost = isKnown ? new ModelPrices(run).cost(model.name(), model.model(), usage) : null;
    resolving
        .console()
        .note(
            model.name()
                + "/"
                + model.model()
                + ": "
                + (isKnown ? ModelTokens.inWords(usage) : "tokens not told")
                + ", "
                + ConversationOutput.count(outcome.requests(), "request")
                + ", "
                + DurationText.rough(took)
                + (cost == null ? "" : ", " + cost)
                + (saved > 0
                    ? "; " + ConversationOutput.count(saved, "byte") + " not sent again"
                    : ""));
  }
}
