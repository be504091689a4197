package dev.attache.store.packs;

import dev.attache.resource.ContentDigest;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * The form of a file that holds many contents: {@code ATP} and the version; the contents, each in
 * the form of {@link BlobFormat}, one right after the other; an index of 56 bytes for each (its
 * SHA-256, where it begins, how many bytes it takes here, how many it has), sorted by SHA-256; and
 * a footer of 20 bytes: where the index begins, how many contents it has, its CRC-32, {@code PACK}.
 */
public final class PackFormat {

  static final int HEADER = 'A' << 24 | 'T' << 16 | 'P' << 8 | 1;
  static final int HEADER_BYTES = 4;
  public static final int DIGEST_BYTES = 32;
  static final int ENTRY_BYTES = DIGEST_BYTES + 24;
  static final int FOOTER_BYTES = 20;
  static final int FOOTER = 'P' << 24 | 'A' << 16 | 'C' << 8 | 'K';

  private PackFormat() {}

  /** How many bytes a pack takes whose contents take so many. */
  public static long bytes(int count, long contents) {
    return HEADER_BYTES + contents + (long) ENTRY_BYTES * count + FOOTER_BYTES;
  }

  public static byte[] digest(ContentDigest digest) {
    return HexFormat.of().parseHex(digest.hex());
  }

  static int crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** Returns the entry at an offset. */
  static PackEntry entry(ByteBuffer index, int offset) {
    byte[] digest = new byte[DIGEST_BYTES];
    index.get(offset, digest);
    int rest = offset + DIGEST_BYTES;
    return new PackEntry(
        ContentDigest.ofHash(digest),
        index.getLong(rest),
        index.getLong(rest + 8),
        index.getLong(rest + 16));
  }

  /** Appends an entry. */
  static void put(ByteBuffer index, PackEntry entry) {
    index
        .put(digest(entry.digest()))
        .putLong(entry.offset())
        .putLong(entry.length())
        .putLong(entry.size());
  }
}
