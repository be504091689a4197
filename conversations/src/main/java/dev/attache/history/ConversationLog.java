package dev.attache.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history of one conversation in its store: events that are only ever added to. Thread-safe,
 * and safe for several processes at once.
 */
public interface ConversationLog extends ConversationView {

  /**
   * Appends events while nobody else can. When this returns, they and the contents that they name
   * are safe from a crash; when it fails, none of them is there.
   *
   * <p>All that the composer needs of the store it has from its view, and from the contents of
   * events that it reads there; it may also add to {@code blobs}. A store whose connections are few
   * gives it all of that over the one connection that the append has. What the composer asked of
   * this log or another one could wait for a connection that only the end of the append sets free.
   *
   * <p>An append with a token that another one to this conversation had, no more than {@link
   * AppendToken#REMEMBERED} events ago, adds nothing and asks the composer nothing. The token is as
   * safe from a crash as the events: either both are there or neither. An append of no events
   * leaves no token.
   *
   * @param token what the append is known by; null if it is not to be known again
   * @param blobs the new contents that the events name; null when there are none
   * @param composer makes the events from the conversation as it is then
   * @return what it came to: which events are in the history, whoever appended them
   * @throws StoreException if nothing was appended, saying why; {@code REFUSED} if the thread is
   *     composing for this conversation already, or it is archived; {@code EXISTS} or {@code
   *     NOT_FOUND} if it was made or removed meanwhile; {@code BUSY} if another writer holds it
   */
  Appended append(@Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
      throws StoreException;

  /**
   * Appends events that are not to be known again.
   *
   * @param blobs the new contents that the events name; null when there are none
   * @param composer makes the events from the conversation as it is then
   * @return the summary after it
   * @throws StoreException if nothing was appended, saying why
   */
  default ConversationSummary append(@Nullable BlobBatch blobs, Composer composer)
      throws StoreException {
    return append(null, blobs, composer).summary();
  }

  /**
   * {@return the events that were appended with a token; none if there was no such append, or more
   * than {@link AppendToken#REMEMBERED} events have come after it}
   *
   * @param token what the append was tried with
   * @throws StoreException if they cannot be read
   */
  List<ConversationEvent> appended(AppendToken token) throws StoreException;

  /**
   * {@return what was found wrong in the history so far, a line each; it has cost no other event}
   */
  List<String> problems();

  /** The maker of the events to append, called in the thread that appends. */
  @FunctionalInterface
  interface Composer {
    /**
     * {@return the events to append, all of them or none}
     *
     * @param now the conversation before them
     * @throws StoreException if what it needs of the conversation cannot be read, or it refuses;
     *     then nothing is appended, and the append fails with it
     */
    List<ConversationEvent> compose(ConversationView now) throws StoreException;
  }

  /**
   * What an append came to. Immutable.
   *
   * @param summary the conversation after it
   * @param events those that were appended: by it, or by the earlier one with its token
   * @param isRepeated whether an earlier one had its token, so that nothing was added
   */
  record Appended(ConversationSummary summary, List<ConversationEvent> events, boolean isRepeated) {

    /**
     * Takes a copy of the events.
     *
     * @param summary the conversation after it
     * @param events those that were appended: by it, or by the earlier one with its token
     * @param isRepeated whether an earlier one had its token, so that nothing was added
     */
    public Appended {
      events = List.copyOf(events);
    }
  }
}
