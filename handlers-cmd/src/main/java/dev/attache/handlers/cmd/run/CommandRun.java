package dev.attache.handlers.cmd.run;

import dev.attache.handlers.cmd.git.GitAnswers;
import dev.attache.handlers.cmd.git.GitGuard;
import dev.attache.handlers.cmd.spelling.CommandUri;
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
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run of a command for one resource: consent, what keeps git in check, and the start. */
public final class CommandRun {

  /** The most that is kept of standard error, and the part of all that it may take up. */
  private static final long MAX_ERRORS = 1 << 20;

  private static final int PART_FOR_ERRORS = 8;

  private final ResourceUri uri;
  private final Preparation preparation;
  private final Surroundings surroundings;
  private final @Nullable String input;

  public CommandRun(ResourceUri uri, Preparation preparation, HandlerContext context) {
    this(uri, preparation, Surroundings.of(context), null);
  }

  /**
   * @param input what the command reads from standard input; null for nothing
   */
  public CommandRun(
      ResourceUri uri, Preparation preparation, Surroundings surroundings, @Nullable String input) {
    this.uri = uri;
    this.preparation = preparation;
    this.surroundings = surroundings;
    this.input = input;
  }

  /**
   * How a command ended.
   *
   * @param notes what was done to it, a line each
   */
  public record Ran(Completion completion, List<String> notes) {}

  /**
   * Returns what a command would start, if it may. Consent comes first: whoever may not run it is
   * not told which programs there are.
   *
   * @throws ResourceException {@code DENIED} if it may not; {@code NOT_FOUND} if there is no such
   *     program
   */
  public Invocation allowed(CommandUri command) throws ResourceException {
    Invocation invocation;
    try {
      invocation = preparation.invocation(uri, command);
    } catch (ResourceException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        requireConsent(preparation.missing(command));
      }
      throw e;
    }
    requireConsent(invocation);
    return invocation;
  }

  /**
   * Runs a command to its end.
   *
   * @param wanted how long it may run, if as much time is left
   * @param maxOutput how many bytes of its standard output are kept
   * @param variables what its environment has besides the usual
   * @throws ResourceException {@code NOT_FOUND} if it cannot be started; {@code DENIED} if git must
   *     not run here; {@code TIMEOUT} if it had to be ended
   */
  public Ran run(
      Invocation invocation, Duration wanted, long maxOutput, Map<String, String> variables)
      throws ResourceException {
    GitGuard guard = guard(invocation);
    Completion completion = run(launch(invocation, guard, time(wanted), maxOutput, variables));
    String note = guard.note();
    return new Ran(completion, note == null ? List.of() : List.of(note));
  }

  private void requireConsent(Invocation invocation) throws ResourceException {
    CommandPolicy policy =
        surroundings
            .policy()
            .orElseThrow(
                () ->
                    ResourceException.of(
                        Kind.DENIED,
                        uri.value(),
                        "commands cannot run here: the application provides no CommandPolicy"));
    CommandPolicy.Decision decision = policy.decide(uri, invocation, surroundings.requester());
    if (!decision.isAllowed()) {
      throw decision.refusal(uri);
    }
  }

  private GitGuard guard(Invocation invocation) throws ResourceException {
    Path git = preparation.git(invocation);
    GitAnswers answers = surroundings.shared(GitAnswers.class, GitAnswers::new);
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

  private Duration time(Duration wanted) {
    Duration left = surroundings.timeout();
    return wanted.compareTo(left) <= 0 ? wanted : left;
  }

  private Launch launch(
      Invocation invocation,
      GitGuard guard,
      Duration time,
      long maxOutput,
      Map<String, String> variables) {
    Map<String, String> environment = new LinkedHashMap<>(preparation.environment());
    environment.putAll(guard.variables());
    environment.putAll(variables);
    var guarded =
        new Invocation(
            invocation.program(), invocation.path(), guard.arguments(), invocation.directory());
    long forErrors = Math.min(MAX_ERRORS, surroundings.maxBytes() / PART_FOR_ERRORS);
    return new Launch(guarded, environment, input, time, maxOutput, forErrors);
  }

  private Completion run(Launch launch) throws ResourceException {
    try {
      return surroundings.shared(Commands.class, Commands::new).run(launch);
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.NOT_FOUND,
          uri.value(),
          launch.invocation().path() + " cannot be started: " + e.getMessage(),
          e);
    } catch (OutOfTimeException e) {
      Duration limit = roundedUp(launch.time());
      throw ResourceException.of(
          Kind.TIMEOUT, uri.value(), e.line(limit, preparation.secrets()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ResourceException.of(Kind.TIMEOUT, uri.value(), "was interrupted and killed", e);
    }
  }

  /** Of the time for an item a moment is always gone by the time a command starts. */
  private static Duration roundedUp(Duration time) {
    long unit = time.compareTo(Duration.ofSeconds(1)) > 0 ? 1_000 : 100;
    return Duration.ofMillis((time.toMillis() + unit - 1) / unit * unit);
  }
}
