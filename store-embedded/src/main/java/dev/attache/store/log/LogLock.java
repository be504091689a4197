package dev.attache.store.log;

import dev.attache.history.StoreException;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.files.StoreFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The right to write one conversation, which one thread of one process has at a time. The file that
 * is locked is never read or closed by anybody else: closing any handle of a file gives up all of a
 * process's locks on it (POSIX).
 */
public final class LogLock implements AutoCloseable {

  private static final long LONGEST_PAUSE_MILLIS = 16;

  private static final ConcurrentHashMap<Path, Turnstile> TURNSTILES = new ConcurrentHashMap<>();

  private final Path file;
  private final Turnstile turnstile;
  private @Nullable FileChannel channel;

  private LogLock(Path file, Turnstile turnstile) {
    this.file = file;
    this.turnstile = turnstile;
  }

  /** What the threads of this process pass one by one; there as long as anybody is at it. */
  private static final class Turnstile {
    final ReentrantLock lock = new ReentrantLock(true);
    int threads;
  }

  /**
   * Takes the lock.
   *
   * @param file the file to lock, by its real path
   * @param what what it is for, which the messages begin with
   * @throws StoreException {@code BUSY} if others have it for too long
   */
  public static LogLock acquire(Path file, String what, long waitMillis) throws StoreException {
    Turnstile turnstile =
        TURNSTILES.compute(
            file,
            (path, known) -> {
              Turnstile each = known == null ? new Turnstile() : known;
              each.threads++;
              return each;
            });
    var lock = new LogLock(file, turnstile);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    boolean isPassed = false;
    try {
      isPassed = turnstile.lock.tryLock(waitMillis, TimeUnit.MILLISECONDS);
      if (!isPassed || !lock.lockFile(end)) {
        throw busy(file, what, waitMillis);
      }
      return lock;
    } catch (IOException | InterruptedException e) {
      lock.release(isPassed);
      throw failure(what, e);
    }
  }

  private static StoreException failure(String what, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return StoreException.of(StoreException.Kind.FAILED, what + ": interrupted", e);
    }
    return StoreFailure.of(what, (IOException) e);
  }

  private static StoreException busy(Path file, String what, long waitMillis) {
    return StoreException.of(
        StoreException.Kind.BUSY,
        what
            + ": another process has held it for "
            + waitMillis / 1000
            + " seconds; wait for it or stop it, then try again (it locks "
            + file
            + ")");
  }

  /** Whether this thread has the lock. */
  public static boolean isHeld(Path file) {
    Turnstile turnstile = TURNSTILES.get(file);
    return turnstile != null && turnstile.lock.isHeldByCurrentThread();
  }

  private boolean lockFile(long end) throws IOException, InterruptedException {
    FileChannel opened = StoreFiles.openOrCreate(file);
    channel = opened;
    for (long pause = 1; !isLocked(opened); pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      Thread.sleep(pause);
    }
    return true;
  }

  @SuppressWarnings("resource") // given up when the channel is closed
  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // this program is loaded twice in one process
    }
  }

  private void release(boolean isPassed) {
    try {
      FileChannel opened = channel;
      if (opened != null) {
        opened.close();
      }
    } catch (IOException e) {
      // it is given up at the latest when the process ends
    } finally {
      if (isPassed) {
        turnstile.lock.unlock();
      }
      TURNSTILES.compute(file, (path, known) -> --turnstile.threads == 0 ? null : turnstile);
    }
  }

  @Override
  public void close() {
    release(true);
  }
}
