package dev.attache.support.places;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The durability that the operating system gives. */
final class DiskDurability implements Durability {

  @Override
  public void forceFile(Path file, FileChannel open) throws IOException {
    open.force(true);
  }

  @Override
  public void forceFile(Path file, RandomAccessFile open) throws IOException {
    open.getFD().sync();
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    if (File.separatorChar == '\\') {
      return; // where directories cannot be opened, and names need nothing more
    }
    try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }
}
