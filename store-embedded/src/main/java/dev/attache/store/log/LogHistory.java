package dev.attache.store.log;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.AppendToken;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.fold.AttachmentFold;
import dev.attache.history.fold.SummaryFold;
import dev.attache.history.json.EventJson;
import dev.attache.resource.Resource;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.LogStamp;
import dev.attache.store.log.LogState.Checkpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one log. What was read is kept as long as the log has its stamp; where neither that
 * nor the derived files tell, all of the log is read. Thread-safe.
 */
public final class LogHistory {

  private static final long SETTLE_MILLIS = 2000;

  private final EmbeddedFiles files;
  private final ConversationId id;
  private final EventJson.Contents contents;
  private final LogMeter meter;
  private final LogProblems problems;
  private final Object adding = new Object();
  private volatile @Nullable LogState known;
  private @Nullable Added added; // guarded by adding

  /** The attachments that a part of the log comes to, to which the rest is added when asked for. */
  private static final class Added {
    private final String generation;
    private final AttachmentFold fold;
    private long upTo;

    Added(String generation, AttachmentFold fold, long upTo) {
      this.generation = generation;
      this.fold = fold;
      this.upTo = upTo;
    }

    boolean isPartOf(LogState state) {
      return generation.equals(state.generation()) && upTo <= state.stamp().size();
    }
  }

  public LogHistory(
      EmbeddedFiles files, ConversationId id, EventJson.Contents contents, LogMeter meter) {
    this.files = files;
    this.id = id;
    this.contents = contents;
    this.meter = meter;
    this.problems = new LogProblems(id);
  }

  /** What was found wrong. */
  public LogProblems problems() {
    return problems;
  }

  /** Keeps what is known after an append; null if that is not what the log holds. */
  void keep(@Nullable LogState state) {
    known = state;
  }

  /** Returns what the log comes to. */
  LogState state(LogPlace place) throws IOException {
    LogStamp stamp = LogStamp.of(place.events());
    LogState state = cheapState(place, stamp);
    if (state == null) {
      state = settledState(place);
    }
    if (state.summary().isArchived() != place.isArchived()) {
      state = state.with(LogState.placed(state.summary(), place.isArchived())); // it was moved
    }
    known = state;
    return state;
  }

  private @Nullable LogState cheapState(LogPlace place, LogStamp stamp) {
    LogState last = known;
    return last != null && last.stamp().matches(stamp)
        ? last
        : new LogDerived(place, meter).readState(stamp);
  }

  /** Reads all of the log, unless a writer turns out to have been about to say what it holds. */
  private LogState settledState(LogPlace place) throws IOException {
    Path lockFile = lockFile();
    if (lockFile == null || LogLock.isHeld(lockFile)) {
      return rebuilt(place, lockFile != null);
    }
    LogLock lock = lock(lockFile);
    if (lock == null) {
      return rebuilt(place, false);
    }
    try {
      LogState state = cheapState(place, LogStamp.of(place.events()));
      return state == null ? rebuilt(place, true) : state;
    } finally {
      lock.close();
    }
  }

  private @Nullable Path lockFile() {
    try {
      return files.lock(id);
    } catch (IOException e) {
      return null; // a store that can only be read, which has no writers either
    }
  }

  private static @Nullable LogLock lock(Path file) {
    try {
      return LogLock.acquire(file, "", SETTLE_MILLIS);
    } catch (StoreException e) {
      return null;
    }
  }

  /**
   * Reads all of the log.
   *
   * @param isLocked whether what it comes to may be written beside it
   */
  private LogState rebuilt(LogPlace place, boolean isLocked) throws IOException {
    problems.restart();
    SummaryFold summary = SummaryFold.of(id, place.isArchived());
    AttachmentFold attachments = AttachmentFold.after(List.of());
    var chain = new LogChain(new LogDerived(place, meter).readEnd());
    try (LogBytes log = LogBytes.open(place.events(), meter)) {
      long tornFrom = LogTail.tornFrom(log, contents);
      var lines = new LogForward(log, 0);
      var events = new LogEvents(place, log, lines, tornFrom, chain, contents, problems);
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        summary.add(event);
        attachments.add(event);
      }
      String generation = newGeneration();
      synchronized (adding) {
        added = new Added(generation, attachments, log.size());
      }
      var state =
          new LogState(
              log.stamp(), generation, Checkpoint.NONE, summary.summary(), tornFrom, chain.end());
      return isLocked && !state.isTorn() ? kept(place, state) : state;
    }
  }

  /** Returns a word that no other reading of a whole log has given. */
  static String newGeneration() {
    return Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  /** Writes what is known of the log beside it, by who holds its lock. */
  LogState kept(LogPlace place, LogState state) {
    var derived = new LogDerived(place, meter);
    LogState result = state;
    if (state.checkpoint().isDue(state.stamp().size())) {
      try {
        List<AttachmentState> states = attachments(place, state);
        result =
            state.with(
                derived.write(
                    new LogAttachments(state.generation(), state.stamp().size(), states)));
      } catch (IOException e) {
        result = state; // it stays due
      }
    }
    derived.write(result);
    return result;
  }

  /** Returns the attachments that the log comes to. */
  List<AttachmentState> attachments(LogPlace place) throws IOException {
    return attachments(place, state(place));
  }

  private List<AttachmentState> attachments(LogPlace place, LogState state) throws IOException {
    synchronized (adding) {
      Added last = added;
      if (last == null || !last.isPartOf(state)) {
        LogAttachments first = derived(place, state, null);
        last = new Added(first.generation(), AttachmentFold.after(first.states()), first.upTo());
      }
      added = null; // unless all of the rest can be read
      if (last.upTo < state.stamp().size()) {
        add(last.upTo, last.fold, place, state, null);
        last.upTo = state.stamp().size();
      }
      added = last;
      return last.fold.attachments();
    }
  }

  /**
   * Returns those of the attachments that the log comes to of which the URI, the address or the
   * name is one of some words.
   */
  List<AttachmentState> attachments(LogPlace place, Set<String> words) throws IOException {
    LogState state = state(place);
    if (isKnown(state)) {
      return named(attachments(place, state), words);
    }
    List<AttachmentState> found = named(place, state, words);
    // what was found by its name has changed since, perhaps, in an event that has only its URI
    var uris = new HashSet<>(words);
    found.forEach(each -> uris.add(each.attachment().resource().uri().value()));
    return uris.size() == words.size() ? found : named(named(place, state, uris), words);
  }

  private boolean isKnown(LogState state) {
    synchronized (adding) {
      return added != null && added.isPartOf(state);
    }
  }

  private List<AttachmentState> named(LogPlace place, LogState state, Set<String> words)
      throws IOException {
    LogAttachments first = derived(place, state, words);
    AttachmentFold fold = AttachmentFold.after(first.states());
    if (first.upTo() < state.stamp().size()) {
      add(first.upTo(), fold, place, state, words);
    }
    return named(fold.attachments(), words);
  }

  private static List<AttachmentState> named(List<AttachmentState> states, Set<String> words) {
    var named = new ArrayList<AttachmentState>();
    for (AttachmentState each : states) {
      Snapshot snapshot = each.attachment().snapshot();
      Resource resource = snapshot.resource();
      if (words.contains(resource.uri().value())
          || words.contains(snapshot.address().value())
          || (resource.name() != null && words.contains(resource.name()))) {
        named.add(each);
      }
    }
    return named;
  }

  /**
   * Adds the events after a part of the log to what that comes to.
   *
   * @param words what an attachment has to have to be of any interest; null if all are
   */
  private void add(
      long from, AttachmentFold fold, LogPlace place, LogState state, @Nullable Set<String> words)
      throws IOException {
    try (LogBytes log = LogBytes.open(place.events(), state.stamp().size(), meter)) {
      LogLines lines = new LogForward(log, from);
      LogLines some = words == null ? lines : new NamingLines(lines, words, state.tornFrom());
      var events = new LogEvents(place, log, some, state.tornFrom(), null, contents, problems);
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        fold.add(event);
      }
    }
  }

  /** Returns what is known of the first part of the log from the file beside it. */
  private LogAttachments derived(LogPlace place, LogState state, @Nullable Set<String> words) {
    LogAttachments derived =
        state.checkpoint().upTo() == 0
            ? null
            : new LogDerived(place, meter).readAttachments(state, contents, words);
    return derived == null // there is nothing that covers the first part of the log
        ? new LogAttachments(state.generation(), 0, List.of())
        : derived;
  }

  /** Opens the events, from the first to the last or the other way round. */
  EventStream open(LogPlace place, boolean isBackward) throws IOException {
    if (!isBackward) {
      return all(place);
    }
    Settled settled = settled(place);
    var lines = new LogBackward(settled.log());
    return new LogEvents(place, settled.log(), lines, settled.tornFrom(), null, contents, problems);
  }

  /** Opens the events from the first to the last. */
  public LogEvents all(LogPlace place) throws IOException {
    var chain = new LogChain(new LogDerived(place, meter).readEnd());
    Settled settled = settled(place);
    var lines = new LogForward(settled.log(), 0);
    return new LogEvents(
        place, settled.log(), lines, settled.tornFrom(), chain, contents, problems);
  }

  /** Returns the events that were appended with a token, as far back as one is remembered. */
  List<ConversationEvent> appended(LogPlace place, AppendToken token) throws IOException {
    Settled settled = settled(place);
    try (LogBytes log = settled.log()) {
      var events = new ArrayDeque<ConversationEvent>();
      var lines = new LogBackward(log);
      int seen = 0;
      for (LogLine line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank() || settled.isTorn(line)) {
          continue;
        }
        if (token.value().equals(line.token())) {
          events.addFirst(LogEvents.read(line, -1, contents));
        } else if (!events.isEmpty() || ++seen > AppendToken.REMEMBERED) {
          break;
        }
      }
      return List.copyOf(events);
    }
  }

  /**
   * A log that is open.
   *
   * @param tornFrom from where on it is torn; -1 if it is whole
   */
  record Settled(LogBytes log, long tornFrom) {

    /** Whether a line is what is left of an append that never ended. */
    boolean isTorn(LogLine line) {
      return tornFrom >= 0 && line.offset() >= tornFrom;
    }

    static Settled of(LogBytes log, EventJson.Contents contents) throws IOException {
      try {
        return new Settled(log, LogTail.tornFrom(log, contents));
      } catch (IOException e) {
        log.close();
        throw e;
      }
    }
  }

  /** Opens the log; if its end is torn, then not because that is just being written. */
  Settled settled(LogPlace place) throws IOException {
    LogBytes log = LogBytes.open(place.events(), meter);
    LogState last = known;
    if (last != null && last.stamp().matches(log.stamp())) {
      return new Settled(log, last.tornFrom());
    }
    Settled found = Settled.of(log, contents);
    Path lockFile = found.tornFrom() < 0 && log.isEnded() ? null : lockFile();
    if (lockFile == null || LogLock.isHeld(lockFile)) {
      return found;
    }
    log.close();
    LogLock lock = lock(lockFile);
    try {
      return Settled.of(LogBytes.open(place.events(), meter), contents);
    } finally {
      if (lock != null) {
        lock.close();
      }
    }
  }
}
