package dev.attache.server.watch;

import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory with files that somebody wants to know of. Guarded by its {@link FileWatch}. */
final class WatchedDirectory {

  /** Somebody who wants to know of one file. Compared by identity. */
  static final class Entry {
    private final Path file;
    private final Path name;
    private final Runnable touched;
    private @Nullable Object stamp;

    Entry(Path file, Path name, Runnable touched) {
      this.file = file;
      this.name = name;
      this.touched = touched;
    }
  }

  private final Path path;
  private final Map<Path, List<Entry>> entries = new HashMap<>();
  private int size;

  /** What it is the same by; null while it is not there. */
  @Nullable Object identity;

  /** What tells of events in it; null if nothing does. */
  @Nullable WatchKey key;

  /** Whether its files are looked at, because events may not tell all. */
  boolean isLookedAt;

  /** Why it tells of no events; null if it does, or is not there. */
  @Nullable String lack;

  WatchedDirectory(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  void add(Entry entry) {
    entry.stamp = isLookedAt ? FileStamp.of(entry.file) : null;
    entries.computeIfAbsent(entry.name, name -> new ArrayList<>(1)).add(entry);
    size++;
  }

  void remove(Entry entry) {
    List<Entry> same = entries.get(entry.name);
    if (same != null && same.remove(entry)) {
      size--;
      if (same.isEmpty()) {
        entries.remove(entry.name);
      }
    }
  }

  /** Adds whom files with these names concern; all if there are none. */
  void collect(@Nullable Set<Path> names, List<Runnable> touched) {
    for (Path name : names == null ? entries.keySet() : names) {
      for (Entry entry : entries.getOrDefault(name, List.of())) {
        touched.add(entry.touched);
      }
    }
  }

  /** Adds whom files concern whose stamps have changed. */
  void collectStamped(List<Runnable> touched) {
    for (List<Entry> same : entries.values()) {
      for (Entry entry : same) {
        Object stamp = FileStamp.of(entry.file);
        if (!Objects.equals(stamp, entry.stamp)) {
          entry.stamp = stamp;
          touched.add(entry.touched);
        }
      }
    }
  }
}
