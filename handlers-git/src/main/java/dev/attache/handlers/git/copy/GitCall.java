package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.OutputSource;
import dev.attache.support.process.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run of git to its end, with what it prints; after its time it is ended with all that it has
 * started.
 *
 * @param program the file of git
 * @param directory where it runs
 * @param environment all of its variables
 */
record GitCall(Path program, Path directory, Map<String, String> environment) {

  /** More than the list of the largest trees has. */
  private static final int MAX_OUTPUT = 256 << 20;

  private static final int MAX_ERRORS = 64 << 10;
  private static final long LOOK_MILLIS = 100;

  /** What a git that has ended has printed. */
  static final class Printed {
    private final int exitCode;
    private final byte[] output;
    private final String errors;

    private Printed(int exitCode, byte[] output, String errors) {
      this.exitCode = exitCode;
      this.output = output;
      this.errors = errors;
    }

    boolean isGood() {
      return exitCode == 0;
    }

    /** Its standard output; not to be changed. */
    byte[] output() {
      return output;
    }

    /** The beginning of its standard error. */
    String errors() {
      return errors;
    }
  }

  /** Looks from time to time at what a run has done so far, and may end it by an exception. */
  @FunctionalInterface
  interface Watch {
    Watch NONE = () -> {};

    void look() throws ResourceException;
  }

  Printed run(List<String> arguments, byte[] input, Caller caller, Watch watch)
      throws ResourceException {
    caller.require();
    ChildProcess child;
    try {
      child =
          ChildProcess.start(
              new ChildProcess.Start(
                  program.toString(), program, arguments, directory, environment, Redirect.PIPE));
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, caller.subject(), "git cannot be started: " + e.getMessage(), e);
    }
    var output = new Collected(MAX_OUTPUT);
    var errors = new Collected(MAX_ERRORS);
    List<FutureTask<Void>> work =
        List.of(
            start(() -> child.output().readInto(output)),
            start(() -> child.errors().readInto(errors)),
            start(() -> feed(child.process().getOutputStream(), input)));
    try {
      await(child.process(), caller, watch);
      join(work, caller);
    } finally {
      end(child, work);
    }
    if (output.isCut) {
      throw caller.failure(Kind.TOO_LARGE, "is listed by more than " + MAX_OUTPUT + " bytes");
    }
    return new Printed(
        child.process().exitValue(), output.bytes(), new String(errors.bytes(), UTF_8));
  }

  private static void await(Process process, Caller caller, Watch watch) throws ResourceException {
    try {
      long look = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
      while (!process.waitFor(Math.min(look, caller.nanosLeft()), TimeUnit.NANOSECONDS)) {
        watch.look();
        if (caller.nanosLeft() == 0) {
          throw caller.isOver();
        }
      }
      watch.look();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw caller.interrupted();
    }
  }

  /** Waits for what stands in the pipes of a git that has ended. */
  private static void join(List<FutureTask<Void>> work, Caller caller) throws ResourceException {
    for (FutureTask<Void> each : work) {
      try {
        each.get(caller.nanosLeft(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw caller.interrupted();
      } catch (TimeoutException e) {
        throw caller.isOver();
      } catch (ExecutionException e) {
        throw new AssertionError(e); // none of them fails
      }
    }
  }

  private static void end(ChildProcess child, List<FutureTask<Void>> work) {
    if (child.process().isAlive() || work.stream().anyMatch(each -> !each.isDone())) {
      Session.end(List.of(child.session()), Session.HURRY_NANOS);
      close(child.output());
      close(child.errors());
    }
  }

  private static void close(OutputSource source) {
    try {
      source.close();
    } catch (IOException e) {
      // There is nothing to be lost.
    }
  }

  private static FutureTask<Void> start(Runnable work) {
    var task = new FutureTask<Void>(work, null);
    var thread = new Thread(task, "attache-git");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static void feed(OutputStream to, byte[] input) {
    try (to) {
      to.write(input);
    } catch (IOException e) {
      // It ended without reading all: its exit code says why.
    }
  }

  /** What was printed, up to a limit. */
  private static final class Collected implements OutputSource.Sink {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final int limit;
    private boolean isCut;

    Collected(int limit) {
      this.limit = limit;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int taken = Math.min(length, limit - kept.size());
      kept.write(bytes, offset, taken);
      isCut |= taken < length;
    }

    byte[] bytes() {
      return kept.toByteArray();
    }
  }
}
