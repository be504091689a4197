package dev.attache.core.trust;

import dev.attache.support.places.Durability;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The file of a {@link TrustStore} as lines: read whole, and replaced whole. */
final class TrustFile {

  static final int MAX_SIZE = 1 << 24;

  private final OwnedFile file;

  TrustFile(Path file, Durability durability) {
    this.file = new OwnedFile(file, durability);
  }

  /**
   * Reads all lines; none if there is no file.
   *
   * @throws TrustException if it cannot be read or others may have written to it
   */
  List<TrustLine> read() throws TrustException {
    try {
      return lines(file.read(MAX_SIZE));
    } catch (NoSuchFileException e) {
      return List.of(); // nothing was ever trusted
    } catch (IOException e) {
      throw file.failure("cannot be read", e);
    }
  }

  private static List<TrustLine> lines(byte[] bytes) {
    var lines = new ArrayList<TrustLine>();
    for (int start = 0; start < bytes.length; ) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      lines.add(TrustLine.read(Arrays.copyOfRange(bytes, start, end)));
      start = end + 1;
    }
    return lines;
  }

  /** What a change makes of the lines; the same list if it has nothing to change. */
  @FunctionalInterface
  interface Change {
    List<TrustLine> of(List<TrustLine> lines);
  }

  /**
   * Changes the file, while nobody else does.
   *
   * @return whether anything has changed
   */
  boolean change(Change change) throws TrustException {
    try {
      return file.locked(() -> changeNow(change));
    } catch (IOException e) {
      throw file.failure("cannot be written", e);
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same list means that there is nothing to write
  private boolean changeNow(Change change) throws IOException {
    List<TrustLine> before = read();
    List<TrustLine> after = change.of(before);
    if (after == before) {
      return false;
    }
    file.replace(bytes(after));
    return true;
  }

  private static byte[] bytes(List<TrustLine> lines) {
    var bytes = new ByteArrayOutputStream();
    for (TrustLine line : lines) {
      bytes.writeBytes(line.bytes());
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
