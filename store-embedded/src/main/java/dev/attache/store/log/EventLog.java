package dev.attache.store.log;

import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.fold.SummaryFold;
import dev.attache.history.json.EventJson;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.LogStamp;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.log.LogState.Checkpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A conversation as lines of a file. */
public final class EventLog implements ConversationLog {

  public static final long WAIT_MILLIS = 10_000;

  private final EmbeddedFiles files;
  private final ConversationId id;
  private final Blobs blobs;
  private final LogHistory history;
  private volatile boolean isNew;

  /**
   * @param isNew whether the conversation begins with the first append
   */
  public EventLog(
      EmbeddedFiles files, ConversationId id, Blobs blobs, LogMeter meter, boolean isNew) {
    this.files = files;
    this.id = id;
    this.blobs = blobs;
    this.history = new LogHistory(files, id, blobs, meter);
    this.isNew = isNew;
  }

  @Override
  public ConversationId id() {
    return id;
  }

  @Override
  public Object lineage() throws StoreException {
    return read(
        place ->
            place == null ? LogState.none(id).generation() : history.state(place).generation());
  }

  @Override
  public ConversationSummary summary() throws StoreException {
    return read(
        place -> place == null ? LogState.none(id).summary() : history.state(place).summary());
  }

  @Override
  public List<AttachmentState> attachments() throws StoreException {
    return read(place -> place == null ? List.of() : history.attachments(place));
  }

  @Override
  public List<AttachmentState> attachments(Set<String> words) throws StoreException {
    return read(place -> place == null ? List.of() : history.attachments(place, words));
  }

  @Override
  public EventStream oldestFirst() throws StoreException {
    return read(place -> place == null ? EmptyStream.INSTANCE : history.open(place, false));
  }

  @Override
  public EventStream newestFirst() throws StoreException {
    return read(place -> place == null ? EmptyStream.INSTANCE : history.open(place, true));
  }

  @Override
  public List<String> problems() {
    return history.problems().lines();
  }

  /** The log as who holds its lock reads it. */
  private final class LockedView implements ConversationView {
    private final LogPlace place;
    private final LogState state;

    LockedView(LogPlace place, LogState state) {
      this.place = place;
      this.state = state;
    }

    @Override
    public ConversationId id() {
      return id;
    }

    @Override
    public Object lineage() {
      return state.generation();
    }

    @Override
    public ConversationSummary summary() {
      return state.summary();
    }

    @Override
    public List<AttachmentState> attachments() throws StoreException {
      try {
        return isNew ? List.of() : history.attachments(place);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }

    @Override
    public EventStream oldestFirst() throws StoreException {
      return open(false);
    }

    @Override
    public EventStream newestFirst() throws StoreException {
      return open(true);
    }

    private EventStream open(boolean isBackward) throws StoreException {
      try {
        return isNew ? EmptyStream.INSTANCE : history.open(place, isBackward);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }
  }

  /** The events of a conversation that has none yet. */
  private static final class EmptyStream implements EventStream {
    static final EmptyStream INSTANCE = new EmptyStream();

    @Override
    public @Nullable ConversationEvent next() {
      return null;
    }

    @Override
    public void close() {}
  }

  @FunctionalInterface
  private interface Reading<T> {
    T at(@Nullable LogPlace place) throws IOException;
  }

  private <T> T read(Reading<T> reading) throws StoreException {
    try {
      try {
        return reading.at(place());
      } catch (NoSuchFileException e) {
        return reading.at(place()); // it was moved just then
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private StoreException unreadable(IOException e) {
    return StoreFailure.of("conversation " + id + " cannot be read", e);
  }

  /** Returns where the conversation is; null if it is still to begin. */
  private @Nullable LogPlace place() throws IOException {
    if (isNew) {
      return null;
    }
    LogPlace place = files.find(id);
    if (place == null) {
      throw StoreException.of(StoreException.Kind.NOT_FOUND, "conversation " + id + " was removed");
    }
    return place;
  }

  @Override
  public Appended append(@Nullable AppendToken token, @Nullable BlobBatch batch, Composer composer)
      throws StoreException {
    String what = "conversation " + id + " cannot be written";
    try {
      Path lockFile = files.lock(id);
      if (LogLock.isHeld(lockFile)) {
        throw StoreException.of(
            StoreException.Kind.REFUSED, what + " while this thread composes what to append");
      }
      LogLock lock = LogLock.acquire(lockFile, what, WAIT_MILLIS);
      try {
        return appendLocked(token, batch, composer);
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw StoreFailure.of(what, e);
    }
  }

  private Appended appendLocked(
      @Nullable AppendToken token, @Nullable BlobBatch batch, Composer composer)
      throws IOException {
    LogPlace place = writablePlace();
    LogState before = isNew ? LogState.none(id) : whole(place);
    List<ConversationEvent> known =
        token == null || isNew ? List.of() : history.appended(place, token);
    if (!known.isEmpty()) {
      return new Appended(before.summary(), known, true);
    }
    List<ConversationEvent> events = List.copyOf(composer.compose(new LockedView(place, before)));
    if (events.isEmpty()) {
      return new Appended(before.summary(), events, false);
    }
    SummaryFold fold = SummaryFold.after(before.summary());
    Lines lines = lines(token, events, fold, before.end());
    ConversationSummary summary = fold.summary();
    blobs.commit(batch, () -> write(place, before, lines, summary));
    return new Appended(summary, events, false);
  }

  @Override
  public List<ConversationEvent> appended(AppendToken token) throws StoreException {
    return read(place -> place == null ? List.of() : history.appended(place, token));
  }

  private LogPlace writablePlace() throws IOException {
    LogPlace place = files.find(id);
    if (isNew && place != null) {
      throw StoreFailure.exists(id);
    }
    if (isNew) {
      return files.place(id, false);
    }
    if (place == null) {
      throw StoreException.of(StoreException.Kind.NOT_FOUND, "conversation " + id + " was removed");
    }
    if (place.isArchived()) {
      throw StoreException.of(
          StoreException.Kind.REFUSED, "conversation " + id + " is archived; unarchive it first");
    }
    return place;
  }

  /** Lines to append, and the checksum of the last one. */
  private static final class Lines {
    final byte[] bytes;
    final long end;

    Lines(byte[] bytes, long end) {
      this.bytes = bytes;
      this.end = end;
    }
  }

  /** Writes events, and adds them up as they will be read. */
  private Lines lines(
      @Nullable AppendToken token, List<ConversationEvent> events, SummaryFold fold, long before)
      throws IOException {
    var lines = new ByteArrayOutputStream();
    long end = before;
    int left = events.size();
    for (ConversationEvent event : events) {
      byte[] line = EventJson.write(event);
      fold.add(EventJson.read(line, blobs));
      byte[] known = token == null ? LogToken.without(line) : LogToken.on(line, token);
      // a new log needs no mark: it has its name when it is whole
      byte[] marked = --left > 0 && !isNew ? LogMark.on(known) : LogMark.without(known);
      LogSum sum = LogSum.after(end, marked);
      lines.writeBytes(sum.on(marked));
      lines.write('\n');
      end = sum.own();
    }
    return new Lines(lines.toByteArray(), end);
  }

  /** Returns what the log comes to, after what is no event at its end is set aside. */
  private LogState whole(LogPlace place) throws IOException {
    LogState state = history.state(place);
    if (!state.isTorn()) {
      return state;
    }
    blobs.commit(null, () -> setAside(place, state.tornFrom()));
    return new LogState(
        LogStamp.of(place.events()),
        LogHistory.newGeneration(),
        Checkpoint.NONE,
        state.summary(),
        -1,
        state.end());
  }

  private void setAside(LogPlace place, long from) throws StoreException {
    try {
      Path aside = new LogWriter(place, files.durability()).setAside(from);
      history.problems().setAside(place.events(), from, aside);
    } catch (IOException e) {
      throw StoreFailure.of("the end of " + place.events() + " cannot be set aside", e);
    }
  }

  private void write(LogPlace place, LogState before, Lines lines, ConversationSummary summary)
      throws StoreException {
    try {
      var writer = new LogWriter(place, files.durability());
      FileTime time = files.written();
      if (isNew) {
        writer.create(lines.bytes, time);
        isNew = false;
        long size = lines.bytes.length;
        keep(place, LogHistory.newGeneration(), Checkpoint.NONE, summary, size, lines.end);
      } else {
        boolean isAsKnown = before.stamp().matches(LogStamp.of(place.events()));
        long size = writer.append(lines.bytes, time);
        String generation = isAsKnown ? before.generation() : "";
        keep(place, generation, before.checkpoint(), summary, size, lines.end);
      }
    } catch (IOException e) {
      throw StoreFailure.of(
          "conversation " + id + " cannot be written, and nothing was added to it", e);
    }
  }

  /** Keeps what is known now; the events are safe, so that nothing here may fail. */
  private void keep(
      LogPlace place,
      String generation,
      Checkpoint checkpoint,
      ConversationSummary summary,
      long size,
      long end) {
    LogState after = null;
    try {
      LogStamp stamp = LogStamp.of(place.events());
      if (!generation.isEmpty() && stamp.size() == size) {
        after = history.kept(place, new LogState(stamp, generation, checkpoint, summary, -1, end));
      }
    } catch (IOException e) {
      after = null; // all of the log is read when somebody asks
    }
    history.keep(after);
  }
}
