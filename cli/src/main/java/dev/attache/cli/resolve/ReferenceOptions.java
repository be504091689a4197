package dev.attache.cli.resolve;

import dev.attache.cli.config.Configuration;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.routing.References;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.support.text.FileProblem;
import dev.attache.types.MimeType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options by which {@code resolve} and {@code plan} learn what they are about. */
final class ReferenceOptions {

  private static final String STANDARD_INPUT = "-";

  private final List<String> references = new ArrayList<>();
  private final List<String> included = new ArrayList<>();
  private final List<String> excluded = new ArrayList<>();
  private final List<String> variables = new ArrayList<>();
  private List<String> typed = List.of();
  private boolean isPipeImplied;

  void addTo(Options options) {
    options
        .parameters(
            "[REF]...",
            references,
            "A file (a.txt#L10-20 or a.txt:10-20 for lines), directory, glob or URI; !REF excludes;"
                + " - is standard input. Default: piped input, or else the workspace.")
        .values("REF", references, "Attach REF (same as a positional argument).", "--attach", "-a")
        .values(
            "GLOB", included, "In directories, only include files that match GLOB.", "--include")
        .values(
            "EXT",
            included,
            Glob.OF_EXTENSION,
            "In directories, only include files named *.EXT.",
            "-e",
            "--extension")
        .values("GLOB", excluded, Glob.EXCLUDED, "Exclude files that match GLOB.", "--exclude")
        .flag("Include the output of `git diff HEAD`.", "--git-diff")
        .value("N", "Include the last N commits (`git log -n N`).", "--git-log")
        .flag("Also include the attachments of the configuration.", "--declared")
        .value("FILE", "Read more references from FILE (- for standard input).", "--from")
        .choice(
            "FORMAT",
            List.of("lines", "nul", "json"),
            "Format of the --from list: lines (default), nul or json.",
            "--from-format")
        .value("NAME", "Name of standard input, such as Main.java.", "--name")
        .value("TYPE", "MIME type of standard input.", "--type")
        .values(
            "NAME=VALUE", variables, "Set an MCP template variable (repeat for a list).", "--var");
  }

  /**
   * Returns the references: those that are declared, if {@code --declared} says so, the user's
   * before the workspace's; then those of the line, which win; and those of {@code --from}.
   *
   * <p>Says what is wrong with single entries of {@code --from}, and so if nothing is declared.
   */
  References references(Arguments arguments, ResolverSession run) throws UsageException {
    Configuration configuration = run.configuration();
    Path workspace = Path.of(arguments.value("--workspace", "."));
    typed = typed(arguments, workspace, run.streams(), unreadable(run));
    requireDirectories(run);
    if (!variables.isEmpty()) {
      configuration.section("mcp").put("variables", valuesByName(variables));
    }
    if (!arguments.has("--declared")) {
      return References.of(List.of()).and(parsed(typed, Requester.USER, workspace));
    }
    var declared = new ArrayList<>(configuration.declaredByWorkspace());
    declared.removeAll(typed); // or what the user typed would count as asked for by the workspace
    References references =
        References.of(List.of())
            .and(parsed(configuration.declared(), Requester.CONFIGURATION, workspace))
            .and(parsed(declared, Requester.WORKSPACE, workspace))
            .and(parsed(typed, Requester.USER, workspace));
    if (references.texts().isEmpty()) {
      run.console()
          .note("no attachments are configured: no configuration has [conversation] attachments");
    }
    return references;
  }

  /** What is not a directory of the workspace has globs of its own, which it would not follow. */
  private void requireDirectories(ResolverSession run) throws UsageException {
    for (String each : included.isEmpty() ? List.<String>of() : references) {
      if (!each.startsWith("!") && run.hasPaths(each)) {
        throw new UsageException(
            "--include and -e are for directories of the workspace; write a pattern of its own for "
                + Redaction.redact(each)
                + ", such as github:owner/name/**/*.md");
      }
    }
  }

  /** What the value of an option means as a glob. */
  private enum Glob implements Options.Meaning {
    /** An extension, which may be spelled {@code rs}, {@code .rs} or {@code *.rs}. */
    OF_EXTENSION {
      @Override
      public String of(String extension) {
        int start = extension.startsWith("*.") ? 2 : extension.startsWith(".") ? 1 : 0;
        return "*." + extension.substring(start);
      }
    },
    EXCLUDED {
      @Override
      public String of(String glob) {
        return "!" + glob;
      }
    }
  }

  /** What the short forms for git stand for. */
  private static List<String> ofGit(Arguments arguments) throws UsageException {
    var commands = new ArrayList<String>();
    if (arguments.has("--git-diff")) {
      commands.add("cmd:git diff HEAD");
    }
    String commits = arguments.value("--git-log");
    if (commits != null) {
      long many = LimitOptions.positive("--git-log", commits, Integer.MAX_VALUE);
      commands.add("cmd:git log -n " + many);
    }
    return commands;
  }

  /**
   * Takes standard input for the reference if there is no other and somebody has piped something
   * in; to be called before all else.
   */
  void takePipe(Arguments arguments, Streams streams) {
    boolean isNamed =
        !references.isEmpty()
            || arguments.value("--from") != null
            || arguments.has("--declared")
            || arguments.has("--git-diff")
            || arguments.value("--git-log") != null
            || !included.isEmpty()
            || !excluded.isEmpty();
    if (!isNamed && streams.inIsPiped()) {
      references.add(STANDARD_INPUT);
      isPipeImplied = true;
    }
  }

  /**
   * Parses references. Of many URLs it is looked up once whether there is a file {@code https:},
   * without which there is none below it.
   */
  private static List<Reference> parsed(List<String> texts, Requester requester, Path workspace) {
    var parsed = new ArrayList<Reference>();
    Set<String> missing = new HashSet<>();
    for (String text : texts) {
      int colon = text.indexOf("://");
      String start = colon < 0 ? "" : text.substring(0, colon + 1);
      Reference reference =
          missing.contains(start) ? Reference.of(0, text) : Reference.parse(0, text, workspace);
      parsed.add(reference.by(requester));
      if (colon >= 0 && reference.meaning() != Meaning.PATH && isMissing(start, workspace)) {
        missing.add(start);
      }
    }
    return parsed;
  }

  private static boolean isMissing(String path, Path workspace) {
    return Reference.parse(0, path, workspace).meaning() != Meaning.PATH;
  }

  private static ReferenceList.Problems unreadable(ResolverSession run) {
    return (entry, text, problem) -> {
      run.console()
          .error("--from, entry " + entry + " (" + Redaction.redact(text) + ") " + problem);
      run.report().countFailure();
    };
  }

  /** Those that may match nothing: what {@code --include} makes of directories. */
  Set<String> optional() {
    var optional = new HashSet<>(typed);
    optional.removeAll(references);
    optional.removeIf(each -> included.isEmpty() || each.indexOf('*') < 0);
    return optional;
  }

  /** Those that the user wrote on this line, or in a list, as {@link #references} found them. */
  List<String> typed() {
    return List.copyOf(typed);
  }

  private List<String> typed(
      Arguments arguments, Path workspace, Streams streams, ReferenceList.Problems unreadable)
      throws UsageException {
    String name = arguments.value("--name");
    String from = arguments.value("--from");
    if (from == null && arguments.value("--from-format") != null) {
      throw new UsageException("--from-format needs --from");
    }
    requireStandardInput(name, arguments.value("--type"));
    List<String> all = new ArrayList<>();
    for (String reference : references) {
      all.add(
          reference.equals(STANDARD_INPUT)
              ? StandardInputHandler.uri(name)
              : Included.lines(workspace, reference));
    }
    all.addAll(ofGit(arguments));
    if (from != null) {
      ReferenceList.Form form = ReferenceList.Form.parse(arguments.value("--from-format", "lines"));
      all.addAll(listed(streams, from, form, unreadable));
    }
    for (String each : references) {
      Reference reference = Reference.parse(0, each, workspace);
      if (reference.exclusion() && reference.target().isEmpty()) {
        throw new UsageException(
            "REF (!) has nothing to exclude; write it after the !, as in !target");
      }
    }
    boolean mayBeEmpty = arguments.has("--declared") || (from != null && all.isEmpty());
    if (!mayBeEmpty && areExclusions(all, workspace)) {
      all.add(0, ".");
    }
    all = Included.in(workspace, all, included);
    all.addAll(excluded);
    return all;
  }

  private static boolean areExclusions(List<String> texts, Path workspace) {
    for (String text : texts) {
      if (!Reference.parse(0, text, workspace).exclusion()) {
        return false;
      }
    }
    return true;
  }

  /** Opens a run that knows standard input, if that is one of the references. */
  ResolverSession open(Arguments arguments, Run run, boolean canAsk) throws UsageException {
    return ResolverSession.open(run, canAsk, standardInput(arguments, run.streams()));
  }

  private ResourceHandler[] standardInput(Arguments arguments, Streams streams) {
    return references.contains(STANDARD_INPUT)
        ? new ResourceHandler[] {
          new StandardInputHandler(
              streams.in(), arguments.value("--name"), arguments.value("--type"), !isPipeImplied)
        }
        : new ResourceHandler[0];
  }

  /** Whether somebody can answer on standard input, because nothing is read there. */
  boolean canAsk(Arguments arguments, Streams streams) {
    return streams.canAsk()
        && !references.contains(STANDARD_INPUT)
        && !STANDARD_INPUT.equals(arguments.value("--from"));
  }

  private void requireStandardInput(@Nullable String name, @Nullable String type)
      throws UsageException {
    if ((name != null || type != null) && !references.contains(STANDARD_INPUT)) {
      throw new UsageException("--name and --type need - (standard input)");
    }
    if (name != null && name.isEmpty()) {
      throw new UsageException("--name () must not be empty");
    }
    if (type != null && MimeType.parse(type).isEmpty()) {
      throw new UsageException("--type (" + type + ") must be a MIME type, such as text/markdown");
    }
  }

  private List<String> listed(
      Streams streams, String file, ReferenceList.Form form, ReferenceList.Problems unreadable)
      throws UsageException {
    if (file.equals(STANDARD_INPUT) && references.contains(STANDARD_INPUT)) {
      throw new UsageException("standard input can be a reference or a list of them, not both");
    }
    try (InputStream in = open(streams, file)) {
      return ReferenceList.read(in, form, unreadable);
    } catch (IOException e) {
      throw new UsageException("--from (" + file + ") cannot be read: " + FileProblem.of(e));
    }
  }

  private static InputStream open(Streams streams, String file) throws IOException {
    return file.equals(STANDARD_INPUT) ? streams.in() : FileProblem.open(file);
  }

  /**
   * Reads the values of {@code --var NAME=VALUE}, for the templates of servers.
   *
   * @return by name a String, or the List of Strings of a name that was given several times
   */
  private static Map<String, Object> valuesByName(List<String> given) throws UsageException {
    var all = new LinkedHashMap<String, List<String>>();
    for (String each : given) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--var (" + each + ") must be NAME=VALUE");
      }
      all.computeIfAbsent(each.substring(0, equals), name -> new ArrayList<>())
          .add(each.substring(equals + 1));
    }
    var values = new LinkedHashMap<String, Object>();
    all.forEach((name, each) -> values.put(name, each.size() == 1 ? each.get(0) : each));
    return values;
  }
}
