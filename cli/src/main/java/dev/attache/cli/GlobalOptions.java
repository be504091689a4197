package dev.attache.cli;

import dev.attache.core.HandlerRegistry;
import dev.attache.core.Resolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options that every command takes, before or after its name. */
final class GlobalOptions {

  private final Arguments arguments;
  private final List<String> roots;

  private GlobalOptions(Arguments arguments, List<String> roots) {
    this.arguments = arguments;
    this.roots = roots;
  }

  /** Adds the options to a command; the roots go into a list of their own. */
  static void addTo(Options options, List<String> roots) {
    options
        .value("DIR", "Start relative references here.", "--workspace")
        .values("DIR", roots, "Allow files under this directory too.", "--root")
        .flag("Apply no ignore files.", "--no-ignore")
        .flag("Include hidden files and directories.", "--hidden")
        .value("N", "Read this many items at once.", "--jobs", "-j")
        .value("SIZE", "Let one item have this many bytes (10M).", "--max-bytes")
        .value("SIZE", "Let all items together have this many.", "--max-total")
        .value("SECONDS", "Let one item take this long (30).", "--timeout")
        .flag("If anything fails, print no result at all.", "--strict")
        .flag("Print one JSON object a line.", "--json")
        .flag("Show no progress.", "--no-progress")
        .flag("Say nothing but errors.", "--quiet", "-q")
        .flag("Say everything that was left out, and why.", "--verbose", "-v");
  }

  static GlobalOptions of(Arguments arguments, List<String> roots) {
    return new GlobalOptions(arguments, roots);
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
    return resolver(registry, null);
  }

  /** Returns the same with another default of how long one item may take, if there is one. */
  Resolver.Builder resolver(HandlerRegistry registry, @Nullable Duration patience)
      throws UsageException {
    Resolver.Builder builder = Resolver.builder(registry);
    builder.workspace(directory("--workspace", arguments.value("--workspace", ".")));
    for (String root : roots) {
      builder.addRoot(directory("--root", root));
    }
    String jobs = arguments.value("--jobs");
    if (jobs != null) {
      builder.jobs((int) positive("--jobs", jobs, 1024));
    }
    String maxBytes = arguments.value("--max-bytes");
    if (maxBytes != null) {
      builder.maxBytes(Sizes.parse("--max-bytes", maxBytes));
    }
    String maxTotal = arguments.value("--max-total");
    if (maxTotal != null) {
      builder.maxTotalBytes(Sizes.parse("--max-total", maxTotal));
    }
    String timeout = arguments.value("--timeout");
    if (timeout != null) {
      builder.timeout(Duration.ofSeconds(positive("--timeout", timeout, 86_400)));
    } else if (patience != null) {
      builder.timeout(patience);
    }
    return builder.configuration("file", fileSection());
  }

  static Resolver build(Resolver.Builder builder) throws UsageException {
    try {
      return builder.build();
    } catch (IOException e) {
      throw new UsageException("a directory cannot be opened: " + e.getMessage());
    }
  }

  private Map<String, Object> fileSection() {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("ignore", !arguments.has("--no-ignore"));
    section.put("hidden", arguments.has("--hidden"));
    return section;
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
