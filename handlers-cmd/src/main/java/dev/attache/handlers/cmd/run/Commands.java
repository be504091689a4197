package dev.attache.handlers.cmd.run;

import dev.attache.support.process.ChildProcess;
import dev.attache.support.process.Session;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The commands of one run. None of them outlives it, nor, if it ends in a way that can be noticed,
 * this JVM. Thread-safe.
 */
public final class Commands implements AutoCloseable {

  /** How long to wait for those that are being started, of which one does not know yet. */
  private static final long START_MILLIS = 2_000;

  private final Patience patience;
  private final Set<RunningCommand> running = ConcurrentHashMap.newKeySet();

  /** Shared by those who start commands, and held by who ends all. */
  private final ReadWriteLock starts = new ReentrantReadWriteLock();

  private final ExecutorService readers = Executors.newCachedThreadPool(Commands::readerThread);
  private final Thread atExit = new Thread(this::exit, "attache-end-commands");
  private volatile boolean closed;
  private volatile boolean exiting;

  public Commands() {
    this(Patience.USUAL);
  }

  Commands(Patience patience) {
    this.patience = patience;
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException e) {
      closed = true; // the JVM is about to end, and so is everything that is started now
    }
  }

  /**
   * Runs a command to its end.
   *
   * @throws IOException if it cannot be started; the message says why, without naming the program
   * @throws OutOfTimeException if it ran longer than it may
   * @throws InterruptedException if the thread is interrupted or the run is over: the command has
   *     been ended, and how it ended says nothing about it
   */
  public Completion run(Launch launch)
      throws IOException, OutOfTimeException, InterruptedException {
    RunningCommand command = start(launch);
    boolean isOver = false;
    try {
      command.startReading(readers);
      Completion completion = command.await(launch.time().toNanos());
      isOver = true;
      completion.requireProgram();
      return completion;
    } finally {
      try {
        if (!isOver && !closed) { // for whatever reason
          command.end(Session.HURRY_NANOS);
        }
      } finally {
        running.remove(command);
        waitIfExiting();
      }
    }
  }

  /**
   * Waits for the end of the JVM, if that is near: whoever is told meanwhile that a command was
   * ended could take it for a result and write it down.
   */
  private void waitIfExiting() {
    while (exiting) {
      LockSupport.park(this);
    }
  }

  private RunningCommand start(Launch launch) throws IOException, InterruptedException {
    starts.readLock().lock();
    try {
      if (closed) {
        throw new InterruptedException("the run has ended");
      }
      var command = new RunningCommand(ChildProcess.start(launch.start()), launch, patience);
      running.add(command);
      return command;
    } finally {
      starts.readLock().unlock();
    }
  }

  /** Ends what still runs, which is little if all who asked for it have waited. */
  @Override
  public void close() {
    closed = true;
    endAll();
    readers.shutdown();
    try {
      if (!readers.awaitTermination(1, TimeUnit.SECONDS)) {
        readers.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is about to end, and runs the hook by itself.
    }
  }

  private void exit() {
    exiting = true;
    endAll();
  }

  private void endAll() {
    closed = true;
    boolean isAlone = false;
    try {
      isAlone = starts.writeLock().tryLock(START_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      RunningCommand.endAll(running);
    } finally {
      if (isAlone) {
        starts.writeLock().unlock();
      }
    }
  }

  private static Thread readerThread(Runnable reading) {
    var thread = new Thread(reading, "attache-command");
    thread.setDaemon(true);
    return thread;
  }
}
