package dev.attache.handlers.cmd.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.OutputSource;
import dev.attache.support.process.Session;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A command that was started: its process, the reading of both its streams, and its end.
 *
 * <p>Both streams are read all the time, whatever becomes of what is read: a command that cannot
 * write stands still. What it is given is written beside, and may be left unread.
 */
public final class RunningCommand {

  private final Patience patience;
  private final Process process;
  private final Session session;
  private final OutputSource outputSource;
  private final OutputSource errorSource;
  private final Capture output;
  private final Capture errors;
  private final FutureTask<Void> readsOutput;
  private final FutureTask<Void> readsErrors;
  private final @Nullable String input;
  private volatile boolean isRunOver;

  public RunningCommand(ChildProcess child, Launch launch, Patience patience) {
    this.patience = patience;
    this.process = child.process();
    this.session = child.session();
    this.outputSource = child.output();
    this.errorSource = child.errors();
    this.output = new Capture(launch.maxOutput());
    this.errors = new Capture(launch.maxErrors());
    this.input = launch.input();
    this.readsOutput = new FutureTask<>(() -> outputSource.readInto(output::write), null);
    this.readsErrors = new FutureTask<>(() -> errorSource.readInto(errors::write), null);
  }

  public void startReading(Executor threads) {
    threads.execute(readsOutput);
    threads.execute(readsErrors);
    if (input != null) {
      threads.execute(() -> give(input));
    }
  }

  /** Ends when all is read, or nobody is left who could read it. */
  private void give(String text) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      // A program need not read what it is given.
    }
  }

  /**
   * Waits for the end of the command, and sees to it that nothing of it remains.
   *
   * @throws OutOfTimeException if it had to be ended
   * @throws InterruptedException if the thread was interrupted; the command has been ended
   */
  public Completion await(long nanos) throws OutOfTimeException, InterruptedException {
    boolean hasEnded = hasEndedWithin(nanos);
    requireRun();
    if (!hasEnded) {
      end(patience.termNanos());
      throw new OutOfTimeException(output.captured(), errors.captured());
    }
    boolean isOver = isReadWithin(patience.lingerNanos()) && !session.hasRest();
    int leftBehind = isOver ? 0 : Session.end(List.of(session), patience.termNanos());
    boolean isComplete = isReadOrClosed();
    requireRun();
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedException();
    }
    return new Completion(
        process.exitValue(), output.captured(), errors.captured(), leftBehind, isComplete);
  }

  private boolean hasEndedWithin(long nanos) throws InterruptedException {
    try {
      return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      end(Session.HURRY_NANOS);
      throw e;
    }
  }

  private void requireRun() throws InterruptedException {
    if (isRunOver) {
      throw new InterruptedException("the run has ended");
    }
  }

  /** Ends these and all that they have started, in a hurry; whoever awaits one learns of it. */
  static void endAll(Collection<RunningCommand> commands) {
    List<RunningCommand> all = List.copyOf(commands);
    all.forEach(command -> command.isRunOver = true);
    Session.end(all.stream().map(command -> command.session).toList(), Session.HURRY_NANOS);
    all.forEach(RunningCommand::isReadOrClosed);
  }

  /** Ends the command and all that it has started. */
  public void end(long patienceNanos) {
    Session.end(List.of(session), patienceNanos);
    isReadOrClosed();
  }

  /** Waits for what is still to be read; false if a process that cannot be ended holds it open. */
  private boolean isReadOrClosed() {
    boolean isRead = isReadWithin(patience.restNanos());
    if (!isRead) {
      close(outputSource);
      close(errorSource);
      isReadWithin(patience.restNanos());
    }
    return isRead;
  }

  /** Waits, even if interrupted, which then shows in the flag as before. */
  private boolean isReadWithin(long nanos) {
    long end = System.nanoTime() + nanos;
    return isDone(readsOutput, end) && isDone(readsErrors, end);
  }

  private static boolean isDone(FutureTask<Void> reading, long end) {
    boolean wasInterrupted = false;
    while (true) {
      try {
        reading.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        break;
      } catch (TimeoutException e) {
        break;
      } catch (InterruptedException e) {
        wasInterrupted = true;
      } catch (ExecutionException e) {
        throw failure(e);
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
    return reading.isDone();
  }

  /** Reading ends quietly, unless there is no memory for what is read. */
  private static Error failure(ExecutionException e) {
    return e.getCause() instanceof Error error ? error : new AssertionError(e);
  }

  private static void close(OutputSource source) {
    try {
      source.close();
    } catch (IOException e) {
      // There is nothing to be lost.
    }
  }
}
