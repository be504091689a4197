package dev.attache.support.process;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A pipe of which a program is given one end, while the other is read here.
 *
 * <p>The pipes that the JVM makes for a process would be closed when the process ends, or a moment
 * later, as chance will have it: what a child of it prints last is kept in one run and lost in the
 * next, and a flood from such a child is read into memory without bound. This one ends when nobody
 * writes any more, can be closed while it is being read, and is known by a name, by which those who
 * hold it can be found. Linux only. Read by one thread, closed by any.
 */
public final class OutputPipe implements OutputSource {

  private static final int BUFFER_SIZE = 64 << 10;

  /** How often to try again when somebody else opened a pipe at the same moment. */
  private static final int TRIES = 100;

  private static final long PAUSE_NANOS = 10_000;

  private final Pipe pipe;
  private final String name;
  private final File writeEnd;

  private OutputPipe(Pipe pipe, String name, File writeEnd) {
    this.pipe = pipe;
    this.name = name;
    this.writeEnd = writeEnd;
  }

  /**
   * {@return a pipe with both ends open; null where its ends cannot be named}
   *
   * @throws IOException if the system has no pipe left to give
   */
  public static @Nullable OutputPipe open() throws IOException {
    for (int i = 0; i < TRIES && ProcTable.exists(); i++) {
      OutputPipe opened = tryToOpen();
      if (opened != null) {
        return opened;
      }
      LockSupport.parkNanos(i * PAUSE_NANOS);
    }
    return null;
  }

  private static synchronized @Nullable OutputPipe tryToOpen() throws IOException {
    Map<File, String> before = ProcTable.ownPipes();
    Pipe pipe = Pipe.open();
    Map<File, String> opened = new HashMap<>(ProcTable.ownPipes());
    opened.entrySet().removeAll(before.entrySet());
    if (opened.size() == 2 && opened.values().stream().distinct().count() == 1) {
      for (Map.Entry<File, String> end : opened.entrySet()) {
        if (ProcTable.isWritable(end.getKey())) {
          return new OutputPipe(pipe, end.getValue(), end.getKey());
        }
      }
    }
    pipe.sink().close();
    pipe.source().close();
    return null;
  }

  /** {@return what the system calls it, {@code pipe:[12345]}} */
  public String name() {
    return name;
  }

  /**
   * {@return a name, valid in this process, under which the end can be opened that is written to}
   */
  public File writeEnd() {
    return writeEnd;
  }

  /**
   * Leaves writing to those who have opened the end by now.
   *
   * @throws IOException if the end cannot be closed
   */
  public void onlyRead() throws IOException {
    pipe.sink().close();
  }

  @Override
  public void readInto(Sink sink) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_SIZE);
    byte[] bytes = new byte[BUFFER_SIZE];
    try (Pipe.SourceChannel source = pipe.source()) {
      while (source.read(buffer) >= 0) {
        buffer.flip();
        int length = buffer.remaining();
        buffer.get(bytes, 0, length);
        sink.write(bytes, 0, length);
        buffer.clear();
      }
    } catch (IOException e) {
      // Closed because those who hold its other end cannot be found: what was read counts.
    }
  }

  @Override
  public void close() throws IOException {
    pipe.sink().close();
    pipe.source().close();
  }
}
