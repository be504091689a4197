package dev.attache.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history of one conversation in its store: events that are only ever added to. Thread-safe,
 * and safe for several processes at once.
 */
public interface ConversationLog {

  /** The conversation. */
  ConversationId id();

  /**
   * Returns what the history comes to, without a look at all of it.
   *
   * @throws StoreException if it cannot be read
   */
  ConversationSummary summary() throws StoreException;

  /**
   * Returns the last snapshot of each resource that was ever attached, by its address and URI, in
   * the order in which they were first attached.
   *
   * @throws StoreException if it cannot be read
   */
  List<AttachmentState> attachments() throws StoreException;

  /**
   * Opens the events from the first to the last.
   *
   * @throws StoreException if they cannot be read
   */
  EventStream oldestFirst() throws StoreException;

  /**
   * Opens the events from the last to the first; costs what is read of it, however long the history
   * is.
   *
   * @throws StoreException if they cannot be read
   */
  EventStream newestFirst() throws StoreException;

  /**
   * Appends events while nobody else can. When this returns, they and the contents that they name
   * are safe from a crash; when it fails, none of them is there.
   *
   * @param blobs the new contents that they name; null when there are none
   * @param composer makes the events from the conversation as it is then; it may read this log
   * @return the summary after it
   * @throws StoreException if nothing was appended, saying why
   */
  ConversationSummary append(@Nullable BlobBatch blobs, Composer composer) throws StoreException;

  /** What was found wrong in the history so far, a line each; it has cost no other event. */
  List<String> problems();

  /** What makes the events to append. */
  @FunctionalInterface
  interface Composer {
    /**
     * Returns the events to append, all of them or none.
     *
     * @param now the conversation before them
     */
    List<ConversationEvent> compose(ConversationSummary now) throws StoreException;
  }
}
