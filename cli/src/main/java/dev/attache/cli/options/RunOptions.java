package dev.attache.cli.options;

import dev.attache.cli.terminal.UsageException;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options that every command takes, as they were typed, before or after its name.
 *
 * @param repeated those that can be given several times
 */
public record RunOptions(Arguments arguments, Repeated repeated) {

  /** The values of the options that can be given several times, in the order of the line. */
  public record Repeated(
      List<String> roots, List<String> hosts, List<String> serverFiles, List<String> handlerJars) {
    public Repeated() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Adds the options to a command. */
  public static void addTo(Options options, Repeated repeated) {
    options
        .value(
            "DIR",
            "Resolve relative paths against DIR (default: the current directory).",
            "--workspace")
        .values("DIR", repeated.roots(), "Also allow files under DIR (repeatable).", "--root")
        .value("FILE", "Use FILE instead of the default configuration.", "--config")
        .values(
            "FILE",
            repeated.serverFiles(),
            "Also use the MCP servers that FILE defines (repeatable).",
            "--mcp-config")
        .values(
            "FILE",
            repeated.handlerJars(),
            "Also use the handlers in this jar or folder (repeatable).",
            "--handler-jar")
        .values(
            "HOST",
            repeated.hosts(),
            "Allow requests to this private host (repeatable).",
            "--allow-host")
        .flag("Include text even if it contains API keys.", "--allow-secrets")
        .flag("Use cached web content only; make no network requests.", "--offline")
        .choice(
            "FORM",
            List.of("markdown", "raw", "full"),
            "Show HTML as markdown (default), raw or full.",
            "--html")
        .flag("Show notebooks, HTML and documents as they are.", "--raw")
        .choice(
            "FORM",
            List.of("document", "text", "pages"),
            "Give PDF as the document (default; text to models that take none), its text, or"
                + " images of its pages.",
            "--pdf")
        .flag("Show the formulas of spreadsheets instead of their values.", "--formulas")
        .flag("Convert documents that forbid it.", "--ignore-restrictions")
        .flag("Convert documents again instead of reusing earlier conversions.", "--no-cache")
        .flag("Do not apply .gitignore and other ignore files.", "--no-ignore")
        .flag("Include hidden files and directories.", "--hidden")
        .flag("Read unchanged files again.", "--no-index");
    LimitOptions.addTo(options);
    options
        .flag("Print no result if anything fails.", "--strict")
        .flag("Print JSON, one object per line.", "--json")
        .flag("Hide progress.", "--no-progress")
        .flag("Print errors only.", "--quiet", "-q")
        .flag("List everything that was skipped, and why.", "--verbose", "-v");
  }

  public boolean isStrict() {
    return arguments.has("--strict");
  }

  public boolean isJson() {
    return arguments.has("--json");
  }

  public boolean isQuiet() {
    return arguments.has("--quiet");
  }

  public boolean isVerbose() {
    return arguments.has("--verbose") && !isQuiet();
  }

  public boolean showsProgress() {
    return !arguments.has("--no-progress") && !isQuiet();
  }

  /** How much everything may have and take. */
  public LimitOptions limits() {
    return new LimitOptions(arguments);
  }

  /** The workspace, which is there. */
  public Path workspace() throws UsageException {
    return directory("--workspace", arguments.value("--workspace", "."));
  }

  /** Returns the options for another workspace. */
  public RunOptions in(Path workspace) {
    return new RunOptions(arguments.with("--workspace", workspace.toString()), repeated);
  }

  /** The other directories under which files are allowed. */
  public List<Path> roots() throws UsageException {
    var roots = new ArrayList<Path>();
    for (String root : repeated.roots()) {
      roots.add(directory("--root", root));
    }
    return roots;
  }

  /** The files that {@code --mcp-config} names. */
  public List<Path> serverFiles() throws UsageException {
    var files = new ArrayList<Path>();
    for (String file : repeated.serverFiles()) {
      files.add(path("--mcp-config", file));
    }
    return files;
  }

  /** The file that {@code --config} names; null if the user's own is to be read. */
  @Nullable
  public String config() {
    return arguments.value("--config");
  }

  /** The options that say where commands are declared, as they were typed. */
  public List<String> placesOfCommands() {
    return typed("--workspace");
  }

  /** The same for servers. */
  public List<String> placesOfServers() {
    var options = new ArrayList<>(typed("--workspace", "--config"));
    for (String file : repeated.serverFiles()) {
      options.addAll(List.of("--mcp-config", file));
    }
    return options;
  }

  private List<String> typed(String... names) {
    var options = new ArrayList<String>();
    for (String name : names) {
      String spelled = arguments.value(name);
      if (spelled != null) {
        options.addAll(List.of(name, spelled));
      }
    }
    return options;
  }

  /** The jars that {@code --handler-jar} names, which exist and can be read; each file once. */
  public List<Path> handlerJars() throws UsageException {
    var jars = new ArrayList<Path>();
    var files = new HashSet<Path>();
    for (String spelled : repeated.handlerJars()) {
      Path jar = path("--handler-jar", spelled);
      if (!Files.isReadable(jar)) {
        throw new UsageException(
            "--handler-jar (" + spelled + ") must be a readable jar or folder");
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

  private static Path path(String option, String spelled) throws UsageException {
    if (spelled.isEmpty()) {
      throw new UsageException(option + " () must not be empty");
    }
    try {
      return Path.of(spelled);
    } catch (InvalidPathException e) {
      throw new UsageException(option + " (" + spelled + ") is not a path: " + e.getReason());
    }
  }

  private static Path directory(String option, String spelled) throws UsageException {
    Path path = path(option, spelled);
    if (!Files.isDirectory(path)) {
      throw new UsageException(option + " (" + spelled + ") must be an existing directory");
    }
    return path;
  }
}
