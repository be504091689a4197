package dev.attache.store;

import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.history.fold.AttachmentFold;
import dev.attache.history.fold.SummaryFold;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A view of another store in which conversations go on as they would there, and which leaves that
 * store as it is: what is written lies in a temporary directory until this is closed. What changes
 * the store as a whole is refused. Thread-safe.
 */
public final class TrialStore implements ConversationStore, AutoCloseable {

  /** Stands before a place among the conversations that were written here, which come first. */
  private static final String WRITTEN = "trial:";

  /** The place after them. */
  private static final String BELOW = "below";

  private final ConversationStore store;
  private final Path directory;
  private final EmbeddedStore written;

  private TrialStore(ConversationStore store, Path directory) {
    this.store = store;
    this.directory = directory;
    this.written = EmbeddedStore.at(directory);
  }

  /**
   * {@return a view of a store}
   *
   * @param store the store to go on from; nothing is written to it
   * @throws StoreException if there is no room for what is written
   */
  public static TrialStore of(ConversationStore store) throws StoreException {
    try {
      return new TrialStore(store, Files.createTempDirectory("attache-trial-"));
    } catch (IOException e) {
      throw StoreFailure.of("a temporary directory cannot be made", e);
    }
  }

  /** Where it is until this is closed. */
  Path directory() {
    return directory;
  }

  @Override
  public ConversationLog create(ConversationId id) throws StoreException {
    return new TrialLog(store.create(id), written.create(id));
  }

  @Override
  public ConversationLog open(ConversationId id) throws StoreException {
    boolean isWritten = isWritten(id);
    if (isWritten && !isThere(id)) {
      return written.open(id);
    }
    return new TrialLog(store.open(id), isWritten ? written.open(id) : written.create(id));
  }

  private boolean isWritten(ConversationId id) throws StoreException {
    return written.conversations(false).contains(id);
  }

  private boolean isThere(ConversationId id) throws StoreException {
    return store.conversations(false).contains(id) || store.conversations(true).contains(id);
  }

  @Override
  public List<ConversationId> conversations(boolean archived) throws StoreException {
    var all = new ArrayList<ConversationId>();
    if (!archived) {
      all.addAll(written.conversations(false));
    }
    for (ConversationId id : store.conversations(archived)) {
      if (!all.contains(id)) {
        all.add(id);
      }
    }
    return all;
  }

  @Override
  public Listed list(boolean archived, @Nullable String after, int limit) throws StoreException {
    var found = new ArrayList<ConversationId>();
    String next = after;
    if (!archived && (after == null || after.startsWith(WRITTEN))) {
      Listed own =
          written.list(false, after == null ? null : after.substring(WRITTEN.length()), limit);
      found.addAll(own.conversations());
      if (own.next() != null) {
        return new Listed(found, WRITTEN + own.next());
      }
      next = null;
    }
    if (found.size() == limit) {
      return new Listed(found, BELOW);
    }
    Set<ConversationId> own = archived ? Set.of() : Set.copyOf(written.conversations(false));
    Listed rest = store.list(archived, BELOW.equals(next) ? null : next, limit - found.size());
    rest.conversations().stream().filter(each -> !own.contains(each)).forEach(found::add);
    return new Listed(found, rest.next());
  }

  @Override
  public BlobBatch begin() throws StoreException {
    return written.begin();
  }

  @Override
  public void archive(ConversationId id, boolean archived) throws StoreException {
    throw refused();
  }

  @Override
  public void exchange(ConversationId id, ConversationId other, ConversationSummary before)
      throws StoreException {
    throw refused();
  }

  @Override
  public void remove(ConversationId id) throws StoreException {
    throw refused();
  }

  @Override
  public Collected collect(boolean isTrial) throws StoreException {
    throw refused();
  }

  @Override
  public Collected collect(BooleanSupplier isEnough) throws StoreException {
    throw refused();
  }

  @Override
  public Verified verify(@Nullable String from, BooleanSupplier isEnough, Consumer<String> problems)
      throws StoreException {
    throw refused();
  }

  private static StoreException refused() {
    return StoreException.of(Kind.REFUSED, "a trial changes nothing of the store");
  }

  /** Returns how much is stored, without what was written here. */
  @Override
  public Usage usage() throws StoreException {
    return store.usage();
  }

  /** Forgets what was written. */
  @Override
  public void close() throws StoreException {
    try {
      EmbeddedMove.delete(directory);
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw StoreFailure.of(directory + " cannot be deleted", e);
    }
  }

  /** A conversation of the store, and after it what was written here. */
  private static final class TrialLog implements ConversationLog {

    private final ConversationLog before;
    private final ConversationLog after;

    TrialLog(ConversationLog before, ConversationLog after) {
      this.before = before;
      this.after = after;
    }

    @Override
    public ConversationId id() {
      return before.id();
    }

    @Override
    public @Nullable Object lineage() throws StoreException {
      return joined(after).lineage();
    }

    @Override
    public ConversationSummary summary() throws StoreException {
      return joined(after).summary();
    }

    @Override
    public List<AttachmentState> attachments() throws StoreException {
      return joined(after).attachments();
    }

    @Override
    public EventStream oldestFirst() throws StoreException {
      return joined(after).oldestFirst();
    }

    @Override
    public EventStream newestFirst() throws StoreException {
      return joined(after).newestFirst();
    }

    private ConversationView joined(ConversationView written) {
      return new JoinedView(before, written);
    }

    @Override
    public Appended append(
        @Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
        throws StoreException {
      if (before.summary().isArchived()) {
        throw StoreFailure.changed(id(), true);
      }
      List<ConversationEvent> known = token == null ? List.of() : before.appended(token);
      if (!known.isEmpty()) {
        return new Appended(summary(), known, true);
      }
      Appended written = after.append(token, blobs, now -> composer.compose(joined(now)));
      return new Appended(summary(), written.events(), written.isRepeated());
    }

    @Override
    public List<ConversationEvent> appended(AppendToken token) throws StoreException {
      List<ConversationEvent> known = after.appended(token);
      return known.isEmpty() ? before.appended(token) : known;
    }

    @Override
    public List<String> problems() {
      var problems = new ArrayList<>(before.problems());
      problems.addAll(after.problems());
      return problems;
    }
  }

  /**
   * A conversation that goes on with what another has.
   *
   * @param after what was written after it
   */
  private record JoinedView(ConversationView before, ConversationView after)
      implements ConversationView {

    @Override
    public ConversationId id() {
      return before.id();
    }

    @Override
    public @Nullable Object lineage() throws StoreException {
      Object first = before.lineage();
      Object second = after.lineage();
      return first == null || second == null ? null : List.of(first, second);
    }

    @Override
    public ConversationSummary summary() throws StoreException {
      SummaryFold fold = SummaryFold.after(before.summary());
      eachAfter(fold::add);
      return fold.summary();
    }

    @Override
    public List<AttachmentState> attachments() throws StoreException {
      AttachmentFold fold = AttachmentFold.after(before.attachments());
      eachAfter(fold::add);
      return fold.attachments();
    }

    private void eachAfter(Consumer<ConversationEvent> consumer) throws StoreException {
      try (EventStream events = after.oldestFirst()) {
        for (ConversationEvent event = events.next(); event != null; event = events.next()) {
          consumer.accept(event);
        }
      }
    }

    @Override
    public EventStream oldestFirst() throws StoreException {
      return Joined.of(before.oldestFirst(), after::oldestFirst);
    }

    @Override
    public EventStream newestFirst() throws StoreException {
      return Joined.of(after.newestFirst(), before::newestFirst);
    }
  }

  /** The events of one stream and then those of another. Not thread-safe. */
  private static final class Joined implements EventStream {

    private final EventStream first;
    private final EventStream second;

    private Joined(EventStream first, EventStream second) {
      this.first = first;
      this.second = second;
    }

    /** What opens a stream. */
    @FunctionalInterface
    interface Opening {
      EventStream open() throws StoreException;
    }

    static Joined of(EventStream first, Opening second) throws StoreException {
      try {
        return new Joined(first, second.open());
      } catch (StoreException e) {
        first.close();
        throw e;
      }
    }

    @Override
    public @Nullable ConversationEvent next() throws StoreException {
      ConversationEvent event = first.next();
      return event == null ? second.next() : event;
    }

    @Override
    public void close() {
      first.close();
      second.close();
    }
  }
}
