package dev.attache.store.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The problems that were found in a log, a line each with file and line number. Numbers are counted
 * when there is something to say, not before. Thread-safe.
 */
public final class LogProblems {

  private static final int MAX_LINES = 1000;

  private final List<String> done = new ArrayList<>();
  private final Map<Long, String> byOffset = new LinkedHashMap<>();
  private long knownOffset;
  private long knownNumber = 1;

  /** Forgets what was found in the file as it was, before all of it is read anew. */
  synchronized void restart() {
    byOffset.clear();
    knownOffset = 0;
    knownNumber = 1;
  }

  /** Keeps that the end of the log was set aside. */
  synchronized void setAside(Path file, long from, Path aside) {
    var found = new ArrayList<String>();
    byOffset.forEach(
        (offset, line) -> {
          if (offset >= from) {
            found.add(line);
          }
        });
    byOffset.keySet().removeIf(offset -> offset >= from);
    if (found.isEmpty()) {
      found.add(file + " ended with NUL bytes");
    }
    for (String line : found) {
      done.add(line + "; set aside as " + aside.getFileName());
    }
  }

  /** Keeps that a line cannot be read. */
  synchronized void add(Path file, LogBytes log, LogLine line, String reason) throws IOException {
    if (byOffset.containsKey(line.offset()) || byOffset.size() > MAX_LINES) {
      return;
    }
    byOffset.put(
        line.offset(),
        byOffset.size() == MAX_LINES
            ? file + " has more unreadable lines than these"
            : text(file, number(log, line), line, reason));
  }

  /** What is wrong with a line. */
  public static String text(Path file, long number, LogLine line, String reason) {
    return file
        + ", line "
        + number
        + " was skipped: "
        + (line.isEnded() ? "" : "cut off; ")
        + reason;
  }

  /** Counts from the nearest line of which the number is known. */
  private long number(LogBytes log, LogLine line) throws IOException {
    long offset = line.offset();
    knownNumber +=
        offset >= knownOffset
            ? log.lineFeeds(knownOffset, offset)
            : -log.lineFeeds(offset, knownOffset);
    knownOffset = offset;
    return knownNumber;
  }

  /** All of it, what was done about it last. */
  synchronized List<String> lines() {
    var lines = new ArrayList<String>(byOffset.values());
    lines.addAll(done);
    return List.copyOf(lines);
  }
}
