package dev.attache.store.packs;

import dev.attache.store.files.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A new pack of contents that other packs have. */
public final class PackCopy {

  private static final int BUFFER_BYTES = 256 * 1024;

  private final BlobDirectory directory;

  public PackCopy(BlobDirectory directory) {
    this.directory = directory;
  }

  /** A content on its way into another pack. */
  public record Part(Pack from, PackEntry entry) {}

  /** Writes the contents, in their order; returns the pack that is now safe from a crash. */
  public Path write(List<Part> parts) throws IOException {
    Path file = directory.temporary().resolve(BlobDirectory.temporaryName() + ".spool");
    BlobSpool spool = new BlobSpool(BUFFER_BYTES, () -> StoreFiles.create(file));
    try {
      PackWriter.begin(spool);
      List<PackEntry> entries = new ArrayList<>();
      Pack open = null;
      FileChannel from = null;
      try {
        for (Part each : parts) {
          if (from == null || open != each.from()) {
            if (from != null) {
              from.close();
            }
            open = each.from();
            from = StoreFiles.open(open.file());
          }
          PackEntry old = each.entry();
          entries.add(new PackEntry(old.digest(), spool.position(), old.length(), old.size()));
          copy(from, old, spool);
        }
      } finally {
        if (from != null) {
          from.close();
        }
      }
      spool.drain();
      return new PackWriter(directory).seal(spool, file, entries);
    } finally {
      spool.close();
      Files.deleteIfExists(file);
    }
  }

  private static void copy(FileChannel from, PackEntry entry, BlobSpool to) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, entry.length()));
    long end = entry.offset() + entry.length();
    for (long at = entry.offset(); at < end; ) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
      int count = from.read(buffer, at);
      if (count < 0) {
        throw new IOException("a pack became shorter while it was read");
      }
      to.write(buffer.array(), 0, count);
      at += count;
    }
  }
}
