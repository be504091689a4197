package dev.attache.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.attache.conversation.PooledStore;
import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationLog.Appended;
import dev.attache.history.ConversationLog.Composer;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.resource.testkit.store.ConversationStoreContract;
import dev.attache.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Stores that break a rule of the contract are found, by the tests of that rule. */
@Tag("slow")
@Timeout(600)
class StoreMutantsTest {

  private static List<String> broken(DiscoverySelector contract) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(contract)
        .execute()
        .allEvents()
        .failed()
        .stream()
        .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
        .sorted()
        .toList();
  }

  private static List<String> broken(Class<?> contract) {
    return broken(selectClass(contract));
  }

  /** What is done instead of an append. */
  @FunctionalInterface
  private interface Appending {
    Appended append(
        ConversationLog log,
        @Nullable AppendToken token,
        @Nullable BlobBatch blobs,
        Composer composer)
        throws StoreException;
  }

  private static ConversationLog appending(ConversationLog log, Appending appending) {
    return new ForwardingStore.Log(log) {
      @Override
      public Appended append(
          @Nullable AppendToken token, @Nullable BlobBatch blobs, Composer composer)
          throws StoreException {
        return appending.append(real, token, blobs, composer);
      }
    };
  }

  /** The store in memory, with something else in the place of its conversations. */
  abstract static class InMemory extends ConversationStoreContract {
    final ConversationStore store;

    InMemory(Function<ConversationStore, ConversationStore> broken) {
      store = broken.apply(MemoryStore.of(1 << 22));
    }

    static Function<ConversationStore, ConversationStore> ofLogs(
        Function<ConversationLog, ConversationLog> broken) {
      return real ->
          new ForwardingStore(real) {
            @Override
            protected ConversationLog log(ConversationLog log) {
              return broken.apply(log);
            }
          };
    }

    @Override
    protected ConversationStore newStore() {
      return store;
    }

    @Override
    protected ConversationStore sameStore() {
      return store;
    }
  }

  static final class Sound extends InMemory {
    Sound() {
      super(ofLogs(ForwardingStore.Log::new));
    }
  }

  /** Says now and then of an append that it was done. */
  static final class Losing extends InMemory {
    Losing() {
      super(ofLogs(losing(new AtomicInteger())));
    }

    private static Function<ConversationLog, ConversationLog> losing(AtomicInteger count) {
      return log ->
          appending(
              log,
              (real, token, blobs, composer) ->
                  count.incrementAndGet() % 45 == 0
                      ? new Appended(real.summary(), composer.compose(real), false)
                      : real.append(token, blobs, composer));
    }
  }

  /** Knows no token again. */
  static final class Doubling extends InMemory {
    Doubling() {
      super(
          ofLogs(
              log ->
                  appending(
                      log, (real, token, blobs, composer) -> real.append(null, blobs, composer))));
    }
  }

  /** Appends what belongs together one by one. */
  static final class Tearing extends InMemory {
    Tearing() {
      super(
          ofLogs(
              log ->
                  appending(
                      log,
                      (real, token, blobs, composer) -> {
                        var all = new ArrayList<ConversationEvent>();
                        Appended first =
                            real.append(
                                token,
                                blobs,
                                now -> {
                                  all.addAll(composer.compose(now));
                                  return all.subList(0, Math.min(1, all.size()));
                                });
                        for (ConversationEvent each :
                            all.subList(Math.min(1, all.size()), all.size())) {
                          LockSupport.parkNanos(all.size() < 100 ? 1_000_000 : 0);
                          real.append(null, now -> List.of(each));
                        }
                        return all.isEmpty()
                            ? first
                            : new Appended(real.summary(), all, first.isRepeated());
                      })));
    }
  }

  /** Reads from the wrong end. */
  static final class Reversed extends InMemory {
    Reversed() {
      super(
          ofLogs(
              log ->
                  new ForwardingStore.Log(log) {
                    @Override
                    public EventStream newestFirst() throws StoreException {
                      return real.oldestFirst();
                    }
                  }));
    }
  }

  /** Lists conversations by their names. */
  static final class Unsorted extends InMemory {
    Unsorted() {
      super(
          real ->
              new ForwardingStore(real) {
                @Override
                public List<ConversationId> conversations(boolean archived) throws StoreException {
                  return real.conversations(archived).stream().sorted().toList();
                }
              });
    }
  }

  /** Counts the conversations of the pages before, however the list has changed since. */
  static final class Counting extends InMemory {
    Counting() {
      super(
          real ->
              new ForwardingStore(real) {
                @Override
                public Listed list(boolean archived, @Nullable String after, int limit)
                    throws StoreException {
                  if (after == null) {
                    Listed first = real.list(archived, null, limit);
                    return new Listed(
                        first.conversations(),
                        first.next() == null ? null : Integer.toString(limit));
                  }
                  if (!after.matches("[0-9]+")) {
                    return real.list(archived, after, limit);
                  }
                  int from = Integer.parseInt(after);
                  List<ConversationId> all = real.conversations(archived);
                  int to = Math.min(all.size(), from + limit);
                  return new Listed(
                      all.subList(Math.min(from, to), to),
                      to < all.size() ? Integer.toString(to) : null);
                }
              });
    }
  }

  /** Says of the first part of what it deletes that it was the last one. */
  static final class Hasty extends InMemory {
    Hasty() {
      super(
          real ->
              new ForwardingStore(real) {
                @Override
                public Collected collect(BooleanSupplier isEnough) throws StoreException {
                  Collected part = real.collect(isEnough);
                  return new Collected(part.blobs(), part.bytes(), part.kept(), true);
                }
              });
    }
  }

  /** Shows composers what there was when the conversation was opened. */
  static final class Stale extends InMemory {
    Stale() {
      super(
          ofLogs(
              log -> {
                ConversationSummary opened = summary(log);
                return appending(
                    log,
                    (real, token, blobs, composer) ->
                        real.append(token, blobs, now -> composer.compose(new View(opened, now))));
              }));
    }

    private static ConversationSummary summary(ConversationLog log) {
      try {
        return log.summary();
      } catch (StoreException e) {
        throw new AssertionError(e); // it was opened just now
      }
    }

    private record View(ConversationSummary summary, ConversationView now)
        implements ConversationView {
      @Override
      public ConversationId id() {
        return now.id();
      }

      @Override
      public List<AttachmentState> attachments() throws StoreException {
        return now.attachments();
      }

      @Override
      public EventStream oldestFirst() throws StoreException {
        return now.oldestFirst();
      }

      @Override
      public EventStream newestFirst() throws StoreException {
        return now.newestFirst();
      }
    }
  }

  /** Has few connections, and takes another one for what a composer reads. */
  static final class Starving extends InMemory {
    Starving() {
      super(
          memory ->
              ofLogs(
                      log ->
                          appending(
                              log,
                              (real, token, blobs, composer) ->
                                  real.append(token, blobs, now -> composer.compose(real))))
                  .apply(new PooledStore(memory, 6).store()));
    }
  }

  /** Deletes contents that are in no conversation yet, also those of a batch. */
  static final class Collecting extends InMemory {
    Collecting() {
      super(Greedy::new);
    }

    private static final class Greedy extends ForwardingStore {
      private final Set<Batch> open = ConcurrentHashMap.newKeySet();

      Greedy(ConversationStore real) {
        super(real);
      }

      @Override
      public Collected collect(boolean isTrial) throws StoreException {
        if (!isTrial) {
          open.forEach(each -> each.isGone.set(true));
        }
        return real.collect(isTrial);
      }

      @Override
      public BlobBatch begin() throws StoreException {
        var batch = new Batch(real.begin());
        open.add(batch);
        return batch;
      }

      @Override
      protected ConversationLog log(ConversationLog log) {
        return appending(
            log,
            (real, token, blobs, composer) ->
                blobs instanceof Batch batch && open.remove(batch)
                    ? real.append(token, batch.isGone.get() ? null : batch.real, composer)
                    : real.append(token, null, composer));
      }
    }

    private static final class Batch implements BlobBatch {
      private final BlobBatch real;
      private final AtomicBoolean isGone = new AtomicBoolean();

      Batch(BlobBatch real) {
        this.real = real;
      }

      @Override
      public Stored add(ResourceContent content) throws StoreException {
        Stored stored = real.add(content);
        return Stored.text(
            stored.size(),
            stored.digest(),
            () -> {
              if (isGone.get()) {
                throw new IOException("it was deleted");
              }
              return stored.open();
            });
      }

      @Override
      public void close() {
        real.close();
      }
    }
  }

  /** The store in a directory, with something else in the place of that of other processes. */
  abstract static class InDirectory extends ConversationStoreContract {
    @TempDir Path directory;

    @Override
    protected ConversationStore newStore() {
      return EmbeddedStore.at(directory);
    }

    @Override
    protected ConversationStore sameStore() {
      return newStore();
    }

    @Override
    protected String place() {
      return directory.toString();
    }

    @Override
    protected abstract ConversationStore open(String place);

    /** Runs the rule of writers that are killed. */
    static List<String> brokenByCrashes(Class<?> contract) {
      return broken(selectMethod(contract, "losesNothingAndDoublesNothingWhenWritersAreKilled"));
    }
  }

  /** Begins with each part of a check anew. */
  static final class Restarting extends InDirectory {
    @Override
    protected ConversationStore newStore() {
      return open(place());
    }

    @Override
    protected ConversationStore open(String place) {
      return new ForwardingStore(EmbeddedStore.at(Path.of(place))) {
        @Override
        public Verified verify(
            @Nullable String from, BooleanSupplier isEnough, Consumer<String> problems)
            throws StoreException {
          return real.verify(null, isEnough, problems);
        }
      };
    }
  }

  static final class SoundWhenKilled extends InDirectory {
    @Override
    protected ConversationStore open(String place) {
      return EmbeddedStore.at(Path.of(place));
    }
  }

  /** Knows tokens for as long as its process lives. */
  static final class Forgetting extends InDirectory {
    @Override
    protected ConversationStore open(String place) {
      var known = new ConcurrentHashMap<AppendToken, Appended>();
      return InMemory.ofLogs(
              log ->
                  appending(
                      log,
                      (real, token, blobs, composer) -> {
                        Appended before = token == null ? null : known.get(token);
                        Appended after =
                            before == null ? real.append(null, blobs, composer) : before;
                        if (token != null) {
                          known.put(token, after);
                        }
                        return after;
                      }))
          .apply(EmbeddedStore.at(Path.of(place)));
    }
  }

  /** Says of an append that it is safe, and writes it when the next one comes. */
  static final class Promising extends InDirectory {
    @Override
    protected ConversationStore open(String place) {
      return new Late(EmbeddedStore.at(Path.of(place)));
    }

    private static final class Late extends ForwardingStore {
      private @Nullable Pending pending;

      Late(ConversationStore real) {
        super(real);
      }

      /** An append that is still to come. */
      private record Pending(
          ConversationLog log, @Nullable AppendToken token, Kept blobs, Composer composer) {}

      /** A batch that stays open until then. */
      private record Kept(BlobBatch real) implements BlobBatch {
        @Override
        public Stored add(ResourceContent content) throws StoreException {
          return real.add(content);
        }

        @Override
        public void close() {}
      }

      @Override
      public BlobBatch begin() throws StoreException {
        return new Kept(real.begin());
      }

      @Override
      protected ConversationLog log(ConversationLog log) {
        return appending(
            log,
            (real, token, blobs, composer) -> {
              Pending before = pending;
              if (before != null) {
                Appended unused =
                    before.log().append(before.token(), before.blobs().real(), before.composer());
                before.blobs().real().close();
              }
              pending =
                  blobs instanceof Kept kept ? new Pending(real, token, kept, composer) : null;
              return new Appended(real.summary(), List.of(), false);
            });
      }
    }
  }

  @Test
  void areFoundByTheRulesThatTheyBreak() {
    assertThat(broken(Sound.class)).isEmpty();
    assertThat(broken(Losing.class))
        .containsExactly("keepsWhatManyThreadsAppend", "letsManyWritersReadWhatTheyGoOnWith");
    assertThat(broken(Doubling.class))
        .containsExactly(
            "appendsOnceWhatHasOneToken",
            "appendsOnceWhatManyThreadsAppendWithOneToken",
            "exchangesTokensWithHistories",
            "knowsTheTokenOfTheFirstEvents",
            "remembersATokenForAThousandEvents");
    assertThat(broken(Tearing.class)).contains("showsReadersWholeAppends");
    assertThat(broken(Reversed.class))
        .containsExactly("givesBackWhatWasAppendedInBothOrders", "showsReadersWholeAppends");
    assertThat(broken(Unsorted.class)).containsExactly("listsTheOneThatWasWrittenLastFirst");
    assertThat(broken(Counting.class)).containsExactly("goesOnWithPagesWhateverHappensBetweenThem");
    assertThat(broken(Hasty.class))
        .containsExactly("deletesInPartsWhatNobodyNeeds", "keepsWhatIsAppendedBetweenTheParts");
    assertThat(broken(selectMethod(Restarting.class, "checksInPartsWhatThereIs"))).isNotEmpty();
    assertThat(broken(Stale.class)).contains("tellsTheComposerWhatTheConversationIsThen");
    assertThat(broken(Collecting.class))
        .containsExactly("deletesNothingThatABatchHolds", "deletesNothingThatIsOnItsWay");
  }

  @Test
  void areFoundByTheWritersThatWaitForThem() {
    assertThat(broken(selectMethod(Starving.class, "letsManyWritersReadWhatTheyGoOnWith")))
        .isNotEmpty();
  }

  @Test
  @Tag("process")
  void areFoundWhenTheirProcessesAreKilled() {
    assertThat(InDirectory.brokenByCrashes(SoundWhenKilled.class)).isEmpty();
    assertThat(InDirectory.brokenByCrashes(Forgetting.class)).isNotEmpty();
    assertThat(InDirectory.brokenByCrashes(Promising.class)).isNotEmpty();
  }
}
