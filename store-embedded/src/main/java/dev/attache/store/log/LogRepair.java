package dev.attache.store.log;

import dev.attache.history.ConversationEvent;
import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFiles;
import dev.attache.support.places.Durability;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a log since it was written, and the acceptance of them: its lines get new
 * checksums, and those that are no events go into a file beside it. For who holds the log's lock.
 */
public final class LogRepair {

  private final LogPlace place;
  private final EventJson.Contents contents;
  private final List<Change> changes = new ArrayList<>();
  private final List<LogLine> lines = new ArrayList<>();
  private final ByteArrayOutputStream unreadable = new ByteArrayOutputStream();

  /**
   * A line that is not as it was written, or a loss.
   *
   * @param problem what is wrong, with the name of the file
   * @param event what the line says now; null if it is no event
   */
  public record Change(String problem, @Nullable ConversationEvent event) {}

  private LogRepair(LogPlace place, EventJson.Contents contents) {
    this.place = place;
    this.contents = contents;
  }

  /** Looks at a log. */
  public static LogRepair of(LogPlace place, EventJson.Contents contents) throws IOException {
    var repair = new LogRepair(place, contents);
    var chain = new LogChain(new LogDerived(place, LogMeter.NONE).readEnd());
    try (LogBytes log = LogBytes.open(place.events(), LogMeter.NONE)) {
      var all = new LogForward(log, 0);
      long tornFrom = LogTail.tornFrom(log, contents);
      long number = 0;
      for (LogLine line = all.next(); line != null; line = all.next()) {
        number++;
        if (!line.isBlank()) {
          repair.add(line, number, tornFrom, chain);
        }
      }
    }
    String problem = chain.problem();
    if (problem != null) {
      repair.changes.add(new Change(place.events() + " " + problem, null));
    }
    return repair;
  }

  private void add(LogLine line, long number, long tornFrom, LogChain chain) throws IOException {
    boolean isTorn = !line.hasObject() || (tornFrom >= 0 && line.offset() >= tornFrom);
    String problem = isTorn ? null : chain.add(line);
    try {
      ConversationEvent event = LogEvents.read(line, tornFrom, contents);
      lines.add(line);
      if (problem != null) {
        changes.add(new Change(LogProblems.text(place.events(), number, problem), event));
      }
    } catch (StoreException e) {
      unreadable.writeBytes(line.bytes());
      unreadable.write('\n');
      String skipped = LogProblems.skipped(line, e.message());
      changes.add(new Change(LogProblems.text(place.events(), number, skipped), null));
    }
  }

  /** What has changed, in the order of the lines. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }

  /** Takes the log as it is for what was written: at once or not at all. */
  public void accept(Durability durability, FileTime time) throws IOException {
    Path accepted = place.directory().resolve(LogPlace.EVENTS + ".new");
    Files.deleteIfExists(accepted); // left behind by somebody who died
    try {
      write(accepted, durability);
      Files.setLastModifiedTime(accepted, time);
      if (unreadable.size() > 0) {
        new LogWriter(place, durability).writeAside(unreadable.toByteArray());
      }
      Files.deleteIfExists(place.summary()); // which knows what it came to before
      Files.deleteIfExists(place.attachments());
      StoreFiles.rename(accepted, place.events());
      durability.forceDirectory(place.directory());
    } catch (IOException e) {
      Files.deleteIfExists(accepted);
      throw e;
    }
  }

  private void write(Path file, Durability durability) throws IOException {
    try (FileChannel channel = StoreFiles.create(file);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
      long end = LogSum.START;
      for (LogLine line : lines) {
        byte[] object = line.unsummed();
        LogSum sum = LogSum.after(end, object);
        out.write(sum.on(object));
        out.write('\n');
        end = sum.own();
      }
      out.flush();
      durability.forceFile(file, channel);
    }
  }
}
