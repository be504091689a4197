package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.run.CommandSettings;
import dev.attache.handlers.cmd.run.Preparation;
import dev.attache.handlers.cmd.spelling.CommandUri;
import dev.attache.handlers.cmd.spelling.UriPath;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
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
 * The handler of schemes whose resources a program prints: see {@link CommandHandler#printing}.
 *
 * <p>Thread-safe.
 */
final class ProgramHandler implements ResourceHandler {

  private final ProgramTemplate template;
  private final Set<String> schemes;
  private final Map<String, String> environment;

  /**
   * @param environment the environment variables of this process
   */
  ProgramHandler(ProgramTemplate template, Set<String> schemes, Map<String, String> environment) {
    this.template = template;
    this.schemes = Set.copyOf(schemes);
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Set<String> schemes() {
    return schemes;
  }

  /** The URI as it is, with its scheme in lower case. */
  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
    return UriPath.withLowerCaseScheme(uri);
  }

  @Override
  public int parallelism(HandlerContext context) {
    return ProgramSettings.of(context).parallelism();
  }

  /** As long as the program may run, and some time for what is made of what it printed. */
  @Override
  public Duration timeLimit(ResourceUri uri, HandlerContext context) {
    return CommandSettings.of(context.configuration().values()).timeLimit(null);
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink) {
    new CommandExpansion(
            new Preparation(environment, context), context, text -> named(text, context))
        .expand(references, sink);
  }

  private CommandExpansion.Named named(String reference, HandlerContext context)
      throws ResourceException {
    try {
      ResourceUri uri = UriPath.withLowerCaseScheme(ResourceUri.of(reference));
      return new CommandExpansion.Named(uri, template.command(uri, context.workspace()), true);
    } catch (IllegalArgumentException e) {
      throw ResourceException.of(Kind.INVALID_URI, reference, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    CommandUri command = template.command(uri, context.workspace());
    return new ProgramReading(uri, new Preparation(environment, context), context)
        .read(command, schemes);
  }
}
