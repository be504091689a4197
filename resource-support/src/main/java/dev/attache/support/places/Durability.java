package dev.attache.support.places;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The means by which the bytes of files and the names in directories outlast a crash of the
 * machine. Every file and directory that has to goes through one of these, so that a test can see
 * which did, and when. Implementations are thread-safe.
 */
public interface Durability {

  /** The one that asks the operating system (fsync). */
  Durability DISK = new DiskDurability();

  /**
   * Brings what was written to a file to the disk.
   *
   * @param file the name of what is open
   * @param open written to before, by whoever holds it; stays open
   * @throws IOException if the disk does not take it, or the thread was interrupted
   */
  void forceFile(Path file, FileChannel open) throws IOException;

  /**
   * The same as {@link #forceFile(Path, FileChannel)}, for who must not be stopped half-way by an
   * interruption, as channels are.
   *
   * @param file the name of what is open
   * @param open written to before, by whoever holds it; stays open
   * @throws IOException if the disk does not take it
   */
  void forceFile(Path file, RandomAccessFile open) throws IOException;

  /**
   * Brings the names in a directory to the disk.
   *
   * @param directory one whose names have changed: files made, renamed or removed
   * @throws IOException if it cannot be opened, or the disk does not take it
   */
  void forceDirectory(Path directory) throws IOException;
}
