package dev.attache.cli.run;

import dev.attache.cli.config.ConfigFiles;
import dev.attache.cli.config.ConfigTable;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.config.ConfiguredProvider;
import dev.attache.cli.config.ConfiguredTool;
import dev.attache.cli.config.HttpSection;
import dev.attache.cli.config.RepositoriesSection;
import dev.attache.cli.config.ServerToolSettings;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.permission.ServerItem;
import dev.attache.cli.permission.ToolItem;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.convert.PdfForm;
import dev.attache.core.trust.TrustPolicy;
import dev.attache.core.trust.TrustStore;
import dev.attache.jars.trust.HandlerPlaces;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.support.places.UserPlaces;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of the command, made of what was typed, the streams and the configuration: the place
 * where resolvers, servers and rules of trust are put together. It gives resolvers what converts
 * documents by itself, so that a run without documents loads nothing for them.
 */
public final class Run implements Supplier<DocumentConverter> {

  /** The handlers that have a timeout of their own. */
  private static final List<String> TIMED = List.of("http", "cmd", RepositoriesSection.KEY);

  private static final String TRUST_FILE = "attache/trust.jsonl";

  private final Streams streams;
  private final RunOptions options;
  private final Console console;
  private @Nullable ConfigFiles configFiles;
  private @Nullable Configuration configuration;
  private @Nullable List<ConfiguredTool> tools;
  private @Nullable DocumentConverter documents;
  private PdfForm pdf = PdfForm.DOCUMENT; // as it was typed, when there is a resolver
  private @Nullable Handlers jars; // those of the last resolver
  private @Nullable Map<String, ServerToolSettings> serverTools;

  public Run(Streams streams, RunOptions options) {
    this.streams = streams;
    this.options = options;
    this.console = new Console(streams, options.isQuiet());
  }

  /** Returns a run of the same command in another workspace. */
  public Run in(Path workspace) {
    return new Run(streams, options.in(workspace));
  }

  public Streams streams() {
    return streams;
  }

  public RunOptions options() {
    return options;
  }

  public Console console() {
    return console;
  }

  /** Returns a resolver in the making that has all that was typed and configured. */
  public Resolver.Builder resolver(Handlers handlers) throws UsageException {
    Resolver.Builder builder = Resolver.builder(handlers.registry());
    builder.workspace(options.workspace());
    builder.types(ClassPath.types());
    for (Path root : options.roots()) {
      builder.addRoot(root);
    }
    Configuration settings = configuration(handlers);
    setLimits(builder, settings, handlers);
    settings.addTo(builder);
    builder.service(CommandPolicy.class, policy(handlers));
    builder.showAsIs(options.arguments().has("--raw"));
    builder.index(options.arguments().has("--no-index") ? null : indexes());
    pdf = Documents.pdf(options.arguments());
    builder.documents(this);
    jars = handlers;
    builder.allowSecrets(
        options.arguments().has("--allow-secrets")
            ? uri -> true
            : settings.secrets().in(realWorkspace()));
    return builder;
  }

  /** Where it is kept what reading files gave; null if nobody knows a place. */
  private @Nullable Path indexes() {
    try {
      Path caches = UserPlaces.cache(streams.environment());
      return caches == null ? null : caches.resolve("index");
    } catch (InvalidPathException e) {
      return null; // no directory has such a name
    }
  }

  /** What makes Markdown of documents, for all resolvers of the run; made for the first of them. */
  @Override
  public synchronized DocumentConverter get() {
    if (documents == null) {
      List<Path> converters = jars == null ? List.of() : jars.converters();
      documents = Documents.converter(options, streams.environment(), pdf, converters);
    }
    return documents;
  }

  /** Ends the processes that convert documents. */
  synchronized void endDocuments() {
    if (documents != null) {
      documents.close();
      documents = null;
    }
  }

  /** Sets them where they count: for a resolver, and for the handlers that have their own. */
  private void setLimits(Resolver.Builder builder, Configuration settings, Handlers handlers)
      throws UsageException {
    LimitOptions limits = options.limits();
    builder.maxBytes(limits.maxBytes());
    Long maxTotal = limits.maxTotalBytes();
    if (maxTotal != null) {
      builder.maxTotalBytes(maxTotal);
    }
    Integer jobs = limits.jobs();
    if (jobs != null) {
      builder.jobs(jobs);
      Map<String, Object> http = settings.section("http");
      http.put("parallel", jobs.longValue());
      http.putIfAbsent("per-host", jobs.longValue());
    }
    setTimeout(builder, settings, handlers);
  }

  /** What handlers say about the time of an item counts only if the user says nothing. */
  private void setTimeout(Resolver.Builder builder, Configuration settings, Handlers handlers)
      throws UsageException {
    Duration timeout = options.limits().timeout();
    if (timeout != null) {
      builder.timeout(timeout);
      var timed = new ArrayList<>(TIMED);
      handlers.programs().forEach(program -> timed.addAll(program.handler().schemes()));
      timed.forEach(scheme -> settings.section(scheme).put("timeout", timeout.toSeconds()));
    }
  }

  public static Resolver build(Resolver.Builder builder) throws UsageException {
    try {
      return builder.build();
    } catch (IOException e) {
      throw cannotBeOpened(e);
    }
  }

  /** The rule for which commands may run. */
  public CommandPolicy policy(Handlers handlers) throws UsageException {
    return policy(handlers, options.placesOfCommands());
  }

  private TrustPolicy policy(Handlers handlers, List<String> places) throws UsageException {
    return TrustPolicy.of(trustStore(), configuration(handlers).trust(), realWorkspace(), places);
  }

  /**
   * The rule for whether a tool may run: one of the user's may, one of the workspace's only if the
   * user trusts its definition, whatever it is called with.
   */
  public CommandPolicy policy(Handlers handlers, ConfiguredTool tool) throws UsageException {
    TrustPolicy policy = policy(handlers, options.placesOfCommands());
    return (uri, invocation, requester) ->
        policy.decide(ToolItem.subject(tool, invocation), requester);
  }

  /**
   * Returns what may be trusted about a tool.
   *
   * @throws ResourceException if there is no such program
   */
  public ToolItem toolItem(Handlers handlers, ConfiguredTool tool)
      throws UsageException, ResourceException {
    CommandPolicy policy = policy(handlers, tool);
    return new ToolItem(tool, tool.invocation(realWorkspace(), policy), policy);
  }

  /**
   * The tools that the configuration files define: those of the user, and then those of the
   * workspace whose names the user has not given to others. Read when they are first asked for.
   */
  public List<ConfiguredTool> tools() throws UsageException {
    if (tools == null) {
      var byName = new LinkedHashMap<String, ConfiguredTool>();
      for (ConfiguredTool each : readTools(configFiles().own(), false)) {
        byName.put(each.name(), each);
      }
      for (ConfiguredTool each : readTools(configFiles().ofWorkspace(), true)) {
        if (byName.putIfAbsent(each.name(), each) != null) {
          console.note(each.file() + ": the tool " + each.name() + " is not used; yours is");
        }
      }
      tools = List.copyOf(byName.values());
    }
    return tools;
  }

  /** What the user has set for tools of servers, by their names; read when it is asked for. */
  public ServerToolSettings serverTool(String name) throws UsageException {
    if (serverTools == null) {
      ConfigTable own = configFiles().own();
      serverTools = own == null ? Map.of() : ServerToolSettings.readAll(own, console);
    }
    return ServerToolSettings.of(name, serverTools);
  }

  /** The providers of models that the user's own configuration file defines. */
  public List<ConfiguredProvider> providers() throws UsageException {
    ConfigTable own = configFiles().own();
    return own == null ? List.of() : ConfiguredProvider.readAll(own, console);
  }

  /** Where the user's own configuration file is, or would be; null if nobody knows. */
  public @Nullable String ownConfiguration() throws UsageException {
    return configFiles().ownPlace();
  }

  private List<ConfiguredTool> readTools(@Nullable ConfigTable file, boolean isOfWorkspace)
      throws UsageException {
    return file == null
        ? List.of()
        : ConfiguredTool.readAll(file, options.workspace(), isOfWorkspace, console);
  }

  /** The servers of this run, of which nothing is known before they are needed. */
  public ServerPool servers(Handlers handlers) throws UsageException {
    List<Path> files = options.serverFiles();
    TrustPolicy policy = policy(handlers, options.placesOfServers());
    Configuration settings = configuration(handlers);
    boolean isOffline = settings.isOffline();
    return new ServerPool(
        new ServerPool.Sources(realWorkspace(), files, settings.servers()),
        streams.environment(),
        new ServerPool.Limits(
            options.limits().maxBytes(), options.limits().timeout(), settings.readsOutcomes()),
        (server, requester) ->
            isOffline && server.way() instanceof McpServer.Endpoint endpoint && !isHere(endpoint)
                ? CommandPolicy.Decision.denied("is not on this machine, and --offline was given")
                : policy.decide(ServerItem.subject(server), requester),
        console);
  }

  /** Whether an endpoint is one of this machine by its address, which nobody has to look up. */
  private static boolean isHere(McpServer.Endpoint endpoint) {
    String host = endpoint.url().getHost();
    return host.equalsIgnoreCase("localhost")
        || host.equals("[::1]")
        || host.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}");
  }

  /** The workspace, absolute and free of symlinks. */
  public Path realWorkspace() throws UsageException {
    try {
      return options.workspace().toRealPath();
    } catch (IOException e) {
      throw cannotBeOpened(e);
    }
  }

  private static UsageException cannotBeOpened(IOException e) {
    return new UsageException("a directory cannot be opened: " + e.getMessage());
  }

  /** Where what the user trusts is kept. */
  public TrustStore trustStore() {
    Path file = UserPlaces.state(streams.environment(), TRUST_FILE);
    return file != null
        ? TrustStore.at(file)
        : TrustStore.nowhere(
            "no place to record what you trust; set HOME or XDG_STATE_HOME to a directory");
  }

  /** Where jars of handlers lie, and where copies of those that are trusted do. */
  public HandlerPlaces handlerPlaces() throws UsageException {
    return HandlerPlaces.of(streams.environment(), options.workspace());
  }

  /** The settings of the files, and over them those of the line that concern one handler. */
  public Configuration configuration(Handlers handlers) throws UsageException {
    if (configuration == null) { // what is noted about the files is noted once
      configuration = loadConfiguration(handlers);
    }
    return configuration;
  }

  private Configuration loadConfiguration(Handlers handlers) throws UsageException {
    Configuration loaded =
        Configuration.of(configFiles(), handlers.knownSchemes(), handlers.programs(), console);
    Arguments arguments = options.arguments();
    HttpSection.override(loaded.section("http"), arguments, options.repeated().hosts());
    Object html = loaded.section("http").get("html");
    if (html != null) { // a page of a server is a page
      loaded.section("mcp").put("html", html);
    }
    Map<String, Object> file = loaded.section("file");
    if (arguments.has("--no-ignore")) {
      file.put("ignore", false);
    }
    if (arguments.has("--hidden")) {
      file.put("hidden", true);
    }
    RepositoriesSection.complete(
        loaded.section(RepositoriesSection.KEY), loaded.section("http"), file);
    return loaded;
  }

  /** The configuration files, read when they are first asked for. */
  ConfigFiles configFiles() throws UsageException {
    if (configFiles == null) {
      configFiles = ConfigFiles.read(options.config(), streams.environment(), options.workspace());
    }
    return configFiles;
  }
}
