package dev.attache.store.log;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The events on the lines of a log, and what is wrong with those. */
public final class LogEvents implements EventStream {

  private final LogPlace place;
  private final LogBytes log;
  private final LogLines lines;
  private final @Nullable LogChain chain;
  private final EventJson.Contents contents;
  private final LogProblems problems;
  private final long tornFrom;
  private long number;

  /**
   * @param tornFrom from where on there are no whole appends; -1 if the log is whole
   * @param chain the checksums of lines that are all of a log, from the first on; null if they are
   *     not
   */
  LogEvents(
      LogPlace place,
      LogBytes log,
      LogLines lines,
      long tornFrom,
      @Nullable LogChain chain,
      EventJson.Contents contents,
      LogProblems problems) {
    this.tornFrom = tornFrom;
    this.place = place;
    this.log = log;
    this.lines = lines;
    this.chain = chain;
    this.contents = contents;
    this.problems = problems;
  }

  @Override
  public @Nullable ConversationEvent next() throws StoreException {
    try {
      for (LogLine line = lines.next(); line != null; line = lines.next()) {
        number++;
        ConversationEvent event = line.isBlank() ? null : event(line);
        if (event != null) {
          return event;
        }
      }
      end();
      return null;
    } catch (IOException e) {
      throw StoreFailure.reading(place.events(), e);
    }
  }

  /** The number of the line that was read last, of lines from the first on. */
  public long lineNumber() {
    return number;
  }

  private @Nullable ConversationEvent event(LogLine line) throws IOException {
    String changed = isTorn(line) ? null : changed(line);
    try {
      ConversationEvent event = read(line, tornFrom, contents);
      if (changed != null) {
        problems.changed(place.events(), log, line, changed);
      }
      if (event instanceof Other other) {
        problems.unknown(place.events(), log, line, other.type());
      }
      return event;
    } catch (StoreException e) {
      problems.add(place.events(), log, line, e.message());
      return null;
    }
  }

  private boolean isTorn(LogLine line) {
    return !line.hasObject() || (tornFrom >= 0 && line.offset() >= tornFrom);
  }

  private @Nullable String changed(LogLine line) {
    return chain != null ? chain.add(line) : line.isIntact() ? null : LogChain.EDITED;
  }

  /** Looks for missing lines, unless the log has become another one meanwhile. */
  private void end() {
    String problem = chain == null ? null : chain.problem();
    if (chain != null
        && problem != null
        && chain.known() == new LogDerived(place, LogMeter.NONE).readEnd()) {
      problems.ended(place.events(), problem);
    }
  }

  /**
   * Reads the event of a line that is not blank, if it counts.
   *
   * @throws StoreException if there is none, saying why
   */
  public static ConversationEvent read(LogLine line, long tornFrom, EventJson.Contents contents)
      throws StoreException {
    ConversationEvent event = read(line, contents);
    if (tornFrom >= 0 && line.offset() >= tornFrom) {
      throw StoreException.of(StoreException.Kind.CORRUPT, LogTail.UNFINISHED);
    }
    return event;
  }

  /**
   * Reads the event of a line that is not blank.
   *
   * @throws StoreException if there is none, saying why
   */
  static ConversationEvent read(LogLine line, EventJson.Contents contents) throws StoreException {
    if (!line.hasObject()) {
      throw StoreException.of(StoreException.Kind.CORRUPT, "nothing but NUL bytes");
    }
    return EventJson.read(line.object(), contents);
  }

  @Override
  public void close() {
    try {
      log.close();
    } catch (IOException e) {
      // it was only read
    }
  }
}
