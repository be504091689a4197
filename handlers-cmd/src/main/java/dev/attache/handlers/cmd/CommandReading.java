package dev.attache.handlers.cmd;

import dev.attache.resource.Redaction;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Invocation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The reading of one command: consent, running, and the result as a resource. */
final class CommandReading {

  /** The most that is kept of standard error, and the part of all that it may take up. */
  private static final long MAX_ERRORS = 1 << 20;

  private static final int PART_FOR_ERRORS = 8;

  private final Preparation preparation;
  private final HandlerContext context;

  CommandReading(Preparation preparation, HandlerContext context) {
    this.preparation = preparation;
    this.context = context;
  }

  Resource read(ResourceUri uri) throws ResourceException {
    CommandUri command = command(uri);
    Invocation invocation = allowed(uri, command);
    GitGuard guard = guard(uri, invocation);
    Duration time = time(command);
    Completion completion = run(uri, launch(invocation, guard, time));
    String note = guard.note();
    if (note != null) {
      context.note(uri, note);
    }
    return CommandResource.of(
        uri, invocation.label(), command.description(), parameters(command), completion, context);
  }

  /** What else was said about a command, without secrets. */
  private static Map<String, String> parameters(CommandUri command) {
    var parameters = new LinkedHashMap<String, String>();
    Duration timeout = command.timeout();
    if (timeout != null) {
      parameters.put("timeout", Long.toString(timeout.toSeconds()));
    }
    command.metadata().forEach((key, value) -> parameters.put(key, shown(key, value)));
    return parameters;
  }

  private static String shown(String key, String value) {
    return Redaction.redact("?" + key + "=" + value).substring(key.length() + 2);
  }

  /** The command as it was named in this run, or else as its URI alone tells. */
  private CommandUri command(ResourceUri uri) throws ResourceException {
    CommandUri named = NamedCommands.of(context).find(uri);
    return named != null ? named : CommandUri.parse(uri.value(), context.workspace());
  }

  /** Consent comes first: whoever may not run it is not told which programs there are. */
  private Invocation allowed(ResourceUri uri, CommandUri command) throws ResourceException {
    Invocation invocation;
    try {
      invocation = preparation.invocation(command);
    } catch (ResourceException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        requireConsent(uri, preparation.missing(command));
      }
      throw e;
    }
    requireConsent(uri, invocation);
    return invocation;
  }

  private void requireConsent(ResourceUri uri, Invocation invocation) throws ResourceException {
    CommandPolicy policy =
        context
            .service(CommandPolicy.class)
            .orElseThrow(
                () ->
                    ResourceException.of(
                        Kind.DENIED,
                        uri.value(),
                        "commands are not run here: the application hands down no CommandPolicy"));
    CommandPolicy.Decision decision = policy.decide(uri, invocation, context.requester());
    if (!decision.isAllowed()) {
      throw ResourceException.of(Kind.DENIED, uri.value(), decision.why());
    }
  }

  private GitGuard guard(ResourceUri uri, Invocation invocation) throws ResourceException {
    Path git = preparation.git(invocation);
    GitAnswers answers = context.perRun(GitAnswers.class, GitAnswers::new);
    GitGuard guard =
        GitGuard.of(
            invocation.path(),
            invocation.arguments(),
            invocation.directory(),
            preparation.environment(),
            git == null ? null : answers.by(git));
    String refusal = guard.refusal();
    if (refusal != null) {
      throw ResourceException.of(Kind.DENIED, uri.value(), refusal);
    }
    return guard;
  }

  private Duration time(CommandUri command) {
    Duration wanted = preparation.settings().timeOf(command);
    Duration left = context.timeout();
    return wanted.compareTo(left) <= 0 ? wanted : left;
  }

  private Launch launch(Invocation invocation, GitGuard guard, Duration time) {
    long most = Math.min(context.maxBytes(), preparation.settings().maxOutput());
    Map<String, String> environment = new LinkedHashMap<>(preparation.environment());
    environment.putAll(guard.variables());
    var guarded =
        new Invocation(
            invocation.program(), invocation.path(), guard.arguments(), invocation.directory());
    long forErrors = Math.min(MAX_ERRORS, context.maxBytes() / PART_FOR_ERRORS);
    return new Launch(guarded, environment, time, most, forErrors);
  }

  private Completion run(ResourceUri uri, Launch launch) throws ResourceException {
    try {
      return context.perRun(Commands.class, Commands::new).run(launch);
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.NOT_FOUND,
          uri.value(),
          launch.invocation().path() + " cannot be started: " + e.getMessage(),
          e);
    } catch (OutOfTimeException e) {
      Duration limit = roundedUp(launch.time());
      throw ResourceException.of(
          Kind.TIMEOUT, uri.value(), TimeoutMessage.of(limit, e.output(), e.errors()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ResourceException.of(Kind.TIMEOUT, uri.value(), "was interrupted and ended", e);
    }
  }

  /** Of the time for an item a moment is always gone by the time a command starts. */
  private static Duration roundedUp(Duration time) {
    long unit = time.compareTo(Duration.ofSeconds(1)) > 0 ? 1_000 : 100;
    return Duration.ofMillis((time.toMillis() + unit - 1) / unit * unit);
  }
}
