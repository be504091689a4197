package dev.attache.mcp.wire;

import dev.attache.support.process.OutputSource;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream of bytes, each at most so long; of a longer one, only the id is kept. Used
 * by one thread.
 */
public final class MessageLines implements OutputSource.Sink {

  /** What takes the lines. */
  public interface Taker {

    /**
     * Takes a line without its end; the array is used again.
     *
     * @param bytes an array that has the line, and is used again after this
     * @param offset where in it the line begins
     * @param length how many bytes the line has
     */
    void line(byte[] bytes, int offset, int length);

    /**
     * Takes what was found of the id of a line that was too long.
     *
     * @param id what was found of it
     * @param length how many bytes the line had
     */
    void tooLong(MessageId id, long length);

    /**
     * Takes what was found of the id of a line for which there was no memory.
     *
     * @param id what was found of it
     * @param length how many bytes the line had
     */
    void tooLongForMemory(MessageId id, long length);
  }

  private final Taker taker;
  private final int limit;
  private byte[] kept = {};
  private int length;
  private long skipped;
  private boolean isOutOfMemory;
  private @Nullable MessageId id;

  /**
   * @param taker takes each line as soon as its end has come, on the thread that feeds this
   * @param limit how many bytes a line may have at the most
   */
  public MessageLines(Taker taker, int limit) {
    this.taker = taker;
    this.limit = limit;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) {
    int begin = offset;
    int end = offset + count;
    for (int i = begin; i < end; i++) {
      if (bytes[i] == '\n') {
        endLine(bytes, begin, i - begin);
        begin = i + 1;
      }
    }
    keep(bytes, begin, end - begin);
  }

  /** Says that nothing follows: what stands after the last end of a line is a line, too. */
  public void end() {
    if (length > 0 || id != null) {
      endLine(new byte[0], 0, 0);
    }
  }

  private void endLine(byte[] bytes, int offset, int count) {
    if (length == 0 && id == null && count <= limit) {
      taker.line(bytes, offset, count);
      return;
    }
    keep(bytes, offset, count);
    MessageId longId = id;
    if (longId != null) {
      if (isOutOfMemory) {
        taker.tooLongForMemory(longId, skipped);
      } else {
        taker.tooLong(longId, skipped);
      }
      isOutOfMemory = false;
      id = null;
      skipped = 0;
    } else {
      taker.line(kept, 0, length);
      if (kept.length > (1 << 20)) {
        kept = new byte[0];
      }
    }
    length = 0;
  }

  private void keep(byte[] bytes, int offset, int count) {
    MessageId longId = id;
    if (longId == null && (count > limit - length || !hasRoom(count))) {
      longId = new MessageId();
      longId.accept(kept, 0, length);
      id = longId;
      skipped = length;
      kept = new byte[0];
      length = 0;
    }
    if (longId != null) {
      longId.accept(bytes, offset, count);
      skipped += count;
      return;
    }
    System.arraycopy(bytes, offset, kept, length, count);
    length += count;
  }

  /** Makes room for so many bytes; false if there is no memory for them. */
  private boolean hasRoom(int count) {
    if (kept.length - length < count) {
      int size = (int) Math.min(limit, Math.max((long) length + count, kept.length * 2L));
      try {
        kept = Arrays.copyOf(kept, size);
      } catch (OutOfMemoryError e) {
        isOutOfMemory = true;
      }
    }
    return !isOutOfMemory;
  }
}
