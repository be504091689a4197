package dev.attache.types;

import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A look into a compound file ([MS-CFB]) for the stream that tells which program's document it is:
 * at the top, since documents of others may be embedded below.
 */
final class CompoundFile {

  private static final Map<String, String> TYPES =
      Map.of(
          "WordDocument", "application/msword",
          "Workbook", "application/vnd.ms-excel",
          "Book", "application/vnd.ms-excel",
          "PowerPoint Document", "application/vnd.ms-powerpoint",
          "__properties_version1.0", "application/vnd.ms-outlook",
          "VisioDocument", "application/vnd.visio",
          "Quill", "application/x-mspublisher",
          "EncryptedPackage", "application/x-tika-ooxml-protected");

  private static final int HEADER_SECTORS = 109;
  private static final int ENTRY_SIZE = 128;
  private static final int MOST_ENTRIES = 1 << 16;

  private final ByteBuffer file;
  private final int shift;

  /** The sectors of the directory, as far as they were needed. */
  private final List<Integer> directory = new ArrayList<>();

  private CompoundFile(byte[] bytes, int length) {
    this.file = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    this.shift = file.getShort(30);
  }

  /**
   * Returns the type of the document that a compound file is.
   *
   * @param bytes a compound file, or its beginning
   * @param length how many of the bytes count
   * @return null if that cannot be seen
   */
  static @Nullable String typeOf(byte[] bytes, int length) {
    try {
      var file = new CompoundFile(bytes, length);
      return file.shift == 9 || file.shift == 12 ? file.type() : null;
    } catch (IndexOutOfBoundsException e) {
      return null; // it is cut, or no compound file
    }
  }

  private @Nullable String type() {
    var seen = new BitSet();
    var next = new ArrayDeque<Integer>();
    String type = null;
    int root = entry(0);
    next.push(file.getInt(root + 76));
    while (!next.isEmpty()) {
      int number = next.pop();
      if (number < 0 || number >= MOST_ENTRIES || seen.get(number)) {
        continue; // none, or a circle
      }
      seen.set(number);
      int at = entry(number);
      String found = TYPES.get(name(at));
      type = found == null ? type : found;
      next.push(file.getInt(at + 68));
      next.push(file.getInt(at + 72));
    }
    return type;
  }

  private String name(int at) {
    int size = Math.max(0, Math.min(64, file.getShort(at + 64)) - 2); // a NUL ends it
    var name = new byte[size];
    file.get(at, name);
    return new String(name, UTF_16LE);
  }

  /** Where an entry of the directory is, through the chain of its sectors. */
  private int entry(int number) {
    int perSector = (1 << shift) / ENTRY_SIZE;
    while (directory.size() <= number / perSector) {
      int last = directory.size() - 1;
      directory.add(last < 0 ? file.getInt(48) : following(directory.get(last)));
    }
    return offset(directory.get(number / perSector)) + number % perSector * ENTRY_SIZE;
  }

  private int following(int sector) {
    int perSector = (1 << shift) / Integer.BYTES;
    int table = sector / perSector;
    if (sector < 0 || table >= HEADER_SECTORS) {
      throw new IndexOutOfBoundsException(sector); // beyond what the header lists: 7 MiB or more
    }
    int at = offset(file.getInt(76 + table * Integer.BYTES));
    return file.getInt(at + sector % perSector * Integer.BYTES);
  }

  private int offset(int sector) {
    long offset = (sector + 1L) << shift;
    if (sector < 0 || offset > file.limit()) {
      throw new IndexOutOfBoundsException(sector);
    }
    return (int) offset;
  }
}
