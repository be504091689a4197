package dev.attache.cli.run;

import dev.attache.cli.config.ServerTables;
import dev.attache.cli.permission.ServerItem;
import dev.attache.cli.permission.ServerReference;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.Program;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.mcp.Elicitation;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.McpServerPolicy;
import dev.attache.mcp.config.McpConfiguration;
import dev.attache.mcp.pool.McpServers;
import dev.attache.mcp.tools.BridgeSettings;
import dev.attache.mcp.tools.McpTool;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The servers of MCP of one run: looked up where they are configured when first needed, by which
 * all that is wrong there is said, and ended with the run.
 */
public final class ServerPool implements AutoCloseable {

  /**
   * Where servers are configured, besides the files of editors in the workspace.
   *
   * @param workspace absolute, free of symlinks
   * @param files those that the user names
   * @param tables those of configuration files
   */
  record Sources(Path workspace, List<Path> files, List<ServerTables> tables) {}

  /**
   * What the user wants servers to be held to.
   *
   * @param maxBytes how many bytes a resource may have
   * @param timeout how long a server may take to start, and to answer, whatever its definition
   *     says; null leaves it to that
   * @param readsOutcomes whether the answers of their tools may be outcomes
   */
  record Limits(long maxBytes, @Nullable Duration timeout, boolean readsOutcomes) {}

  private final Sources sources;
  private final Map<String, String> environment;
  private final Limits limits;
  private final McpServerPolicy policy;
  private final Console console;
  private final Set<String> noted = ConcurrentHashMap.newKeySet();
  private @Nullable McpServers servers;
  private @Nullable Elicitation elicitation;
  private boolean hasErrors;
  private List<McpConfiguration.Warning> warnings = List.of();

  ServerPool(
      Sources sources,
      Map<String, String> environment,
      Limits limits,
      McpServerPolicy policy,
      Console console) {
    this.sources = sources;
    this.environment = environment;
    this.limits = limits;
    this.policy = policy;
    this.console = console;
  }

  /** Has questions of servers to the user answered so; null if nobody can be asked. */
  public ServerPool answeredBy(@Nullable Elicitation user) {
    elicitation = user;
    return this;
  }

  /** Returns the servers that are configured. */
  public McpServers get() throws UsageException {
    if (servers == null) {
      McpConfiguration configuration = load();
      warnings = configuration.warnings();
      configuration.errors().forEach(console::error);
      hasErrors = !configuration.errors().isEmpty();
      servers = open(configuration.servers());
    }
    return servers;
  }

  /** Returns the server that there is no other beside, which is configured nowhere. */
  public McpServer only(McpServer server) {
    McpServers one = open(List.of(server));
    servers = one;
    return one.all().get(0);
  }

  /** Says what is strange in the definition of a server that is used, once. */
  public void warnOf(McpServer server) {
    for (McpConfiguration.Warning warning : warnings) {
      if (warning.server().equals(server.name())) {
        noteOnce(warning.message());
      }
    }
  }

  /** Says that of all definitions. */
  public void warn() {
    warnings.forEach(warning -> noteOnce(warning.message()));
  }

  /** Whether something of the workspace's files could not be read. */
  public boolean hasErrors() {
    return hasErrors;
  }

  /** Returns why a server that was named is not found, and which there are. */
  public String absence() throws UsageException {
    List<McpServer> all = get().all();
    return all.isEmpty()
        ? McpServers.NONE
        : "unknown server; configured are: "
            + all.stream().map(McpServer::name).collect(Collectors.joining(", "));
  }

  private McpServers open(List<McpServer> definitions) {
    Duration typed = limits.timeout();
    return new McpServers(
        typed == null ? definitions : definitions.stream().map(s -> s.within(typed)).toList(),
        new McpServers.Options(
            policy,
            environment,
            limits.maxBytes(),
            Program.versionNumber(),
            elicitation,
            this::noteOnce));
  }

  /** Returns what the tools of a server are told, and what is read in their answers. */
  public BridgeSettings bridgeTo(McpServer server) {
    boolean isTrusted = !server.needsTrust() || policy.decide(server, Requester.USER).isAllowed();
    return BridgeSettings.of(server, limits.maxBytes())
        .trusted(isTrusted)
        .readingOutcomes(limits.readsOutcomes());
  }

  /** Returns what connects to a server when one of its tools is called. */
  public McpTool.Connector connector(McpServer server, Requester requester) throws UsageException {
    McpServers pool = get();
    return () -> pool.connect(server, requester, server.startTimeout());
  }

  private void noteOnce(String note) {
    if (noted.add(note)) {
      console.note(note);
    }
  }

  private McpConfiguration load() throws UsageException {
    var builder = McpConfiguration.builder(sources.workspace(), environment);
    sources.files().forEach(builder::file);
    for (ServerTables tables : sources.tables()) {
      if (tables.isOfWorkspace()) {
        builder.projectTables(tables.file(), tables.byName());
      } else {
        builder.userTables(tables.file(), tables.byName());
      }
    }
    try {
      return builder.load();
    } catch (IOException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /** Hands the servers down to handlers, if a reference is about one. */
  public void handTo(Resolver.Builder builder, List<String> references) throws UsageException {
    if (ServerReference.isAboutAny(references)) {
      builder.service(McpServers.class, get());
      references.forEach(this::warnOf);
    }
  }

  private void warnOf(String reference) {
    String name = ServerReference.name(reference);
    if (name != null && servers != null) {
      servers.find(name).ifPresent(this::warnOf);
    }
  }

  /** Returns how long a server may take to answer: as the user says, or who defined it. */
  public static Duration timeout(McpServer server) {
    Duration own = server.requestTimeout();
    return own == null ? Resolver.Builder.DEFAULT_TIMEOUT : own;
  }

  /** Asks about one server, if it needs the user's trust, and says what is wrong with the store. */
  public void settle(TrustDialog dialog, McpServer server, boolean canAsk) throws UsageException {
    if (server.needsTrust()) {
      References reference = References.of(List.of(ServerReference.of(server.alias())));
      dialog.sayProblems(reference);
      settle(dialog, reference, canAsk);
    }
  }

  /**
   * Asks about the servers that need the user's trust and do not have it, if somebody can answer.
   */
  public void settle(TrustDialog dialog, References references, boolean canAsk)
      throws UsageException {
    if (canAsk && ServerReference.isAboutAny(references.texts())) {
      dialog.ask(needingTrust(references));
    }
  }

  /** Returns the usable servers that references name and that need the user's trust, in order. */
  private List<ServerItem> needingTrust(References references) throws UsageException {
    var items = new LinkedHashMap<String, ServerItem>();
    for (Requester requester : Requester.values()) {
      for (String reference : references.by(requester).texts()) {
        ServerItem item = item(reference);
        if (item != null
            && (!requester.isUser() || item.server().needsTrust())
            && item.server().isUsable()) {
          items.put(item.server().name(), item);
        }
      }
    }
    return List.copyOf(items.values());
  }

  /** Returns the server that a reference names; null if there is none. */
  @Nullable
  public ServerItem item(String reference) throws UsageException {
    String name = ServerReference.name(reference);
    return name == null ? null : get().find(name).map(this::item).orElse(null);
  }

  /** Returns what may be trusted about a server. */
  public ServerItem item(McpServer server) {
    return new ServerItem(server, policy, sources.workspace());
  }

  public McpServerPolicy policy() {
    return policy;
  }

  @Override
  public void close() {
    if (servers != null) {
      servers.close();
    }
  }
}
