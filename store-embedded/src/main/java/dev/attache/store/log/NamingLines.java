package dev.attache.store.log;

import dev.attache.history.json.EventJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines that have one of some words as a string, found without reading them as JSON, which
 * takes longer than all else of a turn where there are hundreds. Never too few of them: whatever
 * cannot be told so is among them, such as a line with an escape. Not thread-safe.
 */
final class NamingLines implements LogLines {

  private static final Word ESCAPE = new Word(new byte[] {'\\'});

  private final LogLines all;
  private final List<Word> words;
  private final long tornFrom;

  /**
   * @param tornFrom from where on each line counts, as something is wrong with it; -1 for nowhere
   */
  NamingLines(LogLines all, Set<String> words, long tornFrom) {
    this.all = all;
    this.words = spelled(words);
    this.tornFrom = tornFrom;
  }

  @Override
  public @Nullable LogLine next() throws IOException {
    LogLine line = all.next();
    while (line != null && !mayName(line)) {
      line = all.next();
    }
    return line;
  }

  private boolean mayName(LogLine line) {
    if (tornFrom >= 0 && line.offset() >= tornFrom) {
      return true;
    }
    byte[] object = line.unmarked();
    int end = object.length;
    boolean isObject = end > 2 && object[0] == '{' && object[1] == '"' && object[end - 1] == '}';
    return !isObject || ESCAPE.find(object, 0) >= 0 || isNaming(object);
  }

  private boolean isNaming(byte[] object) {
    for (Word word : words) {
      if (word.find(object, 0) >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds them in what {@link dev.attache.history.json.SummaryJson} wrote.
   *
   * @param from where the first line begins; each ends with a line feed
   * @return the objects of the lines, in order
   */
  static List<byte[]> in(byte[] bytes, int from, Set<String> words) {
    Map<Integer, Integer> lines = new TreeMap<>();
    for (Word word : spelled(words)) {
      for (int at = word.find(bytes, from); at >= 0; ) {
        int start = at;
        while (start > from && bytes[start - 1] != '\n') {
          start--;
        }
        int end = at;
        while (end < bytes.length && bytes[end] != '\n') {
          end++;
        }
        lines.put(start, end);
        at = word.find(bytes, end);
      }
    }
    var found = new ArrayList<byte[]>();
    lines.forEach((start, end) -> found.add(Arrays.copyOfRange(bytes, start, end)));
    return found;
  }

  private static List<Word> spelled(Set<String> words) {
    var spelled = new ArrayList<Word>();
    for (String word : words) {
      spelled.add(new Word(EventJson.string(word)));
    }
    return spelled;
  }

  /** Bytes that are searched for by Horspool's rule, which looks at one byte in twenty or so. */
  private static final class Word {
    private final byte[] bytes;
    private final int[] steps = new int[1 << Byte.SIZE];

    Word(byte[] bytes) {
      this.bytes = bytes;
      Arrays.fill(steps, bytes.length);
      for (int i = 0; i < bytes.length - 1; i++) {
        steps[bytes[i] & 0xff] = bytes.length - 1 - i;
      }
    }

    /** Returns where they are found first; -1 if nowhere. */
    int find(byte[] in, int from) {
      int last = bytes.length - 1;
      for (int at = from; at + last < in.length; at += steps[in[at + last] & 0xff]) {
        if (in[at + last] == bytes[last] && Arrays.equals(in, at, at + last, bytes, 0, last)) {
          return at;
        }
      }
      return -1;
    }
  }
}
