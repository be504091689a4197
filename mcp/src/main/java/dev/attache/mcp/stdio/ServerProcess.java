package dev.attache.mcp.stdio;

import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.OutputSource;
import dev.attache.support.process.Session;
import dev.attache.support.process.Signals;
import dev.attache.support.process.StartFailure;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A server that was started: its standard streams, each with a thread of its own, and its end.
 *
 * <p>It has ended when its process has, whoever else holds its standard output open, or when its
 * standard output has, whatever its process does then.
 */
final class ServerProcess {

  /** How long a server may take to end by itself when its standard input does. */
  private static final long END_MILLIS = 250;

  /** How long to wait for what a server that has ended printed last. */
  private static final long REST_MILLIS = 40;

  /** How long to wait for the exit of a server that has closed its standard output. */
  private static final long EXIT_MILLIS = 90;

  private static final long LOOK_MILLIS = 5;

  /** How long the reading of what stands in the pipe may go on after the end. */
  private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final ChildProcess child;
  private final InputQueue input;
  private final LastLines errors = new LastLines();
  private final Runnable ended;
  private final long exitMillis;
  private final CountDownLatch outputEnd = new CountDownLatch(1);
  private final CountDownLatch errorsEnd = new CountDownLatch(1);
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final AtomicBoolean isGuardless = new AtomicBoolean();
  private volatile boolean isClosing;
  private volatile boolean isEndedHere;
  private volatile boolean isKilledHere;
  private volatile boolean isReading;
  private volatile boolean isOutOfMemory;
  private volatile long lastRead;
  private volatile @Nullable OrphanWatchdog guard;

  /**
   * @param ended is run once, when it has ended
   */
  ServerProcess(ChildProcess child, Runnable ended) {
    this(child, ended, EXIT_MILLIS);
  }

  /**
   * @param ended is run once, when it has ended
   * @param exitMillis how long to wait for the exit of a server that has closed its standard output
   */
  ServerProcess(ChildProcess child, Runnable ended, long exitMillis) {
    this.child = child;
    this.exitMillis = exitMillis;
    this.input = new InputQueue(child.process().getOutputStream());
    this.ended = ended;
  }

  /** Reads and writes from now on. */
  void start(String name, OutputSource.Sink lines) {
    thread(name + " output", () -> readOutput(lines));
    thread(name + " input", input::writeAll);
    thread(name + " errors", this::readErrors);
    thread(name, this::watch);
  }

  private void thread(String name, Runnable task) {
    var thread = new Thread(() -> runInMemory(task), "mcp " + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Gives the server up if there is no memory for what it says. */
  private void runInMemory(Runnable task) {
    try {
      task.run();
    } catch (OutOfMemoryError e) {
      isOutOfMemory = true;
      end();
    }
  }

  /** Queues a line for the server; false if it does not read, or has ended. */
  boolean send(byte[] line) {
    return isOpen() && input.offer(line);
  }

  boolean isOpen() {
    return !isOver.get() && child.process().isAlive();
  }

  private void readOutput(OutputSource.Sink lines) {
    try {
      child
          .output()
          .readInto(
              (bytes, offset, length) -> {
                isReading = true;
                lines.write(bytes, offset, length);
                lastRead = System.nanoTime();
                isReading = false;
              });
    } catch (OutOfMemoryError e) {
      isOutOfMemory = true;
    } finally {
      outputEnd.countDown();
      isExitedWithin(exitMillis); // which tells more
      end();
    }
  }

  private void readErrors() {
    try {
      child.errors().readInto(errors);
    } finally {
      errorsEnd.countDown();
    }
  }

  private void watch() {
    OrphanWatchdog started = OrphanWatchdog.over(child.process().pid(), child.session().pipes());
    guard = started;
    if (isGuardless.get() && started != null) {
      started.dismiss();
    }
    try {
      child.process().waitFor();
      awaitRest();
      end();
      close(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until what was printed last is read, though somebody else may hold the pipe open. */
  private void awaitRest() throws InterruptedException {
    long exit = System.nanoTime();
    lastRead = exit;
    while (!outputEnd.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      boolean isQuiet = !isReading && now - lastRead > TimeUnit.MILLISECONDS.toNanos(REST_MILLIS);
      if (isQuiet || now - exit > LONGEST_REST_NANOS) {
        return;
      }
    }
  }

  private void end() {
    if (isOver.compareAndSet(false, true)) {
      awaitErrors();
      ended.run();
      if (!isClosing) {
        thread("end", () -> close(false));
      }
    }
  }

  private void awaitErrors() {
    try {
      if (!child.process().isAlive()) {
        errorsEnd.await(REST_MILLIS / 2, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the server and all that it started; returns when nothing of it is left. */
  void close(boolean isHurried) {
    isEndedHere |= !isOver.get() && child.process().isAlive();
    isClosing = true;
    input.end();
    boolean hasExited = isExitedWithin(isHurried ? 0 : END_MILLIS);
    if (!hasExited || !isAllOver()) {
      isKilledHere |= !hasExited;
      Session.end(List.of(child.session()), isHurried ? Session.HURRY_NANOS : Session.TERM_NANOS);
      close(child.output());
      close(child.errors());
    }
    dismissGuard();
  }

  /** Whether nobody holds the pipes any more, or does anything in the session. */
  private boolean isAllOver() {
    try {
      return outputEnd.await(REST_MILLIS, TimeUnit.MILLISECONDS)
          && errorsEnd.await(REST_MILLIS, TimeUnit.MILLISECONDS)
          && !child.session().hasRest();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void dismissGuard() {
    OrphanWatchdog known = guard;
    if (isGuardless.compareAndSet(false, true) && known != null) {
      known.dismiss();
    }
  }

  private boolean isExitedWithin(long millis) {
    try {
      return child.process().waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !child.process().isAlive();
    }
  }

  private static void close(OutputSource source) {
    try {
      source.close();
    } catch (IOException e) {
      // There is nothing to be lost.
    }
  }

  /** Why the system could not start it; null if it was started. */
  @Nullable String startFailure() {
    Process process = child.process();
    return process.isAlive() ? null : StartFailure.reason(process.exitValue(), errors.text());
  }

  /** How it ended, and what it printed on its standard error last. */
  String obituary() {
    Process process = child.process();
    if (isOutOfMemory) {
      return "ran out of memory: lower --max-bytes, or set" + " ATTACHE_JAVA_OPTS=-Xmx1g";
    }
    if (isEndedHere && (isKilledHere || process.isAlive())) {
      return "was closed";
    }
    boolean hasExited = !isKilledHere && !process.isAlive();
    String end = hasExited ? exit(process.exitValue()) : "closed its standard output";
    List<String> lines = errors.lines();
    return lines.isEmpty()
        ? end
        : end + "; its last output on standard error: \"" + String.join(" | ", lines) + "\"";
  }

  private static String exit(int code) {
    String signal = Signals.of(code);
    return "ended with exit code " + code + (signal == null ? "" : " (" + signal + ")");
  }
}
