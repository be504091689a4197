package dev.attache.handlers.file;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A workspace with the engine at work in it, the file handler its only one, and what came out as
 * lines that a test can compare.
 *
 * <p>The lines: {@code + name} for what is attached, {@code - name (reason: detail)} for what is
 * left out, {@code ! reference (KIND: message)} for what failed, {@code # reference (note)}. The
 * workspace's path is written {@code $W}. The user has an empty home, wherever the tests run.
 */
public final class Workspace {

  private final Path root;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, Object> configuration = new HashMap<>();
  private final List<Path> roots = new ArrayList<>();
  private UnaryOperator<ResourceHandler> handler = UnaryOperator.identity();
  private int jobs = 2;
  private long maxBytes = 1 << 20;

  private Workspace(Path root) {
    this.root = root;
    environment.put("HOME", root + ".home");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
  }

  /** Creates a workspace {@code w} in a directory. */
  public static Workspace in(Path directory) throws IOException {
    return at(directory.toRealPath().resolve("w"));
  }

  /** Takes a directory, which is created if it is not there, as a workspace. */
  public static Workspace at(Path root) throws IOException {
    Files.createDirectories(root);
    return new Workspace(root);
  }

  /** Sets a key of the handler's configuration. */
  public Workspace with(String key, boolean value) {
    configuration.put(key, value);
    return this;
  }

  public Workspace withEnvironment(Map<String, String> variables) {
    environment.putAll(variables);
    return this;
  }

  /** Puts something around the handler. */
  Workspace withHandler(UnaryOperator<ResourceHandler> around) {
    handler = around;
    return this;
  }

  public Workspace withRoot(Path another) {
    roots.add(another);
    return this;
  }

  public Workspace withJobs(int value) {
    jobs = value;
    return this;
  }

  Workspace withMaxBytes(long value) {
    maxBytes = value;
    return this;
  }

  public Path root() {
    return root;
  }

  public Path path(String relative) {
    return root.resolve(relative);
  }

  /** Writes a file, and the directories around it. */
  public Workspace write(String relative, String content) throws IOException {
    Path file = path(relative);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return this;
  }

  /** Writes files whose content is their name. */
  public Workspace files(String... relative) throws IOException {
    for (String each : relative) {
      write(each, each);
    }
    return this;
  }

  public Workspace link(String relative, String target) throws IOException {
    Files.createDirectories(path(relative).getParent());
    Files.createSymbolicLink(path(relative), root.getFileSystem().getPath(target));
    return this;
  }

  Resolver resolver() {
    Resolver.Builder builder =
        Resolver.builder(HandlerRegistry.of(handler.apply(new FileHandler(environment))))
            .workspace(root)
            .configuration("file", configuration)
            .jobs(jobs)
            .maxBytes(maxBytes);
    roots.forEach(builder::addRoot);
    try {
      return builder.build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Outcome> outcomes(String... references) {
    try (Resolution resolution = resolver().resolve(List.of(references))) {
      return all(resolution);
    }
  }

  public List<Outcome> planned(String... references) {
    try (Resolution resolution = resolver().plan(List.of(references))) {
      return all(resolution);
    }
  }

  /** What resolving the references gives, as lines. */
  public List<String> resolve(String... references) {
    return outcomes(references).stream().map(this::line).toList();
  }

  /** What planning the references gives, as lines. */
  List<String> plan(String... references) {
    return planned(references).stream().map(this::line).toList();
  }

  /** The names of all that is attached. */
  public List<String> attached(String... references) {
    return resolve(references).stream()
        .filter(line -> line.startsWith("+ "))
        .map(line -> line.substring(2))
        .toList();
  }

  /** The snapshots of all that is attached. */
  List<Snapshot> snapshots(String... references) {
    return outcomes(references).stream()
        .filter(Outcome.Resolved.class::isInstance)
        .map(outcome -> ((Outcome.Resolved) outcome).snapshot())
        .toList();
  }

  /** The canonical URI of a reference, or {@code KIND: message}. */
  String canonical(String reference) {
    try {
      return shown(resolver().canonicalize(reference).value());
    } catch (ResourceException e) {
      return shown(e.kind() + ": " + e.message());
    }
  }

  String line(Outcome outcome) {
    return shown(
        outcome.match(
            resolved -> "+ " + resolved.snapshot().resource().name(),
            planned -> "+ " + planned.candidate().name(),
            Workspace::skipped,
            Workspace::failed,
            noted -> "# " + noted.reference() + " (" + noted.text() + ")"));
  }

  public static Candidate candidate(Outcome outcome) {
    return outcome instanceof Outcome.Skipped skipped
        ? skipped.candidate()
        : ((Outcome.Planned) outcome).candidate();
  }

  private static String skipped(Outcome.Skipped skipped) {
    return "- %s (%s: %s)"
        .formatted(skipped.candidate().name(), skipped.reason(), skipped.detail());
  }

  private static String failed(Outcome.Failed failed) {
    ResourceException problem = failed.problem();
    return "! %s (%s: %s)".formatted(failed.reference(), problem.kind(), problem.message());
  }

  private static List<Outcome> all(Resolution resolution) {
    var outcomes = new ArrayList<Outcome>();
    resolution.forEach(outcomes::add);
    return outcomes;
  }

  private String shown(String text) {
    return text.replace(root.toString(), "$W").replace(FileUri.encode(root.toString()), "$W");
  }

  static String paddedNumber(int i) {
    return String.format("%07d", i);
  }
}
