package dev.attache.history;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A conversation to be read: its sum, what is attached, and its events. A {@link ConversationLog}
 * is one; another is what the composer of an append is given, which shows the conversation as it is
 * while nobody else can write it, holds for as long as the composer runs, and is for its thread.
 */
public interface ConversationView {

  /** {@return the conversation} */
  ConversationId id();

  /**
   * {@return what stays equal for as long as the history only grows, and contents that were read of
   * it can be opened; null if a store does not say} Who keeps what was read reads on from there,
   * and all of it anew once this is another. A store in which a history can be replaced or
   * shortened gives another one from then on.
   *
   * @throws StoreException if the history cannot be read
   */
  default @Nullable Object lineage() throws StoreException {
    return null;
  }

  /**
   * {@return what the history comes to, without a look at all of it}
   *
   * @throws StoreException if it cannot be read
   */
  ConversationSummary summary() throws StoreException;

  /**
   * {@return the last snapshot of each resource that was ever attached, by its address and URI, in
   * the order in which they were first attached}
   *
   * @throws StoreException if it cannot be read
   */
  List<AttachmentState> attachments() throws StoreException;

  /**
   * {@return those of {@link #attachments()} of which the URI, the address or the name is one of
   * some words, in the same order, and perhaps others} For who needs a few of hundreds.
   *
   * @param words URIs, addresses and names as they are
   * @throws StoreException if they cannot be read
   */
  default List<AttachmentState> attachments(Set<String> words) throws StoreException {
    return attachments();
  }

  /**
   * Opens the events from the first to the last.
   *
   * @return the events that there are now, to be closed by the caller
   * @throws StoreException if they cannot be read
   */
  EventStream oldestFirst() throws StoreException;

  /**
   * Opens the events from the last to the first; costs what is read of it, however long the history
   * is.
   *
   * @return the events that there are now, the last one first, to be closed by the caller
   * @throws StoreException if they cannot be read
   */
  EventStream newestFirst() throws StoreException;
}
