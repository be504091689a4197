package dev.attache.store.log;

import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import java.io.IOException;

/**
 * The remains of a crash at the end of a log: a line that is no event, NUL bytes after one, or the
 * first lines of an append without its last one.
 */
final class LogTail {

  /** What is wrong with an event of an append that has no end. */
  static final String UNFINISHED = "what was to be added with it is missing";

  private LogTail() {}

  /** Returns from where on a log is torn; -1 if it is whole. */
  static long tornFrom(LogBytes log, EventJson.Contents contents) throws IOException {
    var lines = new LogBackward(log);
    long from = -1;
    for (LogLine line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank()) {
        continue;
      }
      boolean isEvent = isEvent(line, contents);
      if (isEvent && !line.isContinued()) {
        return from < 0 && line.hasNul() ? line.objectEnd() : from;
      }
      if (isEvent || from < 0) { // of several lines that are no events, only the last is torn
        from = line.offset();
      }
    }
    return from;
  }

  private static boolean isEvent(LogLine line, EventJson.Contents contents) {
    try {
      LogEvents.read(line, contents);
      return true;
    } catch (StoreException e) {
      return false;
    }
  }
}
