package dev.attache.store.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.attache.history.StoreException;
import dev.attache.support.places.Durability;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The number of a store's format, in a file of its own, and when the store was written last, which
 * is the time of that file. A store without it is of an early build, and is read as it is.
 */
final class StoreFormat {

  /** The format that is written here: lines of histories have checksums. */
  private static final int NUMBER = 1;

  private static final int MOST_DIGITS = 9;

  private StoreFormat() {}

  /** A time to go on from where no file has it. */
  @FunctionalInterface
  interface Latest {
    /** Returns the time of the last write, in microseconds since 1970. */
    long micros() throws IOException;
  }

  /**
   * Refuses a store of a later format.
   *
   * @param store the directory that the message names
   */
  static void require(Path file, Path store) throws IOException {
    String text = text(file);
    if (text.isEmpty()) {
      return;
    }
    boolean isNumber = text.length() <= MOST_DIGITS && text.chars().allMatch(StoreFormat::isDigit);
    if (!isNumber) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          file + " must hold the number of the store's format; delete it if it was edited");
    }
    if (Integer.parseInt(text) > NUMBER) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          store
              + " has format "
              + text
              + ", but this version reads formats up to "
              + NUMBER
              + "; get a newer version of Attaché");
    }
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** Returns what the file holds; empty if there is none, or a crash has left it so. */
  private static String text(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      StoreFiles.requireNoLink(file);
      return "";
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return new String(in.readNBytes(MOST_DIGITS + 2), ISO_8859_1).strip();
    }
  }

  /**
   * Notes that the store is written now, and makes the file if it is missing.
   *
   * @param latest asked if it is missing
   * @return when that is: later than all writes before, also where the clock has gone back
   */
  static FileTime written(Path file, Latest latest, Durability durability) throws IOException {
    FileTime before = time(file);
    long last = before == null ? latest.micros() : before.to(TimeUnit.MICROSECONDS);
    if (before == null) {
      make(file, durability);
    }
    long now = FileTime.from(Instant.now()).to(TimeUnit.MICROSECONDS);
    var time = FileTime.from(Math.max(now, last + 1), TimeUnit.MICROSECONDS);
    try {
      Files.setLastModifiedTime(file, time);
    } catch (IOException e) {
      // of another user, or a file system without times: then the clock tells the order
    }
    return time;
  }

  /** Returns the time of the file; null if there is none, or a crash has left it empty. */
  private static @Nullable FileTime time(Path file) throws IOException {
    try {
      BasicFileAttributes found =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return found.size() == 0 ? null : found.lastModifiedTime();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static void make(Path file, Durability durability) throws IOException {
    Files.deleteIfExists(file); // without its number, left by a crash
    try {
      StoreFiles.write(file, new byte[] {'0' + NUMBER, '\n'}, durability);
    } catch (FileAlreadyExistsException e) {
      // by another writer, just now
    }
  }
}
