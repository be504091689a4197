package dev.attache.handlers.cmd.run;

import dev.attache.resource.spi.Invocation;
import dev.attache.support.process.ChildProcess;
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.Map;

/**
 * The start of a program with all that it runs under.
 *
 * @param invocation what is started; its arguments are those that it is given
 * @param environment all of its environment variables
 * @param time how long it may run
 * @param maxOutput how many bytes of its standard output are kept
 * @param maxErrors how many bytes of its standard error are kept
 */
public record Launch(
    Invocation invocation,
    Map<String, String> environment,
    Duration time,
    long maxOutput,
    long maxErrors) {

  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  /** What is to be started of this. */
  public ChildProcess.Start start() {
    return new ChildProcess.Start(
        invocation.program(),
        invocation.path(),
        invocation.arguments(),
        invocation.directory(),
        environment,
        NOTHING);
  }
}
