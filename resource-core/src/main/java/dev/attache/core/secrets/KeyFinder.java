package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.attache.resource.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search for all kinds of keys at once, in one pass over a text.
 *
 * <p>All beginnings are looked for together. Of each, the three bytes that are rarest in texts are
 * its anchor. Any three bytes hold two that begin at an even place, so a look at every second pair
 * of bytes misses no anchor, and nearly all pairs are of none. What follows a beginning is looked
 * at only there, and not further than a bounded number of bytes, so the time is linear in the size
 * of the text. Thread-safe.
 */
public final class KeyFinder {

  /** More keys than these make no difference. */
  private static final int MAX_FOUND = 100;

  /** No shape is longer. */
  private static final int MAX_LENGTH = 3000;

  /** The length of an anchor. */
  private static final int ANCHOR = 3;

  /** By pair of bytes, 1 if it is a part of an anchor, else 0. */
  private static final byte[] PAIRS = new byte[1 << 16];

  /** By slot, 1 if it is that of an anchor, else 0. */
  private static final byte[] ANCHORS = new byte[1 << 16];

  /**
   * How many bytes are looked at in one step. So many that Java compiles the step by itself, early
   * and without unrolling it.
   */
  private static final int STEP = 32;

  /** The beginnings by the first pair of their anchors; null where there are none. */
  private static final Beginning[] @Nullable [] BY_PAIR = new Beginning[1 << 16][];

  /** What may come after a beginning that is shorter than an anchor. */
  private static final byte[] AFTER =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-=.+/".getBytes(US_ASCII);

  /** By character of ASCII, about how often it comes in texts. */
  private static final byte[] FREQUENCIES = frequencies();

  /** One beginning of one shape. The last byte of its anchor may be the first after it. */
  private static final class Beginning {

    private final byte[] text;
    private final int offset; // where in it the anchor is
    private final KeyShape shape;

    private Beginning(String text, int offset, KeyShape shape) {
      this.text = text.getBytes(US_ASCII);
      this.offset = offset;
      this.shape = shape;
    }

    static Beginning of(String text, KeyShape shape) {
      int best = 0;
      int least = frequency(text, best);
      for (int offset = 1; offset <= text.length() - 2; offset++) {
        int frequency = frequency(text, offset);
        if (frequency < least) {
          best = offset;
          least = frequency;
        }
      }
      return new Beginning(text, best, shape);
    }

    /** About how often the pairs of an anchor come in texts, which is seldom after a sign. */
    private static int frequency(String text, int offset) {
      int second = FREQUENCIES[text.charAt(offset + 1)];
      int first = FREQUENCIES[text.charAt(offset)] * second;
      if (offset + 2 < text.length()) {
        return first + second * FREQUENCIES[text.charAt(offset + 2)];
      }
      return "_-~".indexOf(text.charAt(offset + 1)) >= 0 ? first : Integer.MAX_VALUE;
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

  static {
    for (KeyShape shape : KeyShapes.ALL) {
      for (String text : shape.beginnings()) {
        add(Beginning.of(text, shape));
      }
    }
  }

  private KeyFinder() {}

  private static byte[] frequencies() {
    var frequencies = new byte[128];
    Arrays.fill(frequencies, (byte) 2);
    Arrays.fill(frequencies, 'a', 'z' + 1, (byte) 8);
    for (byte common : "eariotnslc".getBytes(US_ASCII)) {
      frequencies[common] = 20;
    }
    for (byte rare : "jqxzvw".getBytes(US_ASCII)) {
      frequencies[rare] = 3;
    }
    frequencies['.'] = 6;
    return frequencies;
  }

  private static void add(Beginning beginning) {
    byte[] text = beginning.text;
    int at = beginning.offset;
    PAIRS[pair(text, at)] = 1;
    if (at + 2 < text.length) {
      addEnd(text, at, text[at + 2]);
    } else {
      for (byte c : AFTER) {
        addEnd(text, at, c);
      }
    }
    int slot = pair(text, at);
    Beginning[] others = BY_PAIR[slot];
    Beginning[] all = others == null ? new Beginning[1] : Arrays.copyOf(others, others.length + 1);
    all[all.length - 1] = beginning;
    BY_PAIR[slot] = all;
  }

  private static void addEnd(byte[] text, int at, byte end) {
    PAIRS[(text[at + 1] << 8) | end] = 1;
    ANCHORS[slot(text[at], text[at + 1], end)] = 1;
  }

  /** Returns the keys of a text, in order. */
  public static List<FoundKey> find(Text text) {
    var search = new Search(text.size());
    try {
      text.writeTo(search);
    } catch (IOException e) {
      throw new AssertionError(e); // nothing is written anywhere
    }
    return search.found;
  }

  /** The search in one text, which comes as a whole as a rule. */
  private static final class Search extends OutputStream {

    private final long size;
    private final List<FoundKey> found = new ArrayList<>(0);
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream(0);
    private int searched; // the end of the last beginning

    Search(long size) {
      this.size = size;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      if (length == size) {
        search(bytes, from, length);
        return;
      }
      parts.write(bytes, from, length);
      if (parts.size() == size) {
        search(parts.toByteArray(), 0, parts.size());
      }
    }

    /**
     * Takes steps, and then looks at what they have met. Each has a loop of its own: together, Java
     * would compile them again for each rare thing that comes.
     */
    private void search(byte[] bytes, int from, int length) {
      int end = from + length;
      int at = from;
      searched = from;
      for (int steps = Math.max(0, length - ANCHOR) / STEP; steps > 0; steps -= Long.SIZE) {
        int taken = Math.min(steps, Long.SIZE);
        for (long met = met(bytes, at, taken); met != 0; met &= met - 1) {
          int step = at + Long.numberOfTrailingZeros(met) * STEP;
          match(bytes, from, step - 1, step + STEP, end);
        }
        at += taken * STEP;
      }
      match(bytes, from, at - 1, end - ANCHOR + 1, end);
    }

    /** Returns a bit for each step, which is 1 if it meets a part of an anchor. */
    private static long met(byte[] bytes, int from, int steps) {
      long met = 0;
      for (int step = 0; step < steps; step++) {
        met |= (long) anchors(bytes, from + step * STEP) << step;
      }
      return met;
    }

    /** Returns 1 if one step has a part of an anchor, else 0. */
    private static int anchors(byte[] bytes, int at) {
      byte[] known = PAIRS;
      return known[((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF)]
          | known[((bytes[at + 2] & 0xFF) << 8) | (bytes[at + 3] & 0xFF)]
          | known[((bytes[at + 4] & 0xFF) << 8) | (bytes[at + 5] & 0xFF)]
          | known[((bytes[at + 6] & 0xFF) << 8) | (bytes[at + 7] & 0xFF)]
          | known[((bytes[at + 8] & 0xFF) << 8) | (bytes[at + 9] & 0xFF)]
          | known[((bytes[at + 10] & 0xFF) << 8) | (bytes[at + 11] & 0xFF)]
          | known[((bytes[at + 12] & 0xFF) << 8) | (bytes[at + 13] & 0xFF)]
          | known[((bytes[at + 14] & 0xFF) << 8) | (bytes[at + 15] & 0xFF)]
          | known[((bytes[at + 16] & 0xFF) << 8) | (bytes[at + 17] & 0xFF)]
          | known[((bytes[at + 18] & 0xFF) << 8) | (bytes[at + 19] & 0xFF)]
          | known[((bytes[at + 20] & 0xFF) << 8) | (bytes[at + 21] & 0xFF)]
          | known[((bytes[at + 22] & 0xFF) << 8) | (bytes[at + 23] & 0xFF)]
          | known[((bytes[at + 24] & 0xFF) << 8) | (bytes[at + 25] & 0xFF)]
          | known[((bytes[at + 26] & 0xFF) << 8) | (bytes[at + 27] & 0xFF)]
          | known[((bytes[at + 28] & 0xFF) << 8) | (bytes[at + 29] & 0xFF)]
          | known[((bytes[at + 30] & 0xFF) << 8) | (bytes[at + 31] & 0xFF)];
    }

    /** Looks for keys around the anchors that begin in a part of the text. */
    private void match(byte[] bytes, int from, int first, int last, int end) {
      for (int at = Math.max(from, first); at < last; at++) {
        if (ANCHORS[slot(bytes[at], bytes[at + 1], bytes[at + 2])] != 0) {
          match(bytes, from, at, end);
        }
      }
    }

    /** Looks for keys around what is an anchor, or has the slot of one. */
    private void match(byte[] bytes, int from, int at, int end) {
      Beginning[] beginnings = BY_PAIR[pair(bytes, at)];
      if (beginnings != null) {
        for (Beginning beginning : beginnings) {
          if (beginning.isAt(bytes, from, at - beginning.offset, end)) {
            take(beginning, bytes, from, at - beginning.offset, end);
          }
        }
      }
    }

    /** Takes the key that begins here, if one does. */
    private void take(Beginning beginning, byte[] bytes, int from, int start, int end) {
      if (start < searched || found.size() >= MAX_FOUND) {
        return;
      }
      int rest = start + beginning.text.length;
      int before = Math.max(from, start - 2);
      int limit = Math.min(end, rest + MAX_LENGTH);
      var text = new Latin1Text(bytes, before, limit - before);
      if (beginning.shape.isAt(text, start - before, rest - before)) {
        found.add(new FoundKey(beginning.shape.name(), line(bytes, from, start)));
        searched = rest;
      }
    }

    private static int line(byte[] bytes, int from, int at) {
      int line = 1;
      for (int i = from; i < at; i++) {
        if (bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n')) {
          line++;
        }
      }
      return line;
    }
  }

  /** Where the table of anchors has these three bytes, and few others that occur. */
  private static int slot(byte first, byte second, byte third) {
    return ((first << 11) ^ (second << 5) ^ third) & 0xFFFF;
  }

  private static int pair(byte[] bytes, int at) {
    return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
  }
}
