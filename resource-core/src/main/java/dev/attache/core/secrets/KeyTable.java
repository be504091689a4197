package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of {@code key-shapes.txt}, by the places in a text where one may begin. Thread-safe.
 *
 * <p>Of each beginning, three bytes that are rare in texts are its anchor.
 */
final class KeyTable {

  /** What follows names after which a random value is no secret. */
  private static final String HARMLESS = "@@harmless";

  /** What follows values that documentation has made public. */
  private static final String EXAMPLE = "@@example";

  /** What follows the ends of the names of files in which a word without quotes is code. */
  private static final String QUOTED = "@@quoted";

  /** The length of an anchor. */
  static final int ANCHOR = 3;

  /** What may come after a beginning that is shorter than an anchor. */
  private static final byte[] AFTER =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-=.+/".getBytes(US_ASCII);

  /** By pair of bytes, 1 if it is a part of an anchor, else 0. */
  final byte[] pairs = new byte[1 << 16];

  /** By slot, 1 if it is that of an anchor, else 0. */
  final byte[] anchors = new byte[1 << 16];

  /** The beginnings by the first pair of their anchors; null where there are none. */
  final Beginning[] @Nullable [] byPair = new Beginning[1 << 16][];

  /** The shapes that the names of files have a part in. */
  final List<KeyShape> ofFiles = new ArrayList<>();

  private final List<String> harmless = new ArrayList<>();
  private final List<String> examples = new ArrayList<>();
  private final List<String> codes = new ArrayList<>();

  /** One beginning of one shape. The last byte of its anchor may be the first after it. */
  static final class Beginning {

    final byte[] text;
    final int offset; // where in it the anchor is
    final KeyShape shape;

    private Beginning(byte[] text, int offset, KeyShape shape) {
      this.text = text;
      this.offset = offset;
      this.shape = shape;
    }

    boolean isAt(byte[] bytes, int from, int start, int end) {
      int length = text.length;
      if (start < from || length > end - start) {
        return false;
      }
      for (int i = 0; i < length; i++) {
        if (bytes[start + i] != text[i]) {
          return false;
        }
      }
      return true;
    }
  }

  private KeyTable() {}

  /** Reads what {@link KeyTableCompiler} makes of the lines of a table. */
  static KeyTable of(String compiled) {
    var table = new KeyTable();
    int end;
    for (int start = 0; start < compiled.length(); start = end + 1) {
      end = compiled.indexOf('\n', start);
      table.add(columns(compiled, start, end));
    }
    return table;
  }

  private static List<String> columns(String lines, int start, int end) {
    var columns = new ArrayList<String>();
    int next;
    for (int from = start; from <= end; from = next + 1) {
      int tab = lines.indexOf('\t', from);
      next = tab < 0 || tab > end ? end : tab;
      columns.add(lines.substring(from, next));
    }
    return columns;
  }

  private void add(List<String> columns) {
    String rest = columns.get(1);
    List<String> words = columns.subList(2, columns.size());
    switch (rest) {
      case HARMLESS -> addTo(harmless, words);
      case EXAMPLE -> addTo(examples, words);
      case QUOTED -> addTo(codes, words);
      case KeyShape.ALONE, KeyShape.NUMBERS, KeyShape.PHRASE -> {
        var files = new ArrayList<String>();
        addTo(files, words);
        ofFiles.add(new KeyShape(columns.get(0), rest, files));
      }
      default -> {
        var shape = new KeyShape(columns.get(0), rest, List.of());
        for (int i = 0; i < words.size(); i++) {
          String word = words.get(i);
          byte[] text = word.substring(1).getBytes(US_ASCII);
          add(new Beginning(text, word.charAt(0) - '0', shape));
        }
      }
    }
  }

  private static void addTo(List<String> list, List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      list.add(words.get(i).substring(1));
    }
  }

  private void add(Beginning beginning) {
    for (byte[] anchor : anchors(beginning.text, beginning.offset)) {
      pairs[pair(anchor, 0)] = 1;
      pairs[pair(anchor, 1)] = 1;
      anchors[slot(anchor[0], anchor[1], anchor[2])] = 1;
    }
    int slot = pair(beginning.text, beginning.offset);
    Beginning[] others = byPair[slot];
    Beginning[] all = others == null ? new Beginning[1] : Arrays.copyOf(others, others.length + 1);
    all[all.length - 1] = beginning;
    byPair[slot] = all;
  }

  /** The three bytes at one place of a beginning, with all that may come after it. */
  static byte[][] anchors(byte[] text, int offset) {
    byte[] anchor = Arrays.copyOfRange(text, offset, offset + ANCHOR);
    if (offset + ANCHOR <= text.length) {
      return new byte[][] {anchor};
    }
    var all = new byte[AFTER.length][];
    for (int i = 0; i < AFTER.length; i++) {
      all[i] = anchor.clone();
      all[i][ANCHOR - 1] = AFTER[i];
    }
    return all;
  }

  /** Whether a value without quotes counts in a file, or is code there. */
  boolean needsQuotes(String path) {
    return codes.contains(path.substring(path.lastIndexOf('.') + 1));
  }

  /** Whether a name, up to its end, is of something that is random and no secret. */
  boolean isHarmless(String name) {
    for (String end : harmless) {
      if (name.endsWith(end)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a line has a value that documentation has made public. */
  boolean isExample(String line) {
    for (String example : examples) {
      if (line.contains(example)) {
        return true;
      }
    }
    return false;
  }

  /** Where the table of anchors has these three bytes, and few others that occur. */
  static int slot(byte first, byte second, byte third) {
    return ((first << 11) ^ (second << 5) ^ third) & 0xFFFF;
  }

  static int pair(byte[] bytes, int at) {
    return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
  }
}
