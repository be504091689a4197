package dev.attache.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.VersionedBytes.Version;
import dev.attache.support.places.OwnedDirectory;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The index of one workspace and one question, as one run uses it: opened when it is first asked,
 * and saved at the end of the run if there is something new, and enough of it.
 *
 * <p>Nothing that goes wrong with it is ever an error. Thread-safe.
 */
public final class ReadIndex {

  /** So many records are worth a file. */
  static final int WORTHWHILE = 256;

  /**
   * How long after a change another one may leave the same times behind. The clocks of file systems
   * tick every few milliseconds, coarse ones every two seconds.
   */
  static final Duration TICK = Duration.ofSeconds(2);

  private static final long MAX_BYTES = 64L << 20;

  /** How long saving waits for another process that saves. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A lock on a file is held by a process, whatever thread of it asks. */
  private static final ReentrantLock OF_THIS_PROCESS = new ReentrantLock();

  private final OwnedDirectory directory;
  private final Path file;
  private final String subject;
  private final boolean counts;
  private final List<Class<?>> code;
  private final Clock clock;
  private final long maxBytes;
  private final long seed = System.nanoTime() * 0x9E3779B97F4A7C15L;
  private volatile boolean isOpen;
  private volatile boolean isUseless;
  private byte @Nullable [] rules;
  private volatile @Nullable IndexFile known;
  private final AtomicInteger found = new AtomicInteger();
  private @Nullable IndexImage fresh;

  /**
   * An index that is not opened yet.
   *
   * @param directory where indexes are kept
   * @param subject the workspace, and the question that was asked of what is in it
   * @param counts whether tokens were part of the question
   * @param code classes of all the code that the answers depend on
   * @param clock that of the machine
   */
  public ReadIndex(
      Path directory, String subject, boolean counts, List<Class<?>> code, Clock clock) {
    this(
        directory,
        subject,
        counts,
        code,
        clock,
        Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / 16));
  }

  /** The same, of so many bytes and no more. */
  ReadIndex(
      Path directory,
      String subject,
      boolean counts,
      List<Class<?>> code,
      Clock clock,
      long maxBytes) {
    this.directory = new OwnedDirectory(directory);
    this.file =
        this.directory
            .path()
            .resolve(ContentDigest.sha256(subject.getBytes(UTF_8)).hex().substring(0, 32));
    this.subject = subject;
    this.counts = counts;
    this.code = List.copyOf(code);
    this.clock = clock;
    this.maxBytes = maxBytes;
  }

  /** A record as it was found. */
  public record Found(String version, KnownReading reading) {}

  /** Whether tokens are part of what is asked. */
  public boolean counts() {
    return counts;
  }

  /** What the clock says. */
  public Instant now() {
    return clock.instant();
  }

  /** Finds what is known of an address, in the one version of it that is known; null if nothing. */
  public @Nullable Found find(String uri) {
    IndexFile opened = opened();
    Found record = opened == null ? null : opened.find(IndexRecord.address(uri));
    if (record != null) {
      found.incrementAndGet();
    }
    return record;
  }

  private @Nullable IndexFile opened() {
    if (!isOpen) {
      synchronized (this) {
        if (!isOpen) {
          known = Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? open() : null;
          isOpen = true;
        }
      }
    }
    return known;
  }

  private @Nullable IndexFile open() {
    byte[] by = rules();
    return by == null ? null : IndexFile.open(file, by, now(), 2 * maxBytes);
  }

  private synchronized byte @Nullable [] rules() {
    if (rules == null && !isUseless) {
      rules = CodeDigest.of(subject, code);
      isUseless = rules == null;
    }
    return rules;
  }

  /**
   * Whether a version surely is that of the bytes that were read: it came to be before they were
   * first opened, and so long before that no second one can have the same times.
   *
   * @param after the version that was there when they had been read
   * @param opened when they were opened
   */
  public boolean isSettled(Version after, Instant opened) {
    return after.changed().isBefore(opened.minus(TICK));
  }

  /** Takes in what reading a version gave, in place of what was known of that address. */
  public void add(String uri, String version, KnownReading reading) {
    IndexFile before = known;
    if (isUseless
        || (before != null && before.isFull(maxBytes) && !before.has(IndexRecord.address(uri)))) {
      return;
    }
    byte[] body = IndexRecord.body(uri, version, reading);
    if (body.length == 0) {
      return;
    }
    synchronized (this) {
      if (fresh == null) {
        fresh = new IndexImage(seed, maxBytes);
      }
      fresh.add(body);
    }
  }

  /** Writes what is new, with what was known before and what others have written meanwhile. */
  public synchronized void save() {
    IndexImage image = fresh;
    IndexFile before = known;
    if (image == null
        || image.count() < (before == null ? WORTHWHILE : before.count() / WORTHWHILE)) {
      return; // to read so few again costs less
    }
    fresh = null;
    byte[] by = rules();
    if (by == null) {
      return;
    }
    try {
      directory.create();
      directory.require();
      save(image, by);
    } catch (IOException | OverlappingFileLockException | UnsupportedOperationException e) {
      // The next run reads what this one has read.
    }
  }

  private void save(IndexImage image, byte[] by) throws IOException {
    OF_THIS_PROCESS.lock();
    try (FileChannel channel = lockFile();
        FileLock lock = lock(channel)) {
      if (lock != null && !isOfLargerProcesses()) {
        IndexFile before = IndexFile.open(file, by, now(), 2 * maxBytes);
        if (before != null && !(before.isFull(maxBytes) && before.count() > 2 * found.get())) {
          before.addTo(image); // a full one of which half is of no use makes room
        }
        replace(image, by);
        new IndexTrim(directory.path()).run(file, now());
      }
    } finally {
      OF_THIS_PROCESS.unlock();
    }
  }

  /** Whether there is one that this process has no memory for, and should leave alone. */
  private boolean isOfLargerProcesses() {
    long size = file.toFile().length(); // 0 if there is none
    return maxBytes < MAX_BYTES && size > 2 * maxBytes && size <= 2 * MAX_BYTES;
  }

  private FileChannel lockFile() throws IOException {
    return FileChannel.open(
        directory.path().resolve(IndexTrim.LOCK),
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        directory.permissions("rw-------"));
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    FileLock lock = channel.tryLock();
    while (lock == null && System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      lock = channel.tryLock();
    }
    return lock;
  }

  private void replace(IndexImage image, byte[] by) throws IOException {
    Path written =
        Files.createTempFile(
            directory.path(), IndexTrim.TEMPORARY, null, directory.permissions("rw-------"));
    try {
      try (OutputStream out = new FileOutputStream(written.toFile())) { // no interruption stops it
        IndexFile.write(out, image, by, seed, now());
      }
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }
}
