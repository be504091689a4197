package dev.attache.cli.serve;

import dev.attache.budget.TokenLimit;
import dev.attache.cli.config.AttachSources;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.config.ServeSettings;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.HiddenOptions;
import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Report;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.SpecFactory;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.OutputException;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachArguments;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.core.outcome.Outcome;
import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.server.ResourceServer;
import dev.attache.server.ServerObserver;
import dev.attache.server.ServerOptions;
import dev.attache.server.http.HttpEndpoint;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code attache serve}: gives the clients of the Model Context Protocol what is attached, over
 * standard input and output, or over HTTP.
 */
public final class ServeCommand implements Command {

  private static final String CONVERSATION = "--conversation";
  private static final String ATTACH_FROM = "--allow-attach-from";
  private static final int LIST_SIZE = 300;
  private static final String PAGE = "--page";
  private static final long MOST_PAGE = 1_000_000;
  private static final String PRINT_CONFIG = "--print-config";
  private static final String CHECK = "--check";
  private static final long POLL_SECONDS = 60;

  private final List<String> attached = new ArrayList<>();
  private final List<String> attachFrom = new ArrayList<>();
  private final HttpListening http = new HttpListening();

  public static CommandSpec spec(SpecFactory specs) {
    return specs.command(
        "serve",
        "Serve attachments to MCP clients.",
        new ServeCommand(),
        new HiddenOptions(Set.of("--json", "--no-progress", "--strict")));
  }

  @Override
  public void addTo(Options options) {
    options
        .values("REF", attached, "Attach REF for the client; !REF excludes.", "--attach", "-a")
        .value("ID", "Save the conversation as ID, or resume it.", CONVERSATION, "--id")
        .flag("Let the model attach files in the workspace.", "--allow-attach")
        .values(
            "SOURCE",
            attachFrom,
            "Also let it attach from this HOST or SCHEME: (repeatable).",
            ATTACH_FROM)
        .value("N", "Return at most about N tokens of a text at once (default 10000).", PAGE)
        .value("SECONDS", "How often to check URLs for changes (default 60).", "--poll")
        .choice(
            "CLIENT",
            ClientSetup.words(),
            "Print the configuration of CLIENT, such as claude-code or vscode.",
            PRINT_CONFIG)
        .flag("Report what would be served, and exit.", CHECK);
    TokenOptions.addTo(options);
    http.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache serve --attach src --attach '!test'",
        "claude mcp add attache -- attache serve --attach src --allow-attach");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (attached.contains(PipedText.STANDARD_INPUT)) {
      throw new UsageException(
          "--attach (-) cannot be served: standard input belongs to the client; put it into a"
              + " file");
    }
    AttachArguments.require("--attach", attached);
    String client = arguments.value(PRINT_CONFIG);
    if (client != null) {
      ClientSetup setup = ClientSetup.named(client);
      HttpListening.Place place =
          http.place(arguments, run.streams().environment(), ServeSettings.NONE);
      return ServeCommandLine.of(arguments, run).print(setup, place);
    }
    try (ResolverSession resolving = ResolverSession.open(run, false)) {
      ServeSettings settings = resolving.configuration().serve();
      HttpListening.Place place = http.place(arguments, run.streams().environment(), settings);
      ServerOptions options = options(arguments, settings, resolving);
      var report = new ServeReport(resolving.console(), resolving.report());
      resolving.report().sayNothingOfExclusionsBut(attached);
      if (canAskForWorkspace(arguments, run)) {
        return serve(options, report, run, resolving);
      }
      ServedConversation conversation = conversation(run, resolving);
      if (arguments.has(CHECK)) {
        return new ServeCheck(resolving, options.limit())
            .run(conversation, run.options().workspace(), attachable(options));
      }
      ResourceServer server = ResourceServer.of(options, conversation, report);
      return place == null
          ? serve(server, conversation, run)
          : listen(server, place, conversation, resolving.console());
    }
  }

  private ServerOptions options(
      Arguments arguments, ServeSettings settings, ResolverSession resolving)
      throws UsageException {
    String poll = arguments.value("--poll");
    long seconds =
        poll == null
            ? settings.poll(POLL_SECONDS)
            : LimitOptions.positive("--poll", poll, LimitOptions.MAX_TIMEOUT);
    AttachPolicy policy =
        policy(arguments.has("--allow-attach"), settings, resolving.attachSources());
    askAboutPlaces(policy, resolving);
    String page = arguments.value(PAGE);
    return new ServerOptions(
            Program.versionNumber(),
            policy,
            LIST_SIZE,
            Duration.ofSeconds(seconds),
            TokenOptions.limit(arguments, resolving.configuration().tokens()))
        .paging(page == null ? null : LimitOptions.positive(PAGE, page, MOST_PAGE));
  }

  /** Applies the policy to earlier attachments of models, too, before the resolver is made. */
  private static void askAboutPlaces(@Nullable AttachPolicy policy, ResolverSession resolving) {
    resolving.askAboutPlaces(policy == null ? AttachSources.policy(List.of()) : policy);
  }

  private @Nullable AttachPolicy policy(
      boolean isAllowed, ServeSettings settings, AttachSources known) throws UsageException {
    for (String entry : attachFrom) {
      known.require(ATTACH_FROM, entry);
    }
    if (!isAllowed && attachFrom.isEmpty() && !settings.allowsAttach()) {
      return null;
    }
    var sources = new ArrayList<>(settings.attachFrom());
    sources.addAll(attachFrom);
    return AttachSources.policy(sources);
  }

  /**
   * Tests whether the client may name the workspace: the user has not, and the client has started
   * the server.
   */
  private static boolean canAskForWorkspace(Arguments arguments, Run run) {
    return arguments.value("--workspace") == null
        && arguments.value(HttpListening.HTTP) == null
        && !arguments.has(CHECK)
        && !run.streams().inIsTerminal();
  }

  /** Serves a client that may name the workspace. */
  private int serve(ServerOptions options, ServeReport report, Run run, ResolverSession resolving)
      throws OutputException, UsageException {
    String name = run.options().arguments().value(CONVERSATION);
    if (name != null) {
      ConversationChoice.name(CONVERSATION, name); // else it is too late to say what is wrong
    }
    RootedConversation.Maker maker =
        (there, own) -> {
          askAboutPlaces(options.attachPolicy(), own);
          return conversation(there, own);
        };
    try (var rooted = new RootedConversation(run, resolving, maker, name != null)) {
      serve(ResourceServer.of(options, rooted, report), run);
      return rooted.hasFailed() ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  private ServedConversation conversation(Run run, ResolverSession resolving)
      throws StoreException, UsageException {
    Arguments arguments = run.options().arguments();
    String workspace = arguments.value("--workspace", ".");
    String name = arguments.value(CONVERSATION);
    if (name == null) {
      return ServedConversation.ofItsOwn(resolving, attached, workspace);
    }
    ConversationId id = ConversationChoice.name(CONVERSATION, name);
    ConversationDefaults defaults = resolving.configuration().conversation();
    var place = ConversationPlace.ofServer(run, defaults);
    if (arguments.has(CHECK) && !place.exists(id)) {
      return ServedConversation.ofItsOwn(resolving, attached, workspace); // a check makes nothing
    }
    return ServedConversation.of(resolving, place, id, attached, workspace);
  }

  /** A line about what a model may attach by itself; empty if it may attach nothing. */
  private static String attachable(ServerOptions options) {
    AttachPolicy policy = options.attachPolicy();
    if (policy == null) {
      return "";
    }
    var sources = new ArrayList<>(policy.hosts());
    policy.schemes().forEach(scheme -> sources.add(scheme + ":"));
    return "the model may attach files in the workspace"
        + (sources.isEmpty() ? "" : ", and from " + String.join(", ", sources));
  }

  /** Says to who has started it by hand why no client would get anything. */
  private static void sayAbsence(ServedConversation conversation, Console console)
      throws StoreException {
    conversation.absence().forEach(line -> console.note("nothing to attach: " + line));
  }

  private static int serve(ResourceServer server, ServedConversation conversation, Run run)
      throws OutputException, StoreException {
    if (run.streams().inIsTerminal()) {
      sayAbsence(conversation, run.console());
      run.console()
          .note(
              "waiting for an MCP client on standard input; clients start this command themselves"
                  + " (docs/serve.md); press Ctrl-D to stop");
    }
    return serve(server, run);
  }

  private static int serve(ResourceServer server, Run run) throws OutputException {
    try {
      server.serve(run.streams().in(), run.streams().out());
      return ExitCode.OK;
    } catch (IOException e) {
      throw OutputException.of(e); // what cannot be read is the end of it
    }
  }

  /** Listens until the process is told to end. */
  private static int listen(
      ResourceServer server,
      HttpListening.Place place,
      ServedConversation conversation,
      Console console)
      throws StoreException {
    try (HttpEndpoint endpoint = server.listen(place.address(), place.access())) {
      console.note("listening on " + endpoint.url());
      sayAbsence(conversation, console);
      new CountDownLatch(1).await();
    } catch (InterruptedException | CancellationException e) { // also while it looks what is absent
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      IOException why = e.getCause() instanceof IOException cause ? cause : e;
      console.error("cannot listen on " + place.spelled() + ": " + FileProblem.of(why));
      return ExitCode.FAILED;
    }
    return ExitCode.OK;
  }

  /**
   * What is said on standard error while a server runs: what was not attached, in the words of the
   * other commands, and what went wrong. Thread-safe.
   */
  private static final class ServeReport implements ServerObserver {

    private final Console console;
    private final Report report;

    ServeReport(Console console, Report report) {
      this.console = console;
      this.report = report;
    }

    @Override
    public synchronized void outcome(Outcome outcome) {
      outcome.accept(resolved -> {}, planned -> {}, report::skipped, report::failed, report::noted);
    }

    @Override
    public synchronized void leftOut(TokenLimit limit, Outcome.Skipped skipped, long tokens) {
      report.leftOut(limit, skipped, tokens);
    }

    @Override
    public synchronized void used(TokenLimit limit, long tokens) {
      report.used(limit, tokens);
    }

    @Override
    public synchronized void begun() {
      report.summarize();
    }

    @Override
    public void note(String line) {
      console.note(line);
    }
  }
}
