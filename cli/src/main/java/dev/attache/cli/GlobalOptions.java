package dev.attache.cli;

import dev.attache.core.Resolver;
import dev.attache.core.trust.TrustPolicy;
import dev.attache.core.trust.TrustStore;
import dev.attache.mcp.McpServer;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that every command takes, before or after its name. */
final class GlobalOptions {

  private final Arguments arguments;
  private final Repeated repeated;
  private final LimitOptions limits;
  private final Streams streams;
  private @Nullable ConfigFiles configFiles;
  private @Nullable Configuration configuration;

  private GlobalOptions(Arguments arguments, Repeated repeated, Streams streams) {
    this.arguments = arguments;
    this.repeated = repeated;
    this.limits = new LimitOptions(arguments);
    this.streams = streams;
  }

  /** The values of the options that can be given several times, in the order of the line. */
  record Repeated(
      List<String> roots, List<String> hosts, List<String> serverFiles, List<String> handlerJars) {
    Repeated() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
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
        .values(
            "FILE", repeated.handlerJars(), "Use the handlers of this jar too.", "--handler-jar")
        .values("HOST", repeated.hosts(), "Allow this host, though not public.", "--allow-host")
        .flag("Use what is cached of the web, and no network.", "--offline")
        .value("FORM", "HTML as markdown (default), raw or full.", "--html")
        .flag("Apply no ignore files.", "--no-ignore")
        .flag("Include hidden files and directories.", "--hidden");
    LimitOptions.addTo(options);
    options
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
  Resolver.Builder resolver(Handlers handlers) throws UsageException {
    Resolver.Builder builder = Resolver.builder(handlers.registry());
    builder.workspace(workspace());
    for (String root : repeated.roots()) {
      builder.addRoot(directory("--root", root));
    }
    Configuration settings = configuration(handlers);
    limits.set(builder, settings, handlers);
    settings.sections().forEach(builder::configuration);
    builder.service(CommandPolicy.class, policy(handlers));
    return builder;
  }

  /** How much everything may have and take. */
  LimitOptions limits() {
    return limits;
  }

  /** The rule for which commands may run. */
  CommandPolicy policy(Handlers handlers) throws UsageException {
    String spelled = arguments.value("--workspace");
    return policy(handlers, spelled == null ? List.of() : List.of("--workspace", spelled));
  }

  private TrustPolicy policy(Handlers handlers, List<String> options) throws UsageException {
    return TrustPolicy.of(trustStore(), configuration(handlers).trust(), realWorkspace(), options);
  }

  /** The servers of this run, of which nothing is known before they are needed. */
  ServerPool servers(Handlers handlers, Console console) throws UsageException {
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
    TrustPolicy policy = policy(handlers, options);
    boolean isOffline = Boolean.TRUE.equals(configuration(handlers).section("http").get("offline"));
    return new ServerPool(
        new ServerPool.Sources(realWorkspace(), files, configuration(handlers).servers()),
        streams.environment(),
        new ServerPool.Limits(limits.maxBytes(), limits.timeout()),
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
  Configuration configuration(Handlers handlers) throws UsageException {
    if (configuration == null) { // what is noted about the files is noted once
      configuration = loadConfiguration(handlers);
    }
    return configuration;
  }

  private Configuration loadConfiguration(Handlers handlers) throws UsageException {
    Configuration loaded =
        Configuration.of(
            configFiles(),
            handlers.knownSchemes(),
            handlers.programs(),
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

  /** The configuration files, read when they are first asked for. */
  ConfigFiles configFiles() throws UsageException {
    if (configFiles == null) {
      configFiles =
          ConfigFiles.read(arguments.value("--config"), streams.environment(), workspace());
    }
    return configFiles;
  }

  /** The jars that {@code --handler-jar} names, which exist and can be read; each file once. */
  List<Path> handlerJars() throws UsageException {
    var jars = new ArrayList<Path>();
    var files = new HashSet<Path>();
    for (String spelled : repeated.handlerJars()) {
      Path jar = path("--handler-jar", spelled);
      if (!Files.isReadable(jar)) {
        throw new UsageException(
            "--handler-jar (" + spelled + ") must be a jar or a folder that can be read");
      }
      try {
        if (files.add(jar.toRealPath())) {
          jars.add(plain(jar));
        }
      } catch (IOException e) {
        throw new UsageException(
            "--handler-jar (" + spelled + ") cannot be read: " + FileProblem.of(e));
      }
    }
    return jars;
  }

  /** The same file without dots; by its real path if that name would be another, for a link. */
  private static Path plain(Path file) throws IOException {
    Path plain = file.toAbsolutePath().normalize();
    return Files.exists(plain) && Files.isSameFile(plain, file) ? plain : file.toRealPath();
  }

  /** Where jars of handlers lie, and where copies of those that are trusted do. */
  HandlerPlaces handlerPlaces() throws UsageException {
    return HandlerPlaces.of(streams.environment(), workspace());
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
}
