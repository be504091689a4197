package dev.attache.handlers.cmd.run;

import dev.attache.support.process.Session;
import java.util.concurrent.TimeUnit;

/**
 * The time for which a command is waited for that ought to be over by itself.
 *
 * @param lingerNanos how long the output of a command that has ended may be held open by what it
 *     left behind
 * @param restNanos how long reading may take of what stands in the pipes when nobody writes any
 *     more
 * @param termNanos how long processes have to end when they are asked to
 */
public record Patience(long lingerNanos, long restNanos, long termNanos) {

  /** The patience with all commands; tests have their own. */
  static final Patience USUAL =
      new Patience(
          TimeUnit.SECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(500), Session.TERM_NANOS);
}
