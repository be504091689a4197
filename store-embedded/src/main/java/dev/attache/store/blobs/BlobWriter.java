package dev.attache.store.blobs;

import dev.attache.resource.ContentDigest;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.packs.BlobBytes;
import dev.attache.store.packs.BlobDirectory;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** The writer of contents into files of their own, whole or not at all. */
final class BlobWriter {

  private static final int BUFFER_BYTES = 256 * 1024;

  private final BlobDirectory directory;
  private final Set<Path> changed = new LinkedHashSet<>();

  BlobWriter(BlobDirectory directory) {
    this.directory = directory;
  }

  /** Writes a content that is in its stored form, in place of what has its name. */
  void write(ContentDigest digest, BlobBytes bytes, long offset, long length) throws IOException {
    Path to = directory.loose(digest);
    Path parent = directory.fan(digest);
    Path temporary = directory.temporary().resolve(BlobDirectory.temporaryName() + ".blob");
    try {
      try (FileChannel channel = StoreFiles.create(temporary)) {
        copy(bytes, offset, length, channel);
        directory.durability().forceFile(temporary, channel);
      }
      if (StoreFiles.makeDirectory(parent)) {
        changed.add(directory.root());
      }
      StoreFiles.rename(temporary, to);
      changed.add(parent);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void copy(BlobBytes from, long offset, long length, FileChannel to)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, BUFFER_BYTES));
    for (long done = 0; done < length; ) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), length - done));
      int count = from.read(buffer, offset + done);
      if (count < 0) {
        throw new EOFException("the content to be stored is cut off");
      }
      done += count;
      for (buffer.flip(); buffer.hasRemaining(); ) {
        to.write(buffer);
      }
    }
  }

  /** Makes the names of all that was written safe from a crash. */
  void sync() throws IOException {
    for (Path each : changed) {
      directory.durability().forceDirectory(each);
    }
    changed.clear();
  }
}
