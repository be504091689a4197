package dev.attache.store.blobs;

import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a directory of contents: writers share it, who deletes has it alone. There is one in
 * this JVM for each directory, because a lock on a file holds for a whole process. Who wants to
 * delete keeps the gate, so that writers who come one after the other do not keep him out.
 */
final class BlobLock {

  private static final ConcurrentMap<Path, BlobLock> ALL = new ConcurrentHashMap<>();
  private static final long GATE = 0;
  private static final long HALL = 1;
  private static final long POLL_MILLIS = 5;

  private final BlobDirectory directory;
  private int sharing;
  private int waitingAlone;
  private boolean isBusy;
  private @Nullable FileChannel channel;

  private BlobLock(BlobDirectory directory) {
    this.directory = directory;
  }

  /** Returns the lock of a directory that exists. */
  static BlobLock of(BlobDirectory directory) throws IOException {
    return ALL.computeIfAbsent(directory.root().toRealPath(), root -> new BlobLock(directory));
  }

  /** What is held until it is closed. */
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /** Waits until nobody deletes, and keeps it so. */
  Held shared(long millis) throws IOException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    synchronized (this) {
      while (isBusy || waitingAlone > 0) {
        await(deadline, "contents are being deleted from ", millis);
      }
      if (sharing == 0) {
        isBusy = true;
      } else {
        sharing++;
        return this::leave;
      }
    }
    FileChannel opened = null;
    try {
      opened = StoreFiles.openOrCreate(directory.lock());
      try (FileLock gate = lock(opened, GATE, true, deadline)) {
        if (gate == null || lock(opened, HALL, true, deadline) == null) {
          throw busy("contents are being deleted from ", millis);
        }
      }
    } catch (IOException | RuntimeException e) {
      closeQuietly(opened);
      opened = null;
      throw e;
    } finally {
      entered(opened, false);
    }
    return this::leave;
  }

  /** Waits until nobody writes, and keeps everybody out. */
  Held alone(long millis) throws IOException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    synchronized (this) {
      waitingAlone++;
      try {
        while (isBusy || sharing > 0) {
          await(deadline, "another process is writing contents to ", millis);
        }
        isBusy = true;
      } finally {
        waitingAlone--;
        notifyAll();
      }
    }
    FileChannel opened = null;
    try {
      opened = StoreFiles.openOrCreate(directory.lock());
      if (lock(opened, GATE, false, deadline) == null
          || lock(opened, HALL, false, deadline) == null) {
        throw busy("another process is writing contents to ", millis);
      }
    } catch (IOException | RuntimeException e) {
      closeQuietly(opened);
      entered(null, true);
      throw e;
    }
    entered(opened, true);
    return this::leave;
  }

  private synchronized void entered(@Nullable FileChannel opened, boolean isAlone) {
    channel = opened;
    isBusy = isAlone && opened != null;
    sharing = opened != null && !isAlone ? 1 : 0;
    notifyAll();
  }

  private synchronized void leave() {
    if (sharing > 1) {
      sharing--;
      return;
    }
    sharing = 0;
    isBusy = false;
    closeQuietly(channel); // which releases what is locked through it
    channel = null;
    notifyAll();
  }

  @SuppressWarnings("WaitNotInLoop") // it is what the loops of its callers do
  private void await(long deadline, String what, long millis) throws IOException {
    long left = (deadline - System.nanoTime()) / 1_000_000;
    if (left <= 0) {
      throw busy(what, millis);
    }
    try {
      wait(left);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private @Nullable FileLock lock(FileChannel file, long at, boolean isShared, long deadline)
      throws IOException {
    while (true) {
      FileLock lock = file.tryLock(at, 1, isShared);
      if (lock != null || System.nanoTime() - deadline >= 0) {
        return lock;
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted();
      }
    }
  }

  private StoreException busy(String what, long millis) {
    return StoreException.of(
        Kind.BUSY,
        what + directory.root() + " for more than " + millis / 1000 + " s; try again later");
  }

  private StoreException interrupted() {
    Thread.currentThread().interrupt();
    return StoreException.of(
        Kind.FAILED, "interrupted while waiting for the lock of " + directory.root());
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // its lock is gone all the same
    }
  }
}
