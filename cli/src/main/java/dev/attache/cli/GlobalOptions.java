package dev.attache.cli;

import dev.attache.core.HandlerRegistry;
import dev.attache.core.Resolver;
import dev.attache.core.trust.TrustPolicy;
import dev.attache.core.trust.TrustStore;
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
  record Repeated(List<String> roots, List<String> hosts) {
    Repeated() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Adds the options to a command. */
  static void addTo(Options options, Repeated repeated) {
    options
        .value("DIR", "Start relative references here.", "--workspace")
        .values("DIR", repeated.roots(), "Allow files under this directory too.", "--root")
        .value("FILE", "Read settings from this file, not from yours.", "--config")
        .values("HOST", repeated.hosts(), "Allow this host, though not public.", "--allow-host")
        .flag("Use what is cached of the web, and no network.", "--offline")
        .value("FORM", "HTML as markdown (default), raw or full.", "--html")
        .flag("Apply no ignore files.", "--no-ignore")
        .flag("Include hidden files and directories.", "--hidden")
        .value("N", "Read this many items at once.", "--jobs", "-j")
        .value("SIZE", "Let one item have this many bytes (10M).", "--max-bytes")
        .value("SIZE", "Let all items together have this many.", "--max-total")
        .value("SECONDS", "Let one item take this long (30; a URL 20).", "--timeout")
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
    String maxBytes = arguments.value("--max-bytes");
    if (maxBytes != null) {
      builder.maxBytes(Sizes.parse("--max-bytes", maxBytes));
    }
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

  /** The rule for which commands may run. */
  CommandPolicy policy(HandlerRegistry registry) throws UsageException {
    String spelled = arguments.value("--workspace");
    try {
      return TrustPolicy.of(
          trustStore(),
          configuration(registry).trust(),
          workspace().toRealPath(),
          spelled == null ? List.of() : List.of("--workspace", spelled));
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
    String spelled = arguments.value("--timeout");
    if (spelled != null) {
      long seconds = positive("--timeout", spelled, MAX_TIMEOUT);
      builder.timeout(Duration.ofSeconds(seconds));
      TIMED.forEach(scheme -> settings.section(scheme).put("timeout", seconds));
    }
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

  private static Path directory(String option, String spelled) throws UsageException {
    if (spelled.isEmpty()) {
      throw new UsageException(option + " () must not be empty");
    }
    Path path;
    try {
      path = Path.of(spelled);
    } catch (InvalidPathException e) {
      throw new UsageException(option + " (" + spelled + ") is no path: " + e.getReason());
    }
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
