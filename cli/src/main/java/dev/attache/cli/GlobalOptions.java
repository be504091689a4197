package dev.attache.cli;

import dev.attache.core.Resolver;
import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.core.trust.TrustPolicy;
import dev.attache.core.trust.TrustStore;
import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that every command takes, before or after its name. */
final class GlobalOptions {

  /** The most seconds that anything may take. */
  static final long MAX_TIMEOUT = 86_400;

  /** The most items that are read at once. */
  static final long MAX_JOBS = 1024;

  /** The handlers that have a timeout of their own. */
  private static final List<String> TIMED = List.of("http", "cmd");

  private final Arguments arguments;
  private final Repeated repeated;
  private final Streams streams;
  private @Nullable Configuration configuration;

  private GlobalOptions(Arguments arguments, Repeated repeated, Streams streams) {
    this.arguments = arguments;
    this.repeated = repeated;
    this.streams = streams;
  }

  /** The values of the options that can be given several times, in the order of the line. */
  record Repeated(List<String> roots, List<String> hosts, List<String> serverFiles) {
    Repeated() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Adds the options to a command. */
  static void addTo(Options options, Repeated repeated) {
    options
        .value("DIR", "Start relative references here.", "--workspace")
        .values("DIR", repeated.roots(), "Allow files under this directory too.", "--root")
        .value("FILE", "Read settings from this file, not from yours.", "--config")
        .values(
            "FILE", repeated.serverFiles(), "Use the MCP servers of this file too.", "--mcp-config")
        .values("HOST", repeated.hosts(), "Allow this host, though not public.", "--allow-host")
        .flag("Use what is cached of the web, and no network.", "--offline")
        .value("FORM", "HTML as markdown (default), raw or full.", "--html")
        .flag("Apply no ignore files.", "--no-ignore")
        .flag("Include hidden files and directories.", "--hidden")
        .value("N", "Read this many items at once.", "--jobs", "-j")
        .value("SIZE", "Let one item have this many bytes (10M).", "--max-bytes")
        .value("SIZE", "Let all items together have this many.", "--max-total")
        .value("SECONDS", "Let one item, or a server, take this long (30; a URL 20).", "--timeout")
        .flag("If anything fails, print no result at all.", "--strict")
        .flag("Print one JSON object a line.", "--json")
        .flag("Show no progress.", "--no-progress")
        .flag("Say nothing but errors.", "--quiet", "-q")
        .flag("Say everything that was left out, and why.", "--verbose", "-v");
  }

  static GlobalOptions of(Arguments arguments, Repeated repeated, Streams streams) {
    return new GlobalOptions(arguments, repeated, streams);
  }

  boolean isStrict() {
    return arguments.has("--strict");
  }

  boolean isJson() {
    return arguments.has("--json");
  }

  boolean isQuiet() {
    return arguments.has("--quiet");
  }

  boolean isVerbose() {
    return arguments.has("--verbose") && !isQuiet();
  }

  boolean showsProgress() {
    return !arguments.has("--no-progress") && !isQuiet();
  }

  /** Returns a resolver in the making that has all these options. */
  Resolver.Builder resolver(HandlerRegistry registry) throws UsageException {
    Resolver.Builder builder = Resolver.builder(registry);
    builder.workspace(workspace());
    for (String root : repeated.roots()) {
      builder.addRoot(directory("--root", root));
    }
    builder.maxBytes(maxBytes());
    String maxTotal = arguments.value("--max-total");
    if (maxTotal != null) {
      builder.maxTotalBytes(Sizes.parse("--max-total", maxTotal));
    }
    Configuration settings = configuration(registry);
    setJobs(builder, settings.section("http"));
    setTimeout(builder, settings);
    settings.sections().forEach(builder::configuration);
    builder.service(CommandPolicy.class, policy(registry));
    return builder;
  }

  /** How many bytes one item may have. */
  long maxBytes() throws UsageException {
    String spelled = arguments.value("--max-bytes");
    return spelled == null
        ? Resolver.Builder.DEFAULT_MAX_BYTES
        : Sizes.parse("--max-bytes", spelled);
  }

  /** The rule for which commands may run. */
  CommandPolicy policy(HandlerRegistry registry) throws UsageException {
    String spelled = arguments.value("--workspace");
    return policy(registry, spelled == null ? List.of() : List.of("--workspace", spelled));
  }

  private TrustPolicy policy(HandlerRegistry registry, List<String> options) throws UsageException {
    return TrustPolicy.of(trustStore(), configuration(registry).trust(), realWorkspace(), options);
  }

  /** The servers of this run, of which nothing is known before they are needed. */
  ServerPool servers(HandlerRegistry registry, Console console) throws UsageException {
    var options = new ArrayList<String>();
    var files = new ArrayList<Path>();
    for (String option : List.of("--workspace", "--config")) {
      String spelled = arguments.value(option);
      if (spelled != null) {
        options.addAll(List.of(option, spelled));
      }
    }
    for (String file : repeated.serverFiles()) {
      options.addAll(List.of("--mcp-config", file));
      files.add(path("--mcp-config", file));
    }
    TrustPolicy policy = policy(registry, options);
    boolean isOffline = Boolean.TRUE.equals(configuration(registry).section("http").get("offline"));
    return new ServerPool(
        new ServerPool.Sources(realWorkspace(), files, configuration(registry).servers()),
        streams.environment(),
        new ServerPool.Limits(maxBytes(), timeout()),
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
  Path realWorkspace() throws UsageException {
    try {
      return workspace().toRealPath();
    } catch (IOException e) {
      throw cannotBeOpened(e);
    }
  }

  TrustStore trustStore() {
    return TrustPlace.store(streams.environment());
  }

  private Path workspace() throws UsageException {
    return directory("--workspace", arguments.value("--workspace", "."));
  }

  /** The settings of the files, and over them those of the line that concern one handler. */
  Configuration configuration(HandlerRegistry registry) throws UsageException {
    if (configuration == null) { // what is noted about the files is noted once
      configuration = loadConfiguration(registry);
    }
    return configuration;
  }

  private Configuration loadConfiguration(HandlerRegistry registry) throws UsageException {
    Configuration loaded =
        Configuration.load(
            arguments.value("--config"),
            streams.environment(),
            registry.schemes(),
            workspace(),
            new Console(streams, isQuiet()));
    HttpSection.override(loaded.section("http"), arguments, repeated.hosts());
    Map<String, Object> file = loaded.section("file");
    if (arguments.has("--no-ignore")) {
      file.put("ignore", false);
    }
    if (arguments.has("--hidden")) {
      file.put("hidden", true);
    }
    return loaded;
  }

  private void setJobs(Resolver.Builder builder, Map<String, Object> http) throws UsageException {
    String spelled = arguments.value("--jobs");
    if (spelled != null) {
      long jobs = positive("--jobs", spelled, MAX_JOBS);
      builder.jobs((int) jobs);
      http.put("parallel", jobs);
      http.putIfAbsent("per-host", jobs);
    }
  }

  /** What handlers say about the time of an item counts only if the user says nothing. */
  private void setTimeout(Resolver.Builder builder, Configuration settings) throws UsageException {
    Duration timeout = timeout();
    if (timeout != null) {
      builder.timeout(timeout);
      TIMED.forEach(scheme -> settings.section(scheme).put("timeout", timeout.toSeconds()));
    }
  }

  /** How long one item may take; null if the user says nothing. */
  @Nullable Duration timeout() throws UsageException {
    String spelled = arguments.value("--timeout");
    return spelled == null ? null : Duration.ofSeconds(positive("--timeout", spelled, MAX_TIMEOUT));
  }

  static Resolver build(Resolver.Builder builder) throws UsageException {
    try {
      return builder.build();
    } catch (IOException e) {
      throw cannotBeOpened(e);
    }
  }

  private static UsageException cannotBeOpened(IOException e) {
    return new UsageException("a directory cannot be opened: " + e.getMessage());
  }

  private static Path path(String option, String spelled) throws UsageException {
    if (spelled.isEmpty()) {
      throw new UsageException(option + " () must not be empty");
    }
    try {
      return Path.of(spelled);
    } catch (InvalidPathException e) {
      throw new UsageException(option + " (" + spelled + ") is no path: " + e.getReason());
    }
  }

  private static Path directory(String option, String spelled) throws UsageException {
    Path path = path(option, spelled);
    if (!Files.isDirectory(path)) {
      throw new UsageException(option + " (" + spelled + ") must be a directory that exists");
    }
    return path;
  }

  private static long positive(String option, String spelled, long most) throws UsageException {
    try {
      long number = Long.parseLong(spelled);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for numbers out of range.
    }
    throw new UsageException(
        option + " (" + spelled + ") must be a whole number from 1 to " + most);
  }
}
