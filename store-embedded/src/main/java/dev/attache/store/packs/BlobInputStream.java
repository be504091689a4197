package dev.attache.store.packs;

import dev.attache.store.files.BlobDamage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A content that is read out of a part of a file, block by block. */
public final class BlobInputStream extends InputStream {

  private final BlobBytes bytes;
  private final long end;
  private final long size;
  private final Inflater inflater = new Inflater(true);
  private long position;
  private long rest;
  private ByteBuffer read = ByteBuffer.allocate(4096).limit(0);
  private byte[] block = new byte[0];
  private int next;
  private int limit;

  /**
   * Begins to read; the bytes belong to the stream if that succeeds.
   *
   * @param length the bytes that it takes in the file
   */
  public BlobInputStream(BlobBytes bytes, long offset, long length) throws IOException {
    this.bytes = bytes;
    this.position = offset;
    this.end = offset + length;
    boolean isReady = false;
    try {
      fill(BlobFormat.HEADER_BYTES);
      size = BlobFormat.size(read.slice());
      read.position(read.position() + BlobFormat.HEADER_BYTES);
      rest = size;
      requireEnd();
      isReady = true;
    } finally {
      if (!isReady) {
        inflater.end();
      }
    }
  }

  /** The size of the content, by its header. */
  public long size() {
    return size;
  }

  @Override
  public int read() throws IOException {
    return advance() ? block[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (length == 0) {
      return 0;
    }
    if (!advance()) {
      return -1;
    }
    int count = Math.min(length, limit - next);
    System.arraycopy(block, next, buffer, offset, count);
    next += count;
    return count;
  }

  @Override
  public int available() {
    return limit - next;
  }

  /** Makes sure that there is a byte in the block, and says if there is one. */
  private boolean advance() throws IOException {
    if (next < limit) {
      return true;
    }
    if (rest == 0) {
      return false;
    }
    fill(BlobFormat.BLOCK_HEADER_BYTES);
    int mark = read.getInt();
    int crc = read.getInt();
    int length = mark & ~BlobFormat.RAW;
    int size = (int) Math.min(rest, BlobFormat.BLOCK_BYTES);
    if (length > size) {
      throw new BlobDamage("a block of " + size + " bytes cannot take " + length);
    }
    fill(length);
    if (BlobFormat.crc(mark, read.array(), read.position()) != crc) {
      throw new BlobDamage("a block does not match its checksum");
    }
    if (block.length < size) {
      block = new byte[size];
    }
    if (mark < 0) {
      read.get(block, 0, size(length, size));
    } else {
      inflate(length, size);
    }
    next = 0;
    limit = size;
    rest -= size;
    requireEnd();
    return true;
  }

  private static int size(int length, int size) throws BlobDamage {
    if (length != size) {
      throw new BlobDamage("a block of " + size + " bytes has " + length);
    }
    return size;
  }

  private void inflate(int length, int size) throws BlobDamage {
    inflater.reset();
    inflater.setInput(read.array(), read.position(), length);
    read.position(read.position() + length);
    try {
      int count = inflater.inflate(block, 0, size);
      boolean isWhole = inflater.finished() || inflater.inflate(new byte[1]) == 0;
      if (count != size || !isWhole || !inflater.finished() || inflater.getRemaining() > 0) {
        throw new BlobDamage("a block of " + size + " bytes inflates to something else");
      }
    } catch (DataFormatException e) {
      throw new BlobDamage("a block cannot be inflated (" + e.getMessage() + ")");
    }
  }

  private void requireEnd() throws BlobDamage {
    long left = end - position + read.remaining();
    if (rest == 0 && left != 0) {
      throw new BlobDamage("it goes on for " + left + " bytes after its end");
    }
  }

  /** Makes sure that so many bytes can be taken from what was read. */
  private void fill(int count) throws IOException {
    if (read.remaining() >= count) {
      return;
    }
    if (end - position + read.remaining() < count) {
      throw new BlobDamage("it is cut off");
    }
    if (read.capacity() < count) {
      read = ByteBuffer.allocate(count + BlobFormat.BLOCK_HEADER_BYTES).put(read);
    } else {
      read.compact();
    }
    read.limit((int) Math.min(read.capacity(), read.position() + end - position));
    while (read.hasRemaining()) {
      int got = bytes.read(read, position);
      if (got < 0) {
        throw new BlobDamage("it is cut off");
      }
      position += got;
    }
    read.flip();
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    rest = 0;
    next = limit;
    bytes.close();
  }
}
