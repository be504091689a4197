package dev.attache.mcp.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.McpServer;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The making of a server from its definition. */
final class ServerReader {

  /** Long enough for a package manager to fetch the server first. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  /** What is shorter was meant as seconds. */
  private static final Duration SHORTEST_FOREIGN = Duration.ofSeconds(1);

  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Path workspace;
  private final Checkout checkout;
  private final Map<String, String> environment;
  private final BiConsumer<String, String> warnings;

  ServerReader(
      Path workspace, Map<String, String> environment, BiConsumer<String, String> warnings) {
    this.workspace = workspace;
    this.checkout = new Checkout(workspace);
    this.environment = environment;
    this.warnings = warnings;
  }

  /** Returns the server; if the definition is wrong, one that says so. */
  McpServer read(ServerDefinition definition, String alias) {
    var draft = new Draft();
    String problem = null;
    try {
      read(definition, draft);
    } catch (DefinitionException e) {
      problem = e.getMessage();
    }
    var form = new WrittenForm(definition);
    McpServer.Written written = WrittenWay.of(definition, draft.way);
    return new McpServer(
        definition.name(),
        alias,
        definition.origin().label(),
        definition.origin().isOfProject() || draft.isDependent,
        problem == null ? draft.way : null,
        draft.isDisabled,
        draft.startTimeout,
        draft.requestTimeout,
        form.digest(workspace, draft.environmentFile),
        form.label(written.connects()),
        written,
        problem,
        draft.tools);
  }

  /** As much of a server as is known before something is found to be wrong. */
  private static final class Draft {
    boolean isDisabled;
    boolean isDependent;
    Duration startTimeout = START_TIMEOUT;
    @Nullable Duration requestTimeout;
    McpServer.Tools tools = McpServer.Tools.NONE;
    McpServer.@Nullable Way way;
    @Nullable ContentDigest environmentFile;
  }

  private void read(ServerDefinition definition, Draft draft) throws DefinitionException {
    var variables = new DefinitionVariables(workspace, environment, definition);
    var fields = new DefinitionFields(definition, variables);
    draft.isDisabled = fields.flag("disabled");
    if (!definition.defects().isEmpty()) {
      Map.Entry<String, String> defect = definition.defects().entrySet().iterator().next();
      throw new DefinitionException(
          defect.getValue() + ": " + defect.getKey() + " is defined twice; remove one");
    }
    readTimes(fields, definition, draft);
    var texts = new Texts(fields);
    if (definition.origin().isOwnFormat()) {
      Consumer<String> warn = text -> warnings.accept(definition.name(), text);
      draft.tools = new ToolTables(definition.origin(), fields, warn).read();
      for (String key : fields.unknown()) {
        warn.accept(definition.origin().subject(key) + " is unknown and ignored");
      }
    }
    variables.check();
    draft.way = way(definition, fields, texts, draft);
  }

  private void readTimes(DefinitionFields fields, ServerDefinition definition, Draft draft)
      throws DefinitionException {
    Duration start = foreignTime(fields, definition, "startupTimeout");
    Duration request = foreignTime(fields, definition, "timeout");
    if (definition.origin().isOwnFormat()) {
      Duration ownStart = fields.time("start-timeout", SECOND);
      Duration ownRequest = fields.time("request-timeout", SECOND);
      start = ownStart == null ? start : ownStart;
      request = ownRequest == null ? request : ownRequest;
    }
    draft.startTimeout = start == null ? START_TIMEOUT : start;
    draft.requestTimeout = request;
  }

  private @Nullable Duration foreignTime(
      DefinitionFields fields, ServerDefinition definition, String key) throws DefinitionException {
    Duration time = fields.time(key, MILLISECOND);
    if (time != null && time.compareTo(SHORTEST_FOREIGN) < 0) {
      warnings.accept(
          definition.name(),
          definition.origin().subject(key) + " is in milliseconds; values below 1000 are ignored");
      return null;
    }
    return time;
  }

  /** All texts of a definition, with what their variables hold. */
  private static final class Texts {
    final @Nullable String type;
    final @Nullable String command;
    final List<String> arguments;
    final Map<String, @Nullable String> environment;
    final @Nullable String environmentFile;
    final @Nullable String directory;
    final @Nullable String url;
    final Map<String, @Nullable String> headers;

    Texts(DefinitionFields fields) throws DefinitionException {
      String transport = fields.text("transport");
      String given = fields.text("type");
      type = given == null ? transport : given;
      command = fields.text("command");
      arguments = fields.texts("args");
      environment = fields.table("env");
      environmentFile = fields.text("envFile");
      directory = fields.text("cwd");
      url = fields.text("url");
      headers = fields.table("headers");
    }
  }

  private McpServer.Way way(
      ServerDefinition definition, DefinitionFields fields, Texts texts, Draft draft)
      throws DefinitionException {
    return switch (kind(definition, fields, texts)) {
      case "stdio" -> program(definition, fields, texts, draft);
      case "http", "streamablehttp" -> endpoint(fields, texts);
      case "sse" ->
          throw fields.wrong(
              "type",
              "is sse, the HTTP+SSE transport of 2024-11-05, which is deprecated and not supported;"
                  + " use the server's streamable HTTP endpoint and type http");
      default -> throw fields.wrong("type", "must be stdio or http");
    };
  }

  private static String kind(ServerDefinition definition, DefinitionFields fields, Texts texts)
      throws DefinitionException {
    if (texts.type != null) {
      return texts.type.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
    if (texts.command != null && texts.url != null) {
      throw fields.wrong("type", "must choose between command (stdio) and url (http)");
    }
    if (texts.command == null && texts.url == null) {
      throw new DefinitionException(
          definition.origin().subject() + " must have a command or a url");
    }
    return texts.command != null ? "stdio" : "http";
  }

  private McpServer.Endpoint endpoint(DefinitionFields fields, Texts texts)
      throws DefinitionException {
    if (texts.url == null) {
      throw fields.wrong("url", "is required, because type is http");
    }
    return new McpServer.Endpoint(
        HttpRules.url(fields, "url", texts.url),
        HttpRules.headers(fields, "headers", texts.headers));
  }

  private McpServer.Program program(
      ServerDefinition definition, DefinitionFields fields, Texts texts, Draft draft)
      throws DefinitionException {
    if (texts.command == null) {
      throw fields.wrong("command", "is required, because type is stdio");
    }
    if (texts.command.isBlank()) {
      throw fields.wrong("command", "must not be empty");
    }
    DefinitionBase base = definition.origin().base();
    String cwd = texts.directory == null || texts.directory.equals(".") ? "" : texts.directory;
    Path directory = path(fields, "cwd", cwd, base.directory());
    path(fields, "command", texts.command, directory);
    Map<String, String> environment = environment(fields, texts);
    McpServer.EnvironmentFile file = environmentFile(definition, fields, texts, draft);
    var program =
        new McpServer.Program(texts.command, texts.arguments, environment, file, directory);
    draft.isDependent |= new WorkspaceDependence(checkout, base).of(cwd, program);
    return program;
  }

  private Map<String, String> environment(DefinitionFields fields, Texts texts)
      throws DefinitionException {
    var environment = new LinkedHashMap<String, String>();
    for (Map.Entry<String, @Nullable String> entry : texts.environment.entrySet()) {
      String name = entry.getKey();
      String value = entry.getValue();
      if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
        throw fields.wrong("env", "must have names that are not empty, without = and NUL");
      }
      if (value != null) {
        environment.put(name, value);
      }
    }
    return environment;
  }

  /**
   * A file of the user's is not touched here. One that the workspace decides is read, for what it
   * sets is what trust is given to, and stays so; it can be read because it must lie in the
   * workspace.
   */
  private McpServer.@Nullable EnvironmentFile environmentFile(
      ServerDefinition definition, DefinitionFields fields, Texts texts, Draft draft)
      throws DefinitionException {
    if (texts.environmentFile == null) {
      return null;
    }
    if (texts.environmentFile.isBlank()) {
      throw fields.wrong("envFile", "must not be empty");
    }
    DefinitionBase base = definition.origin().base();
    Path path = path(fields, "envFile", texts.environmentFile, base.directory());
    String label = path.toString();
    EnvironmentText text = () -> SourceText.ofRegularFile(path, label);
    boolean isOfProject = definition.origin().isOfProject();
    draft.isDependent = new WorkspaceDependence(checkout, base).of(texts.environmentFile, path);
    if (isOfProject || draft.isDependent) {
      EnvironmentText first =
          isOfProject ? () -> SourceText.inWorkspace(workspace, path, label) : text;
      String read = read(fields, first);
      draft.environmentFile = ContentDigest.sha256(read.getBytes(UTF_8));
      text = () -> read;
    }
    EnvironmentText source = text;
    return () -> {
      try {
        var variables = new LinkedHashMap<>(EnvFile.parse(source.read(), label));
        variables.keySet().removeAll(texts.environment.keySet()); // also those that it takes away
        return variables;
      } catch (IOException | DefinitionException e) {
        throw new IOException(unusable(fields, e).getMessage(), e);
      }
    };
  }

  /** The text of a file of variables. */
  @FunctionalInterface
  private interface EnvironmentText {
    String read() throws IOException;
  }

  private static String read(DefinitionFields fields, EnvironmentText text)
      throws DefinitionException {
    try {
      return text.read();
    } catch (IOException e) {
      throw unusable(fields, e);
    }
  }

  private static DefinitionException unusable(DefinitionFields fields, Exception e) {
    return fields.wrong("envFile", "cannot be used: " + e.getMessage());
  }

  private static Path path(DefinitionFields fields, String key, String text, Path base)
      throws DefinitionException {
    try {
      return text.isEmpty() ? base : base.resolve(text);
    } catch (InvalidPathException e) {
      throw fields.wrong(key, "is not a valid path on this system: " + e.getReason());
    }
  }
}
