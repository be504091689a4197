package dev.attache.store;

import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.log.EventLog;
import dev.attache.store.log.LogLock;
import dev.attache.store.log.LogMeter;
import dev.attache.store.log.LogRepair;
import dev.attache.support.places.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The store in a directory: {@code conversations/}, of which each is a directory with its history
 * in {@code events.jsonl}, and {@code blobs/}. Thread-safe, and safe for several processes at once.
 */
public final class EmbeddedStore implements ConversationStore {

  private final EmbeddedFiles files;
  private final Blobs blobs;
  private final LogMeter meter;

  private EmbeddedStore(EmbeddedFiles files, Blobs blobs, LogMeter meter) {
    this.files = files;
    this.blobs = blobs;
    this.meter = meter;
  }

  /**
   * {@return the store in a directory, which need not exist before something is written}
   *
   * @param directory where {@code conversations/} and {@code blobs/} are or will be, such as {@code
   *     .attache} of a workspace
   */
  public static EmbeddedStore at(Path directory) {
    return at(directory, LogMeter.NONE, Durability.DISK);
  }

  /** Returns the same, and says how much of the logs is read. */
  static EmbeddedStore at(Path directory, LogMeter meter) {
    return at(directory, meter, Durability.DISK);
  }

  static EmbeddedStore at(Path directory, LogMeter meter, Durability durability) {
    return new EmbeddedStore(
        new EmbeddedFiles(directory, durability),
        Blobs.at(directory.resolve("blobs"), durability),
        meter);
  }

  @Override
  public ConversationLog create(ConversationId id) throws StoreException {
    if (find(id) != null) {
      throw StoreFailure.exists(id);
    }
    return new EventLog(files, id, blobs, meter, true);
  }

  @Override
  public ConversationLog open(ConversationId id) throws StoreException {
    if (find(id) == null) {
      throw notFound(id);
    }
    return new EventLog(files, id, blobs, meter, false);
  }

  private @Nullable LogPlace find(ConversationId id) throws StoreException {
    try {
      return files.find(id);
    } catch (IOException e) {
      throw StoreFailure.of("conversation " + id + " cannot be read", e);
    }
  }

  private StoreException notFound(ConversationId id) {
    return StoreException.of(
        StoreException.Kind.NOT_FOUND, "no conversation " + id + " in " + files.conversations());
  }

  @Override
  public List<ConversationId> conversations(boolean archived) throws StoreException {
    return EmbeddedList.of(files, archived, null, Integer.MAX_VALUE).conversations();
  }

  @Override
  public Listed list(boolean archived, @Nullable String after, int limit) throws StoreException {
    return EmbeddedList.of(files, archived, after, limit);
  }

  @Override
  public void archive(ConversationId id, boolean archived) throws StoreException {
    change(
        id,
        archived ? "archived" : "unarchived",
        place -> {
          if (place.isArchived() != archived) {
            blobs.commit(null, () -> EmbeddedMove.move(files, place, files.place(id, archived)));
          }
        });
  }

  @Override
  public void exchange(ConversationId id, ConversationId other, ConversationSummary before)
      throws StoreException {
    change(
        id,
        "given another history",
        place -> {
          LogPlace successor = files.find(other);
          if (successor == null) {
            throw notFound(other);
          }
          if (place.isArchived() || !open(id).summary().equals(before)) {
            throw StoreFailure.changed(id, place.isArchived());
          }
          blobs.commit(null, () -> EmbeddedMove.exchange(files, place, successor, other));
        });
  }

  @Override
  public void remove(ConversationId id) throws StoreException {
    change(id, "removed", place -> EmbeddedMove.remove(files, place));
  }

  /**
   * Looks for what of a history has changed since it was written, and accepts that: a history that
   * people have edited is from then on as it is. Lines that are no events are moved into a file
   * beside it.
   *
   * @param id one that is there, archived or not
   * @param isTrial whether to only say what has changed
   * @param changes told of each change, in the order of the lines: what is wrong, in a line for
   *     people, and what the line says now; null if that is no event, or is lost
   * @throws StoreException {@code NOT_FOUND}, or if it cannot be done
   */
  public void accept(
      ConversationId id, boolean isTrial, BiConsumer<String, @Nullable ConversationEvent> changes)
      throws StoreException {
    change(
        id,
        "repaired",
        place -> {
          LogRepair repair = LogRepair.of(place, blobs);
          if (!isTrial && !repair.changes().isEmpty()) {
            blobs.commit(null, () -> accept(repair, id));
          }
          repair.changes().forEach(each -> changes.accept(each.problem(), each.event()));
        });
  }

  private void accept(LogRepair repair, ConversationId id) throws StoreException {
    try {
      repair.accept(files.durability(), files.written());
    } catch (IOException e) {
      throw StoreFailure.of("conversation " + id + " cannot be written, and stays as it was", e);
    }
  }

  /** What is done with a conversation while nobody writes it. */
  @FunctionalInterface
  private interface Change {
    void make(LogPlace place) throws IOException;
  }

  private void change(ConversationId id, String how, Change change) throws StoreException {
    String what = "conversation " + id + " cannot be " + how;
    if (find(id) == null) {
      throw notFound(id);
    }
    try {
      LogLock lock = LogLock.acquire(files.lock(id), what, EventLog.WAIT_MILLIS);
      try {
        LogPlace place = files.find(id);
        if (place == null) {
          throw notFound(id);
        }
        change.make(place);
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw StoreFailure.of(what, e);
    }
  }

  @Override
  public BlobBatch begin() throws StoreException {
    try {
      files.make();
    } catch (IOException e) {
      throw StoreFailure.of(files.root() + " cannot be written", e);
    }
    return blobs.begin();
  }

  @Override
  public Collected collect(boolean isTrial) throws StoreException {
    return isTrial
        ? blobs.collect(new EmbeddedNeeds(files, EmbeddedMarks.none(files))::all, true)
        : collect(() -> false);
  }

  @Override
  public Collected collect(BooleanSupplier isEnough) throws StoreException {
    EmbeddedMove.finishRemovals(files);
    EmbeddedLeftovers.delete(files);
    return new EmbeddedParts(files, blobs).collect(isEnough);
  }

  @Override
  public Verified verify(@Nullable String from, BooleanSupplier isEnough, Consumer<String> problems)
      throws StoreException {
    return new EmbeddedParts(files, blobs).verify(from, isEnough, problems);
  }

  @Override
  public Usage usage() throws StoreException {
    return usageOfLogs().plus(blobs.usage());
  }

  private Usage usageOfLogs() throws StoreException {
    try {
      return EmbeddedNeeds.usage(files);
    } catch (IOException e) {
      throw StoreFailure.of("the conversations cannot be read", e);
    }
  }

  /** The directory. */
  @Override
  public String toString() {
    return "EmbeddedStore[" + files.root() + "]";
  }
}
