package dev.attache.store.log;

import dev.attache.history.ConversationId;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The problems that were found in a log, a line each with file and line number. Numbers are counted
 * when there is something to say, not before. Thread-safe.
 */
public final class LogProblems {

  private static final int MAX_LINES = 1000;

  private final ConversationId id;
  private final List<String> done = new ArrayList<>();
  private final Map<Long, String> byOffset = new LinkedHashMap<>();
  private final NavigableMap<Long, String> changed = new TreeMap<>(); // only the first has a text
  private @Nullable String ended;
  private long knownOffset;
  private long knownNumber = 1;

  LogProblems(ConversationId id) {
    this.id = id;
  }

  /** Forgets what was found in the file as it was, before all of it is read anew. */
  synchronized void restart() {
    byOffset.clear();
    changed.clear();
    ended = null;
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
    changed.tailMap(from).clear();
    if (found.isEmpty()) {
      found.add(file + " ended with NUL bytes");
    }
    for (String line : found) {
      done.add(line + "; set aside as " + aside.getFileName());
    }
  }

  /** Keeps that a line cannot be read. */
  void add(Path file, LogBytes log, LogLine line, String reason) throws IOException {
    put(file, log, line, skipped(line, reason));
  }

  /** What is wrong with a line that cannot be read. */
  static String skipped(LogLine line, String reason) {
    return "was skipped: " + (line.isEnded() ? "" : "cut off; ") + reason;
  }

  /** Keeps that a line is an event that nobody knows here. */
  void unknown(Path file, LogBytes log, LogLine line, String type) throws IOException {
    put(
        file,
        log,
        line,
        "is in no request: unknown event ("
            + Sanitizer.sanitizeLine(type)
            + "), which a later version may have written");
  }

  private synchronized void put(Path file, LogBytes log, LogLine line, String problem)
      throws IOException {
    if (byOffset.containsKey(line.offset()) || byOffset.size() > MAX_LINES) {
      return;
    }
    byOffset.put(
        line.offset(),
        byOffset.size() == MAX_LINES
            ? file + " has more unreadable lines than these"
            : text(file, number(log, line), problem));
  }

  /** Keeps that a line is not as it was written. */
  synchronized void changed(Path file, LogBytes log, LogLine line, String how) throws IOException {
    if (!changed.containsKey(line.offset())) {
      boolean isFirst = changed.isEmpty() || line.offset() < changed.firstKey();
      changed.put(line.offset(), isFirst ? text(file, number(log, line), how) : "");
    }
  }

  /** Keeps that lines are missing. */
  synchronized void ended(Path file, String how) {
    ended = file + " " + how;
  }

  /** What is wrong with a line. */
  static String text(Path file, long number, String problem) {
    return file + ", line " + number + " " + problem;
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
  public synchronized List<String> lines() {
    var lines = new ArrayList<String>(byOffset.values());
    if (!changed.isEmpty()) {
      int more = changed.size() - 1;
      lines.add(
          changed.firstEntry().getValue()
              + (more == 0 ? "" : ", and " + more + " more after it " + (more == 1 ? "is" : "are"))
              + (more == 0 ? "" : " not as written")
              + remedy());
    }
    if (ended != null) {
      lines.add(ended + remedy());
    }
    lines.addAll(done);
    return List.copyOf(lines);
  }

  private String remedy() {
    return "; `attache conversation repair " + id + "` shows what has changed";
  }
}
