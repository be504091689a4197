package dev.attache.store.log;

import dev.attache.history.ConversationEvent;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The events on the lines of a log. */
public final class LogEvents implements EventStream {

  private final Path file;
  private final LogBytes log;
  private final LogLines lines;
  private final EventJson.Contents contents;
  private final LogProblems problems;
  private final long tornFrom;

  /**
   * @param tornFrom from where on there are no whole appends; -1 if the log is whole
   */
  LogEvents(
      Path file,
      LogBytes log,
      LogLines lines,
      long tornFrom,
      EventJson.Contents contents,
      LogProblems problems) {
    this.tornFrom = tornFrom;
    this.file = file;
    this.log = log;
    this.lines = lines;
    this.contents = contents;
    this.problems = problems;
  }

  @Override
  public @Nullable ConversationEvent next() throws StoreException {
    try {
      for (LogLine line = lines.next(); line != null; line = lines.next()) {
        ConversationEvent event = line.isBlank() ? null : event(line);
        if (event != null) {
          return event;
        }
      }
      return null;
    } catch (IOException e) {
      throw StoreFailure.reading(file, e);
    }
  }

  private @Nullable ConversationEvent event(LogLine line) throws IOException {
    try {
      return read(line, tornFrom, contents);
    } catch (StoreException e) {
      problems.add(file, log, line, e.message());
      return null;
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
