package dev.attache.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The keeper of conversations, and of the contents that they share. Thread-safe, and safe for
 * several processes at once.
 */
public interface ConversationStore {

  /**
   * {@return a conversation of that name, which begins to exist with its first event}
   *
   * @param id a name that no conversation of the store has
   * @throws StoreException {@code EXISTS} if there is one already, also if it is archived
   */
  ConversationLog create(ConversationId id) throws StoreException;

  /**
   * {@return a conversation, also if it is archived}
   *
   * @param id the name that it was made under
   * @throws StoreException {@code NOT_FOUND} if there is none of that name
   */
  ConversationLog open(ConversationId id) throws StoreException;

  /**
   * {@return the names of all conversations, the one that was written last first}
   *
   * @param archived whether those that are archived are asked for, or the others
   * @throws StoreException if the store cannot be read
   */
  List<ConversationId> conversations(boolean archived) throws StoreException;

  /**
   * {@return a page of the names of all conversations, the one that was written last first} Pages
   * keep nothing open: the next one may be asked for much later, and by another process.
   *
   * <p>A conversation that is neither written nor removed meanwhile is on one page. One that is
   * written comes to the front: it is on no page, on one, or on two.
   *
   * @param archived whether those that are archived are asked for, or the others
   * @param after the {@link Listed#next} of the page before; null for the first one
   * @param limit how many names it may have
   * @throws IllegalArgumentException if {@code limit} is not positive
   * @throws StoreException {@code REFUSED} if {@code after} is not of this store, or if the store
   *     cannot be read
   */
  Listed list(boolean archived, @Nullable String after, int limit) throws StoreException;

  /**
   * {@return the names of the conversations that pass a test of what they come to, the one that was
   * written last first} One that is removed meanwhile is left out, and so is one that cannot be
   * read.
   *
   * @param archived whether those that are archived are asked for, or the others
   * @param test asked of each conversation that can be read, with what its history comes to
   * @throws StoreException if the store cannot be read
   */
  default List<ConversationId> conversations(boolean archived, Predicate<ConversationSummary> test)
      throws StoreException {
    var passed = new ArrayList<ConversationId>();
    for (ConversationId id : conversations(archived)) {
      try {
        if (test.test(open(id).summary())) {
          passed.add(id);
        }
      } catch (StoreException e) {
        // it is gone, or whoever opens it is told what is wrong
      }
    }
    return passed;
  }

  /**
   * {@return the conversation that was written last and is not archived; empty if there is none}
   *
   * @throws StoreException if the store cannot be read
   */
  default Optional<ConversationId> latest() throws StoreException {
    return conversations(false).stream().findFirst();
  }

  /**
   * Puts a conversation aside, or takes it back; its contents stay.
   *
   * @param id one that is there, archived or not
   * @param archived whether to put it aside; one that is as it should be stays so
   * @throws StoreException {@code NOT_FOUND}, or if it cannot be done
   */
  void archive(ConversationId id, boolean archived) throws StoreException;

  /**
   * Gives a conversation the history of another one, under whose name its own is archived.
   *
   * @param id the conversation whose history is replaced; it keeps its name
   * @param other the conversation whose history it gets; its name goes to the old history
   * @param before what the conversation came to when the other one was made from it
   * @throws StoreException {@code NOT_FOUND} if one of them is not there, {@code REFUSED} if the
   *     first is archived or is not as it was, or if it cannot be done
   */
  void exchange(ConversationId id, ConversationId other, ConversationSummary before)
      throws StoreException;

  /**
   * Deletes a conversation; contents that only it needs go with the next {@link #collect}.
   *
   * @param id one that is there, archived or not
   * @throws StoreException {@code NOT_FOUND}, or if it cannot be done
   */
  void remove(ConversationId id) throws StoreException;

  /**
   * Begins a batch of contents for an append.
   *
   * @return an empty batch, to be closed by the caller, appended or not
   * @throws StoreException if the store cannot be written
   */
  BlobBatch begin() throws StoreException;

  /**
   * Deletes the contents that no conversation needs, archived or not, and no writer is about to.
   *
   * @param isTrial whether to only say what would be deleted
   * @return what was deleted, or would be in a trial
   * @throws StoreException if nothing could be deleted safely; then nothing was
   */
  Collected collect(boolean isTrial) throws StoreException;

  /**
   * Deletes a part of them, and goes on where the last part has stopped, whoever had that done and
   * whatever was appended since.
   *
   * @param isEnough whether to stop; asked after each step, of which a part has one at least. It
   *     must not use the store, which others may have to wait for then
   * @return what this part has deleted, and whether it was the last one
   * @throws StoreException if nothing more could be deleted safely; then nothing more was
   */
  Collected collect(BooleanSupplier isEnough) throws StoreException;

  /**
   * Reads all that is stored and says what of it is wrong, a line each. Contents that are damaged
   * are put aside where the store can be written, so that they are stored anew when they are
   * attached again.
   *
   * @param problems told of each problem as it is found, in a line for people
   * @return how much was looked at
   * @throws StoreException if the store cannot be read at all, or the thread is interrupted
   */
  default Usage verify(Consumer<String> problems) throws StoreException {
    Verified all = verify(null, () -> false, problems);
    if (all.next() != null) {
      throw StoreException.of(
          StoreException.Kind.FAILED, "the store was not read to its end: interrupted");
    }
    return all.usage();
  }

  /**
   * Reads a part of it, from where the part before has stopped. All parts together look at what was
   * there when the first one began, and is still there; what was stored later, they may leave out.
   *
   * @param from the {@link Verified#next} of the part before, in this process or another; null for
   *     the first one
   * @param isEnough whether to stop; asked after each conversation and each content, of which a
   *     part has one at least. It must not use the store. A part stops as well when its thread is
   *     interrupted
   * @param problems told of each problem as it is found, in a line for people
   * @return how much this part has looked at, and where the next one begins
   * @throws StoreException {@code REFUSED} if {@code from} is not of this store, or if the store
   *     cannot be read at all
   */
  Verified verify(@Nullable String from, BooleanSupplier isEnough, Consumer<String> problems)
      throws StoreException;

  /**
   * {@return how much is stored}
   *
   * @throws StoreException if the store cannot be read
   */
  Usage usage() throws StoreException;

  /**
   * A page of names. Immutable.
   *
   * @param conversations the names, the one that was written last first; there may be fewer than
   *     were asked for
   * @param next what to ask with for the next page; null if this is the last one
   */
  record Listed(List<ConversationId> conversations, @Nullable String next) {

    /**
     * Takes a copy of the names.
     *
     * @param conversations the names, the one that was written last first
     * @param next what to ask with for the next page; null if this is the last one
     */
    public Listed {
      conversations = List.copyOf(conversations);
    }
  }

  /**
   * What deleting came to. Immutable.
   *
   * @param blobs how many contents were deleted
   * @param bytes how many bytes that has freed
   * @param kept how many contents are left, of those that it has come to
   * @param isDone whether it has come to all of them; otherwise another part goes on
   */
  record Collected(long blobs, long bytes, long kept, boolean isDone) {

    /**
     * What deleting came to that has come to its end.
     *
     * @param blobs how many contents were deleted
     * @param bytes how many bytes that has freed
     * @param kept how many contents are left
     */
    public Collected(long blobs, long bytes, long kept) {
      this(blobs, bytes, kept, true);
    }
  }

  /**
   * What a part of a check came to. Immutable.
   *
   * @param usage how much it has looked at
   * @param next what to ask with for the next part; null if this was the last one
   */
  record Verified(Usage usage, @Nullable String next) {}

  /**
   * How much is stored. Immutable.
   *
   * @param conversations how many conversations, those archived too
   * @param logBytes the bytes of their histories
   * @param blobs how many contents
   * @param contentBytes the bytes of the contents as they are
   * @param storedBytes the bytes that they take
   */
  record Usage(long conversations, long logBytes, long blobs, long contentBytes, long storedBytes) {

    /** What an empty store has. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

    /**
     * {@return the sum of this and another one}
     *
     * @param more what another part or another store has
     */
    public Usage plus(Usage more) {
      return new Usage(
          conversations + more.conversations,
          logBytes + more.logBytes,
          blobs + more.blobs,
          contentBytes + more.contentBytes,
          storedBytes + more.storedBytes);
    }
  }
}
