package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.output.ToolOutput;
import dev.attache.handlers.cmd.run.CommandRun;
import dev.attache.handlers.cmd.run.CommandSettings;
import dev.attache.handlers.cmd.run.Commands;
import dev.attache.handlers.cmd.run.Preparation;
import dev.attache.handlers.cmd.run.Surroundings;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import dev.attache.support.json.PlainJson;
import dev.attache.support.process.PlatformText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A program as a tool (RFD 058): it reads its context as JSON from standard input, and prints a
 * response or any text. It starts under the rules for commands: consent, directory, environment,
 * limits and end.
 *
 * <p>Thread-safe.
 */
public final class ProgramTool implements Tool {

  /**
   * The definition of a tool.
   *
   * @param name its name, which matches {@link Tool#NAME}
   * @param description what it does; empty if nobody says
   * @param command the program and its arguments, in which <code>{tool.arguments.x}</code>, <code>
   *     {tool.answers.x}</code>, <code>{tool.options.x}</code>, <code>{tool.name}</code> and <code>
   *     {context.root}</code> stand for what it is called with
   * @param inputSchema the JSON Schema of its arguments
   * @param options what is set for it
   * @param settings {@code timeout}, {@code max-output} and {@code environment}, as of commands
   */
  public record Definition(
      String name,
      String description,
      List<String> command,
      Map<String, Object> inputSchema,
      Map<String, Object> options,
      Map<String, Object> settings) {

    /**
     * Takes copies, and checks the name.
     *
     * @param name its name, which matches {@link Tool#NAME}
     * @param description what it does; empty if nobody says
     * @param command the program and its arguments, placeholders among them
     * @param inputSchema the JSON Schema of its arguments
     * @param options what is set for it
     * @param settings those of a command
     * @throws IllegalArgumentException if the name is none
     */
    public Definition {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "name (" + name + ") must have 1 to 64 letters, digits, _ and -");
      }
      command = List.copyOf(command);
      inputSchema = copyOf(inputSchema);
      options = copyOf(options);
      settings = copyOf(settings);
    }

    /**
     * {@return the identity of the definition, by which trust is given: of what it starts, and of
     * all that a model or the program reads of it} What it is called with is no part of it.
     *
     * @param invocation what it starts, as {@link ProgramTool#invocation} says
     */
    public ContentDigest digest(Invocation invocation) {
      var parts = new ArrayList<Object>();
      parts.add("tool");
      parts.add(invocation.digest().hex());
      parts.addAll(List.of(name, description, command, inputSchema, options, settings));
      try {
        return ContentDigest.sha256(PlainJson.write(parts));
      } catch (IOException e) {
        throw new UncheckedIOException(e); // it is in memory
      }
    }

    private static Map<String, Object> copyOf(Map<String, Object> map) {
      return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
  }

  /**
   * The place of a tool.
   *
   * @param workspace the directory that it runs in, absolute and free of symlinks
   * @param policy the answer to whether it may run
   * @param requester who wants it: the workspace if that defines it
   * @param maxBytes how many bytes of its output are kept
   * @param canonicalizer what makes the URIs of its resources canonical
   */
  public record Place(
      Path workspace,
      CommandPolicy policy,
      Requester requester,
      long maxBytes,
      Canonicalizer canonicalizer) {}

  private final Definition definition;
  private final ToolTemplate template;
  private final Place place;
  private final Map<String, String> environment;

  private ProgramTool(
      Definition definition, ToolTemplate template, Place place, Map<String, String> environment) {
    this.definition = definition;
    this.template = template;
    this.place = place;
    this.environment = Map.copyOf(environment);
  }

  /**
   * {@return a tool}
   *
   * @param definition what the tool is and starts
   * @param place where it runs, and for whom
   * @throws IllegalArgumentException if its command is none, saying what to do
   */
  public static ProgramTool of(Definition definition, Place place) {
    return of(definition, place, System.getenv());
  }

  static ProgramTool of(Definition definition, Place place, Map<String, String> environment) {
    boolean isOfWorkspace = place.requester() == Requester.WORKSPACE;
    return new ProgramTool(
        definition, template(definition.command(), isOfWorkspace), place, environment);
  }

  /**
   * Requires that a command is one that a tool can have.
   *
   * @param command the program and its arguments, placeholders among them
   * @param isOfWorkspace whether a workspace has chosen it, and so may name a program of its own
   * @throws IllegalArgumentException if it is not, saying what to do
   */
  public static void requireCommand(List<String> command, boolean isOfWorkspace) {
    template(command, isOfWorkspace);
  }

  private static ToolTemplate template(List<String> command, boolean isOfWorkspace) {
    return isOfWorkspace ? ToolTemplate.ofWorkspace(command) : ToolTemplate.ofUser(command);
  }

  @Override
  public String name() {
    return definition.name();
  }

  @Override
  public String description() {
    return definition.description();
  }

  @Override
  public Map<String, Object> inputSchema() {
    return definition.inputSchema();
  }

  @Override
  public Map<String, Object> options() {
    return definition.options();
  }

  @Override
  public String source() {
    return LOCAL;
  }

  @Override
  public Map<String, Object> definition() {
    Map<String, Object> parts = Tool.super.definition();
    parts.put("command", definition.command());
    parts.put("options", definition.options());
    parts.put("settings", definition.settings());
    return parts;
  }

  /** {@return the URI by which trust and messages name it} */
  public ResourceUri uri() {
    return ResourceUri.of("tool:" + definition.name());
  }

  /**
   * {@return how long it may run unless the caller says otherwise}
   *
   * @param definition the tool, whose settings may have a {@code timeout}
   */
  public static Duration timeout(Definition definition) {
    return CommandSettings.of(definition.settings()).timeout();
  }

  /**
   * {@return what is trusted when it is: what it starts, with what stands in braces as it stands
   * there}
   *
   * @throws ResourceException {@code NOT_FOUND} if there is no such program
   */
  public Invocation invocation() throws ResourceException {
    return preparation().invocation(uri(), command());
  }

  private Preparation preparation() {
    return new Preparation(environment, CommandSettings.of(definition.settings()));
  }

  private CommandUri command() {
    return CommandUri.of(template.words(), place.workspace());
  }

  @Override
  public ToolResponse call(ToolContext context, Duration timeout) throws ResourceException {
    try (var surroundings = new CallSurroundings(place, timeout)) {
      Preparation preparation = preparation();
      var run = new CommandRun(uri(), preparation, surroundings, context.json() + "\n");
      Invocation trusted = run.allowed(command());
      var invocation =
          new Invocation(
              trusted.program(), trusted.path(), arguments(context), trusted.directory());
      long kept = Math.min(preparation.settings().maxOutput(), place.maxBytes());
      CommandRun.Ran ran = run.run(invocation, timeout, kept, Map.of());
      ran.notes().forEach(context.observer()::note);
      return new ToolOutput(
              ran.completion(),
              preparation.secrets(),
              place.maxBytes(),
              place.canonicalizer(),
              context.observer())
          .response();
    }
  }

  private List<String> arguments(ToolContext context) throws ResourceException {
    String fault;
    try {
      List<String> arguments = template.arguments(context);
      fault = PlatformText.faultOfArguments(arguments);
      if (fault == null) {
        return arguments;
      }
    } catch (IllegalArgumentException e) {
      fault = String.valueOf(e.getMessage());
    }
    throw ResourceException.of(Kind.FAILED, uri().value(), fault);
  }

  /** The surroundings of one call, with the processes that it starts. */
  private static final class CallSurroundings implements Surroundings, AutoCloseable {

    private final Place place;
    private final Duration timeout;
    private final Map<Class<?>, Object> shared = new ConcurrentHashMap<>();

    CallSurroundings(Place place, Duration timeout) {
      this.place = place;
      this.timeout = timeout;
    }

    @Override
    public Optional<CommandPolicy> policy() {
      return Optional.of(place.policy());
    }

    @Override
    public Requester requester() {
      return place.requester();
    }

    @Override
    public long maxBytes() {
      return place.maxBytes();
    }

    @Override
    public Duration timeout() {
      return timeout;
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<? extends T> create) {
      return type.cast(shared.computeIfAbsent(type, t -> create.get()));
    }

    @Override
    public void close() {
      if (shared.get(Commands.class) instanceof Commands commands) {
        commands.close();
      }
    }
  }
}
