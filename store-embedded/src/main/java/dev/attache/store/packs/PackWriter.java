package dev.attache.store.packs;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The maker of a pack out of a spool: the index after the contents, one sync, and its name. */
public final class PackWriter {

  private final BlobDirectory directory;

  public PackWriter(BlobDirectory directory) {
    this.directory = directory;
  }

  /** Writes what stands before the first content. */
  public static void begin(BlobSpool spool) throws IOException {
    spool.write(ByteBuffer.allocate(PackFormat.HEADER_BYTES).putInt(PackFormat.HEADER).array());
  }

  /**
   * Turns a spool into a pack, under a name that follows from its index. If that fails, the spool
   * is as it was.
   *
   * @param file the file of the spool
   */
  public Path seal(BlobSpool spool, Path file, List<PackEntry> entries) throws IOException {
    long end = spool.position();
    byte[] index = index(entries);
    try {
      spool.write(index);
      spool.write(
          ByteBuffer.allocate(PackFormat.FOOTER_BYTES)
              .putLong(end)
              .putInt(entries.size())
              .putInt(PackFormat.crc(index))
              .putInt(PackFormat.FOOTER)
              .array());
      FileChannel channel = spool.drain();
      channel.truncate(spool.position());
      directory.durability().forceFile(file, channel);
    } catch (IOException e) {
      spool.truncate(end);
      throw e;
    }
    spool.close();
    Path pack = directory.packs().resolve(Packs.name(ContentDigest.sha256(index)));
    StoreFiles.rename(file, pack);
    directory.durability().forceDirectory(directory.packs());
    return pack;
  }

  private static byte[] index(List<PackEntry> entries) {
    List<PackEntry> sorted = new ArrayList<>(entries);
    sorted.sort((a, b) -> a.digest().hex().compareTo(b.digest().hex()));
    ByteBuffer index =
        ByteBuffer.allocate(Math.multiplyExact(sorted.size(), PackFormat.ENTRY_BYTES));
    for (PackEntry each : sorted) {
      PackFormat.put(index, each);
    }
    return index.array();
  }
}
