package dev.attache.handlers.cmd;

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

  private static final Duration TIME_FOR_THE_REST = Duration.ofSeconds(10);

  private final Map<String, String> environment;

  /** The handler that {@link java.util.ServiceLoader} finds. */
  public CommandHandler() {
    this(System.getenv());
  }

  /** A handler in other surroundings: with these environment variables. */
  CommandHandler(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Set<String> schemes() {
    return Set.of("cmd");
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    CommandUri command = CommandUri.parse(uri.value(), context.workspace());
    NamedCommands.of(context).add(command);
    return command.canonical();
  }

  /** As long as the command may run, and some time for what is made of what it printed. */
  @Override
  public Duration timeLimit(ResourceUri uri, HandlerContext context) {
    CommandUri named = NamedCommands.of(context).find(uri);
    return CommandSettings.of(context.configuration()).timeOf(named).plus(TIME_FOR_THE_REST);
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
    new CommandExpansion(new Preparation(environment, context), context).expand(references, sink);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    return List.of(new CommandReading(new Preparation(environment, context), context).read(uri));
  }
}
