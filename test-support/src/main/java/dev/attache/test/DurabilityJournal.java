package dev.attache.test;

import dev.attache.support.places.Durability;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A durability that writes down what is forced, and before that what of a tree has come, changed
 * its size and gone since the last time: {@code + file}, {@code ~ file}, {@code - file} and {@code
 * force file}, with {@code .} for the tree itself. A file that comes with another size than it was
 * forced with under its last name is {@code + file, which was forced before it was written}.
 *
 * <p>It opens nothing of the tree: that would give up the locks of this process.
 */
public final class DurabilityJournal implements Durability {

  private final Path root;
  private final UnaryOperator<String> names;
  private final List<String> lines = new ArrayList<>();
  private final Map<Object, Long> forced = new HashMap<>();
  private Map<String, Entry> seen = Map.of();
  private String failing = "";

  /**
   * @param root the tree
   * @param names what a path in it is called in the journal; empty for one that is left out
   */
  public DurabilityJournal(Path root, UnaryOperator<String> names) throws IOException {
    this.root = root.toRealPath();
    this.names = names;
  }

  /** Begins a new page, and returns this. */
  public synchronized DurabilityJournal begin() {
    look();
    lines.clear();
    forced.clear();
    return this;
  }

  /** Fails the next time that this name is forced. */
  public synchronized void failOnce(String name) {
    failing = name;
  }

  /** Notes that something is acknowledged now, and returns all since the page began. */
  public synchronized List<String> acknowledged() {
    look();
    lines.add("acknowledged");
    return List.copyOf(lines);
  }

  @Override
  public synchronized void forceFile(Path file, FileChannel open) throws IOException {
    note(file);
    DISK.forceFile(file, open);
  }

  @Override
  public synchronized void forceFile(Path file, RandomAccessFile open) throws IOException {
    note(file);
    DISK.forceFile(file, open);
  }

  @Override
  public synchronized void forceDirectory(Path directory) throws IOException {
    note(directory);
    DISK.forceDirectory(directory);
  }

  private void note(Path path) throws IOException {
    look();
    String name = name(path.toRealPath());
    lines.add("force " + name);
    if (failing.equals(name)) {
      failing = "";
      throw new IOException("Input/output error");
    }
    Entry entry = Entry.of(path);
    forced.put(entry.key, entry.size);
  }

  private void look() {
    Map<String, Entry> now = entries();
    seen.keySet().stream().filter(each -> !now.containsKey(each)).forEach(this::gone);
    now.forEach((name, entry) -> come(name, entry));
    now.forEach((name, entry) -> change(name, entry));
    forced.keySet().retainAll(now.values().stream().map(Entry::key).toList());
    seen = now;
  }

  private void gone(String name) {
    lines.add("- " + name);
  }

  private void come(String name, Entry entry) {
    if (!seen.containsKey(name)) {
      boolean isAsForced = forced.getOrDefault(entry.key, entry.size) == entry.size;
      lines.add("+ " + name + (isAsForced ? "" : ", which was forced before it was written"));
    }
  }

  private void change(String name, Entry entry) {
    Entry before = seen.get(name);
    if (before != null && before.size != entry.size) {
      lines.add("~ " + name);
    }
  }

  /**
   * What stands under a name.
   *
   * @param key the same for the same file under another name
   * @param size -1 for a directory
   */
  private record Entry(Object key, long size) {

    static Entry of(Path path) throws IOException {
      var attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new Entry(
          Objects.requireNonNull(attributes.fileKey()),
          attributes.isDirectory() ? -1 : attributes.size());
    }
  }

  private Map<String, Entry> entries() {
    var entries = new TreeMap<String, Entry>();
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path each : tree.toList()) {
        String name = name(each);
        if (!name.isEmpty()) {
          entries.put(name, Entry.of(each));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  private String name(Path path) {
    String name = root.relativize(path).toString();
    return names.apply(name.isEmpty() ? "." : name);
  }
}
