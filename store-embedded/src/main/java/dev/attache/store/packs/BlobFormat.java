package dev.attache.store.packs;

import dev.attache.store.files.BlobDamage;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The form in which a content stands in a file: a header of 12 bytes ({@code ATB}, the codec, the
 * size of the content), then a block for each 128 KiB of it. A block is the number of bytes that
 * follow, its highest bit set if they stand there as they are; the CRC-32 of that number and of
 * them; and they themselves. All numbers are big-endian.
 */
final class BlobFormat {

  /** Blocks that are deflated (RFC 1951), each for itself. */
  static final byte DEFLATE = 1;

  static final int HEADER_BYTES = 12;
  static final int BLOCK_HEADER_BYTES = 8;
  static final int BLOCK_BYTES = 128 * 1024;
  static final int RAW = 0x8000_0000;

  private static final int MAGIC = 'A' << 24 | 'T' << 16 | 'B' << 8;

  private BlobFormat() {}

  /** Returns what stands before the blocks. */
  static byte[] header(long size) {
    return ByteBuffer.allocate(HEADER_BYTES).putInt(MAGIC | DEFLATE).putLong(size).array();
  }

  /** Returns the checksum of a block, over all bits of what is stored. */
  static int crc(int mark, byte[] bytes, int offset) {
    CRC32 crc = new CRC32();
    crc.update(mark >>> 24);
    crc.update(mark >>> 16);
    crc.update(mark >>> 8);
    crc.update(mark);
    crc.update(bytes, offset, mark & ~RAW);
    return (int) crc.getValue();
  }

  /**
   * Returns the size of the content.
   *
   * @throws BlobDamage if these are not the first bytes of one
   */
  static long size(ByteBuffer header) throws BlobDamage {
    int magic = header.getInt(0);
    if ((magic & 0xffff_ff00) != MAGIC) {
      throw new BlobDamage("it does not begin like a stored content");
    }
    if ((magic & 0xff) != DEFLATE) {
      throw BlobDamage.ofLaterVersion(
          "its codec (" + (magic & 0xff) + ") is not known to this version");
    }
    long size = header.getLong(4);
    if (size < 0) {
      throw new BlobDamage("its size (" + size + ") is negative");
    }
    return size;
  }
}
