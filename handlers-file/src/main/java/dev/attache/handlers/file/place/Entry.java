package dev.attache.handlers.file.place;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * One entry of a directory, as it was when the directory was listed.
 *
 * @param name its name as text; where that is not UTF-8, with replacement characters
 * @param bytes its name as the file system has it
 * @param encoded its name as it stands in a URI
 * @param attributes its own attributes, not those of what it may link to
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by it, and a walk makes millions
public record Entry(String name, byte[] bytes, String encoded, BasicFileAttributes attributes)
    implements Comparable<Entry> {

  public static Entry of(Path directory, Path fileName, BasicFileAttributes attributes) {
    String name = fileName.toString();
    if (PathBytes.isExact(name)) {
      return new Entry(name, name.getBytes(UTF_8), FileUri.encode(name), attributes);
    }
    byte[] bytes = PathBytes.ofName(directory.resolve(fileName));
    return new Entry(name, bytes, FileUri.encode(bytes), attributes);
  }

  public boolean isUtf8() {
    return PathBytes.isExact(name) || PathBytes.isUtf8(bytes);
  }

  /** Whether its name as text leads back to it, as it may not in a locale without UTF-8. */
  public boolean isSpeakable() {
    return PathBytes.isExact(name) || name.equals(new String(bytes, UTF_8));
  }

  public boolean isHidden() {
    return bytes[0] == '.';
  }

  public boolean isDirectory() {
    return attributes.isDirectory();
  }

  /** The byte order of canonical URIs, in which a directory stands for what is below it. */
  @Override
  public int compareTo(Entry other) {
    int common = Math.min(encoded.length(), other.encoded.length());
    for (int i = 0; i < common; i++) {
      int difference = encoded.charAt(i) - other.encoded.charAt(i);
      if (difference != 0) {
        return difference;
      }
    }
    return next(common) - other.next(common);
  }

  private int next(int index) {
    if (index < encoded.length()) {
      return encoded.charAt(index);
    }
    return isDirectory() ? '/' : 0;
  }

  /** What something is that is no regular file, with its article. */
  public static String kind(BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      return "a symbolic link";
    }
    return attributes.isDirectory() ? "a directory" : "a device, FIFO or socket, never read";
  }
}
