package dev.attache.handlers.cmd.run;

import dev.attache.resource.spi.Invocation;
import dev.attache.support.process.ChildProcess;
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The start of a program with all that it runs under.
 *
 * @param invocation what is started; its arguments are those that it is given
 * @param environment all of its environment variables
 * @param input what it reads from standard input, in UTF-8; null for nothing
 * @param time how long it may run
 * @param maxOutput how many bytes of its standard output are kept
 * @param maxErrors how many bytes of its standard error are kept
 */
public record Launch(
    Invocation invocation,
    Map<String, String> environment,
    @Nullable String input,
    Duration time,
    long maxOutput,
    long maxErrors) {

  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  /** The start of a program that reads nothing. */
  public Launch(
      Invocation invocation,
      Map<String, String> environment,
      Duration time,
      long maxOutput,
      long maxErrors) {
    this(invocation, environment, null, time, maxOutput, maxErrors);
  }

  /** What is to be started of this. */
  public ChildProcess.Start start() {
    return new ChildProcess.Start(
        invocation.program(),
        invocation.path(),
        invocation.arguments(),
        invocation.directory(),
        environment,
        input == null ? NOTHING : Redirect.PIPE);
  }
}
