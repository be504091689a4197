package dev.attache.store.packs;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/** The encoder of contents into the form of {@link BlobFormat}; for one thread at a time. */
public final class BlobEncoder implements AutoCloseable {

  private static final int LEVEL = 4;

  /** After a block that did not shrink, so many are taken as they are without a try. */
  private static final int UNTRIED = 7;

  private final Deflater deflater = new Deflater(LEVEL, true);
  private final byte[] block = new byte[BlobFormat.BLOCK_BYTES];
  private final byte[] deflated = new byte[BlobFormat.BLOCK_BYTES];

  /**
   * Writes a content.
   *
   * @throws IOException if it cannot be read or written, or is not of that size
   */
  public void encode(InputStream in, long size, OutputStream out) throws IOException {
    out.write(BlobFormat.header(size));
    int untried = 0;
    for (long rest = size; rest > 0; rest -= BlobFormat.BLOCK_BYTES) {
      int length = (int) Math.min(rest, BlobFormat.BLOCK_BYTES);
      int got = in.readNBytes(block, 0, length);
      if (got < length) {
        throw new EOFException("it ends after " + (size - rest + got) + " of " + size + " bytes");
      }
      int deflatedLength = untried > 0 ? -1 : deflate(length);
      if (deflatedLength < 0) {
        write(block, length | BlobFormat.RAW, out);
        untried = untried > 0 ? untried - 1 : UNTRIED;
      } else {
        write(deflated, deflatedLength, out);
      }
    }
    if (in.read() >= 0) { // which also lets a stored content verify itself
      throw new IOException("it is longer than " + size + " bytes");
    }
  }

  private static void write(byte[] bytes, int mark, OutputStream out) throws IOException {
    out.write(
        ByteBuffer.allocate(BlobFormat.BLOCK_HEADER_BYTES)
            .putInt(mark)
            .putInt(BlobFormat.crc(mark, bytes, 0))
            .array());
    out.write(bytes, 0, mark & ~BlobFormat.RAW);
  }

  /** Returns the length of the deflated block, or -1 if it does not become shorter. */
  private int deflate(int length) {
    deflater.reset();
    deflater.setInput(block, 0, length);
    deflater.finish();
    int shrunk = deflater.deflate(deflated, 0, length - 1);
    return deflater.finished() ? shrunk : -1;
  }

  @Override
  public void close() {
    deflater.end();
  }
}
