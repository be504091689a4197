package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.run.CommandSettings;
import dev.attache.handlers.cmd.run.Preparation;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The handler of {@code cmd:}: what a command prints, exact and bounded, without a shell.
 *
 * <p>Two spellings, {@code cmd:git diff --cached} and {@code cmd://git?arg=diff&arg=--cached}, of
 * which the second is canonical. A command runs in the workspace, or the directory in it that the
 * URI names, with its standard input closed and a minimal environment, and only if the {@link
 * dev.attache.resource.spi.CommandPolicy} that the application hands down allows it. When it has
 * ended, or its time is up, all that it has started is ended, too.
 *
 * <p>Configuration: {@code timeout} (a number of seconds; 30), {@code max-output} (bytes kept of
 * standard output; as many as a resource may have), {@code environment} (a list of {@code NAME},
 * {@code NAME_*} and {@code NAME=value}).
 *
 * <p>Thread-safe.
 */
public final class CommandHandler implements ResourceHandler {

  private final Map<String, String> environment;

  /** The handler that {@link java.util.ServiceLoader} finds. */
  public CommandHandler() {
    this(System.getenv());
  }

  /** A handler in other surroundings: with these environment variables. */
  CommandHandler(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * {@return a handler whose resources a program prints, as text, as bytes, or as JSON: the {@code
   * contents} of MCP, the {@code content} of a tool response (RFD 058), one resource, or an array
   * of resources} It starts under the same rules as a command: consent, directory, environment,
   * limits and end.
   *
   * <p>Configuration, of the first of its schemes that has one: {@code timeout}, {@code max-output}
   * and {@code environment} as above; {@code output} ({@code auto}, {@code text} or {@code json});
   * {@code mime-type}, the type of what names none; {@code parallel}, how many at once.
   *
   * @param command the program, by its name or an absolute path, and its arguments; {@code {uri}}
   *     in these stands for the URI, and has to be in one of them
   * @param schemes those that it owns, in lower case
   * @throws IllegalArgumentException if the command is no such command, saying what to do
   */
  public static ResourceHandler printing(List<String> command, Set<String> schemes) {
    return new ProgramHandler(new ProgramTemplate(command), schemes, System.getenv());
  }

  @Override
  public Set<String> schemes() {
    return Set.of("cmd");
  }

  @Override
  public Set<String> settings() {
    return CommandSettings.KEYS;
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    CommandUri command = CommandUri.parse(uri.value(), context.workspace());
    ResourceUri canonical = command.canonical();
    NamedCommands.of(context).add(canonical, command);
    return canonical;
  }

  /** As long as the command may run, and some time for what is made of what it printed. */
  @Override
  public Duration timeLimit(ResourceUri uri, HandlerContext context) {
    CommandUri named = NamedCommands.of(context).find(uri);
    return CommandSettings.of(context.configuration().values()).timeLimit(named);
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
    new CommandExpansion(
            new Preparation(environment, context), context, text -> named(text, context))
        .expand(references, sink);
  }

  private static CommandExpansion.Named named(String reference, HandlerContext context)
      throws ResourceException {
    CommandUri command = CommandUri.parse(reference, context.workspace());
    return new CommandExpansion.Named(command.canonical(), command, false);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    return List.of(new CommandReading(new Preparation(environment, context), context).read(uri));
  }
}
