package dev.attache.store.log;

import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFiles;
import dev.attache.support.places.Durability;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;

/**
 * A writer of a log, for who holds its lock: all or nothing, and safe from a crash when it returns.
 * Interrupting the thread does not end it half-way, as it does with channels.
 */
final class LogWriter {

  private final LogPlace place;
  private final Durability durability;

  LogWriter(LogPlace place, Durability durability) {
    this.place = place;
    this.durability = durability;
  }

  /**
   * Makes the log, which is there with all of its bytes or not at all.
   *
   * @param time when that is, in the order of the store
   */
  void create(byte[] bytes, FileTime time) throws IOException {
    StoreFiles.makeDirectory(place.directory());
    Path unnamed = place.directory().resolve(LogPlace.EVENTS + ".new");
    try {
      Files.deleteIfExists(unnamed); // left behind by somebody who died
      StoreFiles.write(unnamed, new byte[0], durability);
      append(unnamed, bytes, time);
      Files.move(unnamed, place.events(), StandardCopyOption.ATOMIC_MOVE);
      durability.forceDirectory(place.directory());
      Path parent = place.directory().getParent();
      if (parent != null) {
        durability.forceDirectory(parent);
      }
    } catch (IOException e) {
      withdraw(unnamed);
      throw e;
    }
  }

  private void withdraw(Path unnamed) throws IOException {
    Files.deleteIfExists(unnamed);
    Files.deleteIfExists(place.events());
    try {
      Files.deleteIfExists(place.directory());
    } catch (DirectoryNotEmptyException e) {
      // somebody has put something there, which is not ours
    }
  }

  /**
   * Appends bytes, after a line feed if the last line has none.
   *
   * @param time when that is, in the order of the store
   * @return the size after it
   */
  long append(byte[] bytes, FileTime time) throws IOException {
    return append(place.events(), bytes, time);
  }

  private long append(Path path, byte[] bytes, FileTime time) throws IOException {
    StoreFiles.requireNoLink(path);
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      long before = file.length();
      byte[] all = isEnded(file, before) ? bytes : afterLineFeed(bytes);
      try {
        file.seek(before);
        file.write(all);
        tellTime(path, time);
        durability.forceFile(path, file);
      } catch (IOException e) {
        cutBack(path, file, before, e);
        throw e;
      }
      return before + all.length;
    }
  }

  /**
   * Says exactly when a log was written: the time that systems note is some milliseconds coarse, in
   * which two conversations can be written, and which one was the last matters to users.
   */
  private static void tellTime(Path path, FileTime time) {
    try {
      Files.setLastModifiedTime(path, time);
    } catch (IOException e) {
      // of another user, or a file system without times: what the system notes has to do
    }
  }

  private static boolean isEnded(RandomAccessFile file, long size) throws IOException {
    if (size == 0) {
      return true;
    }
    file.seek(size - 1);
    return file.read() == '\n';
  }

  private static byte[] afterLineFeed(byte[] bytes) {
    byte[] all = new byte[bytes.length + 1];
    all[0] = '\n';
    System.arraycopy(bytes, 0, all, 1, bytes.length);
    return all;
  }

  private void cutBack(Path path, RandomAccessFile file, long size, IOException because) {
    try {
      file.setLength(size);
      durability.forceFile(path, file);
    } catch (IOException e) {
      because.addSuppressed(e); // what is left there is set aside by the next append
    }
  }

  /**
   * Moves the end of the log into a file beside it.
   *
   * @param from where it begins
   * @return that file
   */
  Path setAside(long from) throws IOException {
    StoreFiles.requireNoLink(place.events());
    try (var file = new RandomAccessFile(place.events().toFile(), "rw")) {
      byte[] end = new byte[Math.toIntExact(file.length() - from)];
      file.seek(from);
      file.readFully(end);
      Path aside = writeAside(end);
      durability.forceDirectory(place.directory());
      file.setLength(from);
      durability.forceFile(place.events(), file);
      return aside;
    }
  }

  /** Writes a file beside the log, under a name that none has. */
  Path writeAside(byte[] end) throws IOException {
    for (int number = 1; ; number++) {
      Path aside = place.torn(number);
      try {
        StoreFiles.write(aside, end, durability);
        return aside;
      } catch (FileAlreadyExistsException e) {
        // from another time; the next number
      }
    }
  }
}
