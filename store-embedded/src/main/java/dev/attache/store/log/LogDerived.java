package dev.attache.store.log;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.history.AttachmentState;
import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import dev.attache.history.json.SummaryJson;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.LogStamp;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.log.LogState.Checkpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files beside a log that spare reading all of it. They are believed only with the right stamp
 * and check, and may be missing; they are written by who holds the log's lock.
 */
public final class LogDerived {

  private final LogPlace place;
  private final LogMeter meter;

  public LogDerived(LogPlace place, LogMeter meter) {
    this.place = place;
    this.meter = meter;
  }

  /** The bytes of a summary whose check is right, and what is known of its log. */
  private static final class Kept {
    final LogStamp stamp;
    final String generation;
    final Checkpoint checkpoint;
    final long end;
    final byte[] summary;

    Kept(LogStamp stamp, String generation, Checkpoint checkpoint, long end, byte[] summary) {
      this.stamp = stamp;
      this.generation = generation;
      this.checkpoint = checkpoint;
      this.end = end;
      this.summary = summary;
    }
  }

  /** Reads what the events come to; null if that is not known for a log of this stamp. */
  @Nullable LogState readState(LogStamp stamp) {
    try {
      Kept kept = kept();
      return kept == null || !kept.stamp.matches(stamp)
          ? null
          : new LogState(
              stamp,
              kept.generation,
              kept.checkpoint,
              LogState.placed(SummaryJson.read(kept.summary), place.isArchived()),
              -1,
              kept.end);
    } catch (IOException e) {
      return null; // of another version, or there is none
    }
  }

  /**
   * Reads the checksum with which the log ended when this was written, whatever has become of the
   * log; {@link LogChain#UNKNOWN} if nobody knows. Who reads the log as well reads this first.
   */
  long readEnd() {
    try {
      Kept kept = kept();
      return kept == null ? LogChain.UNKNOWN : kept.end;
    } catch (IOException e) {
      return LogChain.UNKNOWN;
    }
  }

  private @Nullable Kept kept() throws IOException {
    byte[] bytes = read(place.summary());
    var header = new LogHeader(bytes);
    long size = header.skip("{\"log\":{\"size\":").number();
    long modified = header.skip(",\"modified\":").number();
    String generation = header.skip("},\"generation\":\"").word();
    long upTo = header.skip("\",\"attachments\":{\"upTo\":").number();
    long taken = header.skip(",\"size\":").number();
    long end = header.skip("},\"end\":").number();
    String check = header.skip(",\"check\":\"").word();
    byte[] summary = header.skip("\",\"summary\":").rest("}\n");
    var stamp = new LogStamp(size, modified, null);
    var checkpoint = new Checkpoint(upTo, taken);
    return summary == null
            || !check.equals(LogHeader.check(head(stamp, generation, checkpoint, end), summary, 0))
        ? null
        : new Kept(stamp, generation, checkpoint, end, summary);
  }

  /** Writes what the events come to; where that cannot be done, it is found out again. */
  public void write(LogState state) {
    try {
      byte[] summary = SummaryJson.write(state.summary());
      String head = head(state.stamp(), state.generation(), state.checkpoint(), state.end());
      var bytes = new ByteArrayOutputStream(summary.length + 256);
      bytes.writeBytes(head.getBytes(ISO_8859_1));
      bytes.writeBytes(
          (",\"check\":\"" + LogHeader.check(head, summary, 0) + "\",\"summary\":")
              .getBytes(ISO_8859_1));
      bytes.writeBytes(summary);
      bytes.writeBytes("}\n".getBytes(ISO_8859_1));
      StoreFiles.replace(place.summary(), bytes.toByteArray());
    } catch (IOException e) {
      // what is there has another stamp, so that nobody believes it
    }
  }

  private static String head(LogStamp stamp, String generation, Checkpoint checkpoint, long end) {
    return "{\"log\":{\"size\":"
        + stamp.size()
        + ",\"modified\":"
        + stamp.modified()
        + "},\"generation\":\""
        + generation
        + "\",\"attachments\":{\"upTo\":"
        + checkpoint.upTo()
        + ",\"size\":"
        + checkpoint.size()
        + "},\"end\":"
        + end;
  }

  /** Reads the attachments of the first part of a log; null if none are known for it. */
  @Nullable
  public LogAttachments readAttachments(LogState state, EventJson.Contents contents) {
    return readAttachments(state, contents, null);
  }

  /**
   * Reads the attachments of the first part of a log, or some of them; null if none are known for
   * it.
   *
   * @param words what one of the strings of each has to be; null for all attachments
   */
  @Nullable LogAttachments readAttachments(
      LogState state, EventJson.Contents contents, @Nullable Set<String> words) {
    try {
      byte[] bytes = read(place.attachments());
      var header = new LogHeader(bytes);
      String generation = header.skip("{\"generation\":\"").word();
      long upTo = header.skip("\",\"upTo\":").number();
      String check = header.skip(",\"check\":\"").word();
      int start = header.skip("\"}\n").position();
      if (start < 0
          || !generation.equals(state.generation())
          || upTo > state.stamp().size()
          || !check.equals(LogHeader.check(attachmentsHead(generation, upTo), bytes, start))) {
        return null;
      }
      return new LogAttachments(generation, upTo, states(bytes, start, contents, words));
    } catch (IOException e) {
      return null; // of another version, or there is none
    }
  }

  private static List<AttachmentState> states(
      byte[] bytes, int start, EventJson.Contents contents, @Nullable Set<String> words)
      throws StoreException {
    if (words == null) {
      return SummaryJson.readStates(Arrays.copyOfRange(bytes, start, bytes.length), contents);
    }
    var states = new ArrayList<AttachmentState>();
    for (byte[] line : NamingLines.in(bytes, start, words)) {
      states.add(SummaryJson.readState(line, contents));
    }
    return states;
  }

  /** Writes the attachments of the first part of a log; none if that cannot be done. */
  public Checkpoint write(LogAttachments attachments) {
    try {
      var lines = new ByteArrayOutputStream();
      for (AttachmentState state : attachments.states()) {
        lines.writeBytes(SummaryJson.write(state));
        lines.write('\n');
      }
      String head = attachmentsHead(attachments.generation(), attachments.upTo());
      byte[] body = lines.toByteArray();
      var bytes = new ByteArrayOutputStream(body.length + 128);
      bytes.writeBytes(
          (head + ",\"check\":\"" + LogHeader.check(head, body, 0) + "\"}\n").getBytes(ISO_8859_1));
      bytes.writeBytes(body);
      StoreFiles.replace(place.attachments(), bytes.toByteArray());
      return new Checkpoint(attachments.upTo(), bytes.size());
    } catch (IOException e) {
      return Checkpoint.NONE;
    }
  }

  private static String attachmentsHead(String generation, long upTo) {
    return "{\"generation\":\"" + generation + "\",\"upTo\":" + upTo;
  }

  private byte[] read(Path file) throws IOException {
    LogStamp.of(file); // nothing but a file of its own is opened: a pipe would wait for a writer
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readAllBytes();
      meter.read(bytes.length);
      return bytes;
    }
  }
}
