package dev.attache.core.trust;

import dev.attache.resource.ContentDigest;
import dev.attache.support.places.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The user's trust, in one file that only the user can write: a JSON object a line.
 *
 * <p>Changes are made under a lock by replacing the file, so that processes that trust at once lose
 * nothing, and a crash leaves the file as it was or as it should be. Lines that cannot be read are
 * no trust, are reported, and stay where they are. Thread-safe.
 */
public final class TrustStore {

  /** A lock of a file is held by the whole process, so threads need another. */
  private static final ReentrantLock CHANGES = new ReentrantLock();

  private final @Nullable TrustFile file;
  private final String absence;

  private TrustStore(@Nullable TrustFile file, String absence) {
    this.file = file;
    this.absence = absence;
  }

  /**
   * {@return the store in a file, which need not exist}
   *
   * @param file a file that only the user can write, or none yet
   */
  public static TrustStore at(Path file) {
    return at(file, Durability.DISK);
  }

  static TrustStore at(Path file, Durability durability) {
    return new TrustStore(new TrustFile(file, durability), "");
  }

  /**
   * {@return the store of somebody who has no place for one: nothing is trusted, and nothing can
   * be}
   *
   * @param why why there is no place, and what to do; what trusting fails with
   */
  public static TrustStore nowhere(String why) {
    return new TrustStore(null, why);
  }

  /** {@return what is trusted now, and what of the file cannot be read} */
  public Trusted read() {
    var records = new ArrayList<TrustRecord>();
    var problems = new ArrayList<String>();
    try {
      int number = 0;
      for (TrustLine line : file == null ? List.<TrustLine>of() : file.read()) {
        number++;
        if (line.record() != null) {
          records.add(line.record());
        } else if (line.problem() != null) {
          problems.add(file + ":" + number + ": " + line.problem() + "; it is ignored");
        }
      }
    } catch (TrustException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return new Trusted(records, problems);
  }

  /**
   * {@return whether a thing is trusted; what cannot be read is not}
   *
   * @param kind what it is, as {@link TrustRecord#kind} has it
   * @param digest its identity
   */
  public boolean isTrusted(String kind, ContentDigest digest) {
    return read().find(kind, digest).isPresent();
  }

  /**
   * Trusts a thing from now on.
   *
   * @param record the thing, and when it was trusted
   * @return false if it was trusted already, and since then stays so
   * @throws TrustException if that cannot be recorded
   */
  public boolean trust(TrustRecord record) throws TrustException {
    return change(
        lines -> {
          if (lines.stream().anyMatch(line -> line.isOf(record.kind(), record.digest()))) {
            return lines;
          }
          var more = new ArrayList<>(lines);
          more.add(TrustLine.of(record));
          return more;
        });
  }

  /**
   * Trusts a thing no more.
   *
   * @param kind what it is, as {@link TrustRecord#kind} has it
   * @param digest its identity
   * @return false if it was not trusted
   * @throws TrustException if that cannot be recorded
   */
  public boolean forget(String kind, ContentDigest digest) throws TrustException {
    return change(
        lines -> {
          var fewer = new ArrayList<>(lines);
          return fewer.removeIf(line -> line.isOf(kind, digest)) ? fewer : lines;
        });
  }

  private boolean change(TrustFile.Change change) throws TrustException {
    if (file == null) {
      throw new TrustException(absence);
    }
    CHANGES.lock();
    try {
      return file.change(change);
    } finally {
      CHANGES.unlock();
    }
  }
}
