package dev.attache.types.tables;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A table of ASCII lines {@code key TAB value}, sorted by key, in the order of the bytes.
 *
 * <p>The lines are searched where they lie: nothing is parsed when the table is loaded, which is
 * what makes it cheap for a process that asks it about one file only.
 */
public final class SortedTable {

  /** The class that the build generates: from the name of a table to its lines, or null. */
  static final String GENERATED = "dev.attache.types.tables.GeneratedTables";

  private final byte[] lines;

  private SortedTable(byte[] lines) {
    this.lines = lines;
  }

  /**
   * Loads a table that the build generates.
   *
   * @param name what {@code TypeTablesGenerator} calls it
   */
  public static SortedTable load(String name) {
    return of(text(name));
  }

  /** The lines of a table that the build generates. */
  public static String text(String name) {
    String lines = Generated.TABLES.apply(name);
    if (lines == null) {
      throw missing(name);
    }
    return lines;
  }

  private static AssertionError missing(String name) {
    return new AssertionError(name + " is missing: the build generates it in process-classes");
  }

  static SortedTable of(String lines) {
    return new SortedTable(lines.getBytes(StandardCharsets.US_ASCII));
  }

  /** A file beside this class. */
  public static byte[] resource(String name) {
    try (InputStream in = SortedTable.class.getResourceAsStream(name)) {
      if (in == null) {
        throw missing(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name + " from the class path", e);
    }
  }

  /** The value of a key, or null. */
  @Nullable
  public String find(String key) {
    return find(key, 0, "");
  }

  /**
   * The value of the key {@code prefix + key.substring(from)}, or null; spares the caller that
   * string.
   */
  @Nullable String find(String key, int from, String prefix) {
    int at = ceiling(key, from, prefix);
    boolean isThere = at < lines.length && compare(at, key, from, prefix) == 0;
    return isThere ? value(at + prefix.length() + key.length() - from + 1) : null;
  }

  /** All keys that begin with {@code prefix}, without it. */
  Set<String> keys(String prefix) {
    Set<String> keys = new HashSet<>();
    int at = ceiling(prefix, 0, "");
    while (at < lines.length && startsWith(at, prefix)) {
      int start = at + prefix.length();
      int end = start;
      while (lines[end] != '\t') {
        end++;
      }
      keys.add(new String(lines, start, end - start, StandardCharsets.US_ASCII));
      at = lineEnd(end) + 1;
    }
    return keys;
  }

  /** Where the first line begins whose key is not smaller; at the end if there is none. */
  private int ceiling(String key, int from, String prefix) {
    int low = 0;
    int high = lines.length;
    while (low < high) {
      int start = lineStart((low + high) >>> 1, low);
      if (compare(start, key, from, prefix) < 0) {
        low = lineEnd(start) + 1;
      } else {
        high = start;
      }
    }
    return low;
  }

  private boolean startsWith(int at, String prefix) {
    for (int i = 0; i < prefix.length(); i++) {
      if (lines[at + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private int lineStart(int at, int low) {
    int start = at;
    while (start > low && lines[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  private int lineEnd(int at) {
    int end = at;
    while (lines[end] != '\n') {
      end++;
    }
    return end;
  }

  /** Negative if the key of the line at {@code start} is the smaller one. */
  private int compare(int start, String key, int from, String prefix) {
    int length = prefix.length() + key.length() - from;
    for (int i = 0; i < length; i++) {
      char c = i < prefix.length() ? prefix.charAt(i) : key.charAt(from + i - prefix.length());
      int b = lines[start + i];
      if (b == '\t' || b != c) {
        return b == '\t' || b < c ? -1 : 1;
      }
    }
    return lines[start + length] == '\t' ? 0 : 1;
  }

  private String value(int start) {
    return new String(lines, start, lineEnd(start) - start, StandardCharsets.US_ASCII);
  }

  /** What the build makes after it has compiled this class. */
  private static final class Generated {
    static final UnaryOperator<@Nullable String> TABLES = make();

    @SuppressWarnings("unchecked") // as TypeTablesGenerator writes it
    private static UnaryOperator<@Nullable String> make() {
      try {
        return (UnaryOperator<@Nullable String>)
            Class.forName(GENERATED)
                .asSubclass(UnaryOperator.class)
                .getDeclaredConstructor()
                .newInstance();
      } catch (ReflectiveOperationException e) {
        throw missing(GENERATED);
      }
    }
  }
}
