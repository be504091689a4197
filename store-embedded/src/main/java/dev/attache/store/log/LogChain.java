package dev.attache.store.log;

import org.jspecify.annotations.Nullable;

/**
 * The checksums of a log from its first line on, of which each has to name the one before. Lines at
 * the beginning may have none, as early builds wrote them; the first one that has names what they
 * come to. Not thread-safe.
 */
final class LogChain {

  /** The end of a log of which none is known. */
  static final long UNKNOWN = -1;

  static final String EDITED = "was edited or damaged since it was written";
  private static final String ADDED = "has no checksum, so it was edited or written by hand";
  private static final String MOVED =
      "does not follow what was written before it: a line was removed, repeated, moved or edited";

  private final long known;
  private long end = LogSum.START;
  private long mended = LogSum.START; // the same, if only the checksum of the last line is wrong
  private boolean hasSums;
  private boolean isOpen; // the last line says nothing of what the next one names
  private boolean isFound;

  /**
   * @param known what the log came to when it was written last; {@link #UNKNOWN} if nobody knows
   */
  LogChain(long known) {
    this.known = known;
    this.isFound = known == UNKNOWN || known == end;
  }

  /** Adds the next line that is not blank; returns what is wrong with it, null if nothing is. */
  @Nullable String add(LogLine line) {
    LogSum sum = line.sum();
    long own = line.own(sum == null ? end : sum.before());
    String problem = sum == null ? (hasSums ? ADDED : null) : problem(sum, own);
    isOpen = sum == null && hasSums;
    mended = own;
    end = sum == null ? own : sum.own();
    hasSums |= sum != null;
    isFound |= end == known;
    return problem;
  }

  private @Nullable String problem(LogSum sum, long own) {
    if (own != sum.own()) {
      return EDITED;
    }
    return isOpen || sum.before() == end || sum.before() == mended ? null : MOVED;
  }

  /** What is wrong with the log as a whole, after its name; null if nothing is. */
  @Nullable String problem() {
    if (isFound) {
      return null;
    }
    return hasSums
        ? "does not have its last lines any more: they were removed or edited"
        : "was edited since it was written last, or has lost lines";
  }

  /** What the log came to when it was written last. */
  long known() {
    return known;
  }

  /**
   * What the next line has to name: what was known of the log, if that is lost, so that the loss
   * shows for ever.
   */
  long end() {
    return isFound ? end : known;
  }
}
