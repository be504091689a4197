package dev.attache.store.packs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Stored bytes that can be read from anywhere in them; for one thread at a time. */
public interface BlobBytes extends AutoCloseable {

  /** Reads some bytes, and returns how many, or -1 after the last. */
  int read(ByteBuffer to, long position) throws IOException;

  @Override
  void close() throws IOException;

  /** Returns those of a file, which is closed with them. */
  static BlobBytes of(FileChannel channel) {
    return new BlobBytes() {
      @Override
      public int read(ByteBuffer to, long position) throws IOException {
        return channel.read(to, position);
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  /** Returns those of an array. */
  static BlobBytes of(byte[] bytes) {
    return new BlobBytes() {
      @Override
      public int read(ByteBuffer to, long position) {
        int count = (int) Math.min(to.remaining(), bytes.length - position);
        if (count <= 0) {
          return -1;
        }
        to.put(bytes, (int) position, count);
        return count;
      }

      @Override
      public void close() {
        // nothing is held
      }
    };
  }
}
