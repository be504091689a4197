package dev.attache.server.watch;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The watch over files, whoever wants to know of them: by events of their directories, or, where
 * the system has none to give, by looks at their stamps. What it tells is that a file may have
 * changed. It has one thread, while there is anything to watch. Thread-safe.
 */
final class FileWatch {

  /** The one of this process: systems give each user only some hundred sources of events. */
  static final FileWatch SHARED =
      new FileWatch(FileSystems.getDefault(), 512, Duration.ofSeconds(5), Duration.ofMillis(20));

  private static final int SHORTER = 5;

  private final FileSystem system;
  private final int mostDirectories;
  private final long round;
  private final long gathering;
  private final Map<Path, WatchedDirectory> directories = new HashMap<>();
  private final Map<WatchKey, Set<WatchedDirectory>> byKey = new HashMap<>();
  private final RemoteStores remote = new RemoteStores();
  private @Nullable WatchService service;
  private @Nullable Thread thread;

  /**
   * @param mostDirectories how many are watched by events; the files of others are looked at
   * @param round how often directories are looked at that may have been moved; the files that are
   *     looked at, and directories that are not there, five times as often
   * @param gathering for how long events are taken together with the first of them
   */
  FileWatch(FileSystem system, int mostDirectories, Duration round, Duration gathering) {
    this.system = system;
    this.mostDirectories = mostDirectories;
    this.round = round.toMillis();
    this.gathering = gathering.toMillis();
  }

  /**
   * Watches over a file, which need not be there.
   *
   * @param touched is run on the thread of the watch, and must not wait for anything
   * @return what ends it when it is run; twice does nothing more
   */
  synchronized Runnable watch(Path file, Runnable touched) {
    Path parent = file.getParent();
    Path name = file.getFileName();
    if (parent == null || name == null) {
      return () -> {}; // the root is no file
    }
    WatchedDirectory directory = directories.get(parent);
    if (directory == null) {
      directory = new WatchedDirectory(parent);
      directories.put(parent, directory);
      attach(directory);
    }
    var entry = new WatchedDirectory.Entry(file, name, touched);
    directory.add(entry);
    if (thread == null) {
      start();
    }
    notifyAll();
    WatchedDirectory of = directory;
    return () -> unwatch(of, entry);
  }

  private void start() {
    var started = new Thread(this::run, "attache-files");
    started.setDaemon(true);
    started.start();
    thread = started;
  }

  /** Why there are no events for a file that is watched; null if there are, as far as is known. */
  synchronized @Nullable String lack(Path file) {
    WatchedDirectory directory = directories.get(file.getParent());
    return directory == null ? null : directory.lack;
  }

  private synchronized void unwatch(WatchedDirectory directory, WatchedDirectory.Entry entry) {
    directory.remove(entry);
    if (directory.isEmpty() && directories.remove(directory.path(), directory)) {
      detach(directory);
      if (directories.isEmpty()) {
        end();
      }
    }
  }

  private void end() {
    WatchService known = service;
    service = null;
    thread = null;
    byKey.clear();
    notifyAll();
    if (known != null) {
      try {
        known.close();
      } catch (IOException e) {
        // It gives no more events either way.
      }
    }
  }

  /** Has a directory tell what happens in it, if it is there and can. */
  private void attach(WatchedDirectory directory) {
    Object identity = FileStamp.ofDirectory(directory.path());
    directory.identity = identity;
    directory.lack = null;
    directory.isLookedAt = identity != null && remote.contain(directory.path());
    if (identity == null) {
      return; // until it is there
    }
    try {
      if (byKey.size() >= mostDirectories) {
        throw new IOException("files are in more than " + mostDirectories + " directories");
      }
      WatchKey key =
          directory
              .path()
              .register(
                  service(),
                  StandardWatchEventKinds.ENTRY_CREATE,
                  StandardWatchEventKinds.ENTRY_DELETE,
                  StandardWatchEventKinds.ENTRY_MODIFY);
      directory.key = key;
      byKey.computeIfAbsent(key, k -> new HashSet<>()).add(directory);
    } catch (IOException | UnsupportedOperationException e) {
      directory.isLookedAt = true;
      directory.lack = String.valueOf(e.getMessage());
    }
  }

  private WatchService service() throws IOException {
    WatchService known = service;
    if (known == null) {
      known = system.newWatchService();
      service = known;
    }
    return known;
  }

  private void detach(WatchedDirectory directory) {
    WatchKey key = directory.key;
    directory.key = null;
    Set<WatchedDirectory> others = key == null ? null : byKey.get(key);
    if (key != null && others != null && others.remove(directory) && others.isEmpty()) {
      byKey.remove(key);
      key.cancel();
    }
  }

  private void run() {
    long last = System.nanoTime();
    try {
      while (isMine()) {
        long left = pause() - (System.nanoTime() - last) / 1_000_000;
        if (left <= 0) {
          touch(look());
          last = System.nanoTime();
        } else {
          touch(events(Math.min(left, round / SHORTER)));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leave();
    }
  }

  /** A thread that ends, whatever the reason, leaves the watch to another one. */
  private synchronized void leave() {
    if (isMine()) {
      thread = null;
      if (!directories.isEmpty()) {
        start();
      }
    }
  }

  private synchronized boolean isMine() {
    return thread == Thread.currentThread();
  }

  /** Runs them all, also if some fail, which ends the thread after the last. */
  private static void touch(List<Runnable> touched) {
    RuntimeException failed = null;
    for (Runnable each : touched) {
      try {
        each.run();
      } catch (RuntimeException e) {
        if (failed == null) {
          failed = e;
        } else {
          failed.addSuppressed(e);
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /** Waits for events for at most so long; returns whom they concern. */
  @SuppressWarnings("WaitNotInLoop") // the caller goes on whatever has ended the wait
  private List<Runnable> events(long millis) throws InterruptedException {
    WatchService known;
    synchronized (this) {
      known = service;
      if (known == null) {
        pause(millis);
        return List.of();
      }
    }
    try {
      WatchKey key = known.poll(millis, TimeUnit.MILLISECONDS);
      if (key == null) {
        return List.of();
      }
      Thread.sleep(gathering);
      var touched = new ArrayList<Runnable>();
      for (; key != null; key = known.poll()) {
        take(key, touched);
      }
      return touched;
    } catch (ClosedWatchServiceException e) {
      return List.of();
    }
  }

  /** Waits for so long, unless there are events from now on, or nothing to watch. */
  private synchronized void pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (long left = millis;
        isMine() && service == null && left > 0;
        left = (end - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
  }

  private synchronized void take(WatchKey key, List<Runnable> touched) {
    var names = new HashSet<Path>();
    boolean isAll = false;
    for (WatchEvent<?> event : key.pollEvents()) {
      if (event.context() instanceof Path name) {
        names.add(name);
      } else {
        isAll = true; // more than were kept
      }
    }
    boolean isGone = !key.reset();
    for (WatchedDirectory directory : List.copyOf(byKey.getOrDefault(key, Set.of()))) {
      directory.collect(isAll || isGone ? null : names, touched);
      if (isGone) {
        detach(directory);
        attach(directory);
      }
    }
  }

  /** Looks at what tells nothing by itself; returns whom it concerns. */
  private synchronized List<Runnable> look() {
    var touched = new ArrayList<Runnable>();
    for (WatchedDirectory directory : directories.values()) {
      Object identity = FileStamp.ofDirectory(directory.path());
      if (identity == null ? directory.identity != null : !identity.equals(directory.identity)) {
        detach(directory);
        attach(directory);
        directory.collect(null, touched);
      }
      if (directory.isLookedAt) {
        directory.collectStamped(touched);
      }
    }
    return touched;
  }

  /** Long enough that the looks, of some microseconds each, cost next to nothing. */
  private synchronized long pause() {
    long lookedAt = 0;
    boolean isMissing = false;
    for (WatchedDirectory directory : directories.values()) {
      lookedAt += directory.isLookedAt ? directory.size() : 0;
      isMissing |= directory.identity == null;
    }
    long most = isMissing || lookedAt > 0 ? round / SHORTER : round;
    return Math.max(most, lookedAt);
  }
}
