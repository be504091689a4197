package dev.attache.store.packs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way to a file: in memory while they are few, then in a file. For one thread at a
 * time.
 */
public final class BlobSpool extends OutputStream {

  private final int memory;
  private final Files files;
  private byte[] tail = new byte[8192];
  private int used;
  private long flushed;
  private @Nullable FileChannel channel;

  /** What makes the file when it is needed. */
  @FunctionalInterface
  public interface Files {
    FileChannel create() throws IOException;
  }

  public BlobSpool(int memory, Files files) {
    this.memory = memory;
    this.files = files;
  }

  /** How many bytes were written. */
  public long position() {
    return flushed + used;
  }

  public boolean isInMemory() {
    return channel == null;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (used + length > memory) {
      FileChannel file = drain();
      if (length > memory) {
        flushed = writeFully(file, ByteBuffer.wrap(bytes, offset, length));
        return;
      }
    }
    if (used + length > tail.length) {
      tail = Arrays.copyOf(tail, Math.min(memory, Math.max(2 * tail.length, used + length)));
    }
    System.arraycopy(bytes, offset, tail, used, length);
    used += length;
  }

  /** Brings everything into the file; if that fails, all is as it was. */
  public FileChannel drain() throws IOException {
    FileChannel file = channel;
    if (file == null) {
      file = files.create();
      channel = file;
    }
    flushed = writeFully(file, ByteBuffer.wrap(tail, 0, used));
    used = 0;
    return file;
  }

  private long writeFully(FileChannel file, ByteBuffer bytes) throws IOException {
    long at = flushed;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
    return at;
  }

  /** Forgets what was written from there on. */
  public void truncate(long position) {
    used = (int) Math.max(0, position - flushed);
    flushed = Math.min(flushed, position); // what the file has after that is written again
  }

  /** Whether what stands there is in memory. */
  public boolean isHeld(long position) {
    return position >= flushed;
  }

  /** Returns some of the bytes that are in memory. */
  public byte[] read(long position, int length) {
    int from = (int) (position - flushed);
    return Arrays.copyOfRange(tail, from, from + length);
  }

  @Override
  public void close() throws IOException {
    used = 0;
    FileChannel file = channel;
    channel = null;
    if (file != null) {
      file.close();
    }
  }
}
