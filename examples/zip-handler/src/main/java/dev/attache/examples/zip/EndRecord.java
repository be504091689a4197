package dev.attache.examples.zip;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * What an archive says at its end of its directory (APPNOTE.TXT 6.3.10, sections 4.3.14 to 4.3.16).
 * The JDK takes the directory into memory as a whole, so this is looked at before.
 *
 * @param directoryBytes how many bytes the directory has
 */
record EndRecord(long directoryBytes) {

  private static final int SIGNATURE = 0x06054b50;
  private static final int LOCATOR_SIGNATURE = 0x07064b50;
  private static final int RECORD64_SIGNATURE = 0x06064b50;
  private static final int SIZE = 22;
  private static final int LOCATOR_SIZE = 20;
  private static final int RECORD64_SIZE = 56;
  private static final int MAX_COMMENT = 0xffff;
  private static final long IN_RECORD64 = 0xffffffffL;

  /**
   * Reads the end of an archive. Where a comment, or an archive within it, has what looks like
   * another end, the JDK may take either, so the larger directory counts.
   *
   * @throws ZipException if it is no archive, or a part of one
   */
  static EndRecord read(Path archive) throws IOException {
    try (var file = new RandomAccessFile(archive.toFile(), "r")) {
      long length = file.length();
      int tailSize = (int) Math.min(length, SIZE + LOCATOR_SIZE + MAX_COMMENT);
      ByteBuffer tail = read(file, length - tailSize, tailSize);
      long most = -1;
      for (int at = tailSize - SIZE; at >= 0; at--) {
        if (tail.getInt(at) == SIGNATURE) {
          most = Math.max(most, directoryBytes(file, tail, at));
        }
      }
      if (most < 0) {
        throw new ZipException("it is no zip archive, or its end is missing");
      }
      return new EndRecord(most);
    }
  }

  private static long directoryBytes(RandomAccessFile file, ByteBuffer tail, int at)
      throws IOException {
    int locator = at - LOCATOR_SIZE;
    if (locator < 0 || tail.getInt(locator) != LOCATOR_SIGNATURE) {
      return tail.getInt(at + 12) & IN_RECORD64;
    }
    long position = tail.getLong(locator + 8);
    if (position < 0 || position > file.length() - RECORD64_SIZE) {
      throw new ZipException("its end is damaged");
    }
    ByteBuffer record = read(file, position, RECORD64_SIZE);
    if (record.getInt(0) != RECORD64_SIGNATURE || record.getLong(40) < 0) {
      throw new ZipException("its end is damaged");
    }
    return record.getLong(40);
  }

  private static ByteBuffer read(RandomAccessFile file, long position, int size)
      throws IOException {
    byte[] bytes = new byte[size];
    file.seek(position);
    file.readFully(bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
