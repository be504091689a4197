package dev.attache.store.log;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationSummary;
import dev.attache.history.fold.SummaryFold;
import dev.attache.store.files.LogStamp;

/**
 * The state of a log while it has its stamp. Immutable.
 *
 * @param stamp the stamp of the events
 * @param generation a word that changes whenever all of the log had to be read anew; what was
 *     derived from a part of it holds as long as this does
 * @param checkpoint the part of the log that the file of attachments covers
 * @param summary what the events come to
 * @param tornFrom from where on the end of the log is no event; -1 if it is whole
 * @param end the checksum that the next line names
 */
public record LogState(
    LogStamp stamp,
    String generation,
    Checkpoint checkpoint,
    ConversationSummary summary,
    long tornFrom,
    long end) {

  /**
   * How much the file of attachments covers, and takes.
   *
   * @param upTo the bytes of the log that it covers
   * @param size the bytes that it has
   */
  public record Checkpoint(long upTo, long size) {

    /** Of nothing. */
    public static final Checkpoint NONE = new Checkpoint(0, 0);

    /** What a turn reads after the checkpoint, at most, where little is attached. */
    private static final long SPARED = 1 << 14;

    /** Whether so much was added since that another one is due. */
    boolean isDue(long logSize) {
      return logSize - upTo > Math.max(SPARED, size / 4);
    }
  }

  /** Of a conversation that does not exist yet. */
  public static LogState none(ConversationId id) {
    return new LogState(
        LogStamp.NONE, "", Checkpoint.NONE, SummaryFold.of(id, false).summary(), -1, LogSum.START);
  }

  /** Whether the log ends with something that is no event. */
  boolean isTorn() {
    return tornFrom >= 0;
  }

  /** This state with another checkpoint. */
  LogState with(Checkpoint value) {
    return new LogState(stamp, generation, value, summary, tornFrom, end);
  }

  /** This state with another summary. */
  LogState with(ConversationSummary value) {
    return new LogState(stamp, generation, checkpoint, value, tornFrom, end);
  }

  /** Returns a summary with where the conversation is. */
  static ConversationSummary placed(ConversationSummary summary, boolean isArchived) {
    return summary.isArchived() == isArchived
        ? summary
        : new ConversationSummary(
            summary.id(),
            summary.title(),
            summary.created(),
            summary.updated(),
            summary.exchanged(),
            summary.turns(),
            summary.declarations(),
            summary.settings(),
            summary.tally(),
            summary.forkedFrom(),
            isArchived);
  }
}
