package dev.attache.core.secrets;

import dev.attache.resource.Blob;
import dev.attache.resource.Text;
import dev.attache.types.tables.SortedTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A search for all kinds of keys at once, in one pass over a text.
 *
 * <p>All beginnings are looked for together, by the anchors that {@link KeyTable} has of them. Any
 * three bytes hold two that begin at an even place, so a look at every second pair of bytes misses
 * no anchor, and nearly all pairs are of none. What follows a beginning is looked at only there,
 * and not further than a bounded number of bytes, so the time is linear in the size of the text.
 * Thread-safe.
 */
public final class KeyFinder {

  /** The table that the build makes a part of a class. */
  static final KeyTable TABLE = KeyTable.of(SortedTable.text("key-shapes"));

  /** More keys than these make no difference. */
  private static final int MAX_FOUND = 100;

  /** No shape is longer. */
  private static final int MAX_LENGTH = 3000;

  /** How much is seen of what comes before a key. */
  private static final int MAX_BEFORE = 2000;

  /**
   * How many bytes are looked at in one step. So many that Java compiles the step by itself, early
   * and without unrolling it.
   */
  private static final int STEP = 32;

  /** How many steps are taken before what they have met is looked at. */
  private static final int STEPS = 64;

  private static final List<FoundKey> DER = List.of(new FoundKey("a private key", 0));

  private KeyFinder() {}

  /**
   * Returns the keys of a text, in order.
   *
   * @param address the path or the URI of the text, whose end says what kind of text it is
   */
  public static List<FoundKey> find(Text text, String address) {
    return find(text, address, TABLE);
  }

  /** Returns the key that bytes are; none if they are none. */
  public static List<FoundKey> find(Blob blob) {
    try (InputStream in = blob.open()) {
      return DerKey.isKey(in.readNBytes(DerKey.ENOUGH), blob.size()) ? DER : List.of();
    } catch (IOException e) {
      throw new AssertionError(e); // the bytes are in memory
    }
  }

  static List<FoundKey> find(Text text, String address, KeyTable table) {
    var search = new Search(text.size(), address, table);
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
    private final KeyTable table;
    private final String path;
    private final boolean isRemote;
    private final boolean needsQuotes;
    private final List<FoundKey> found = new ArrayList<>(0);
    private final int[] met = new int[STEPS];
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream(0);
    private int searched; // the end of the last beginning
    private boolean isByWords; // what was found last

    Search(long size, String address, KeyTable table) {
      this.size = size;
      this.table = table;
      this.path = path(address);
      this.isRemote = isRemote(address);
      this.needsQuotes = table.needsQuotes(path);
    }

    /** Whether a URI has a host, whose pages are full of random tokens. */
    private static boolean isRemote(String address) {
      int host = address.indexOf("://") + 3;
      return host > 2 && host < address.length() && address.charAt(host) != '/';
    }

    /** Returns the last two names of a path. */
    private static String path(String address) {
      int end = address.length();
      for (int i = 0; i < end; i++) {
        if (address.charAt(i) == '?' || address.charAt(i) == '#') {
          end = i;
        }
      }
      int slash = address.lastIndexOf('/', end - 1);
      int start = slash <= 0 ? 0 : address.lastIndexOf('/', slash - 1) + 1;
      return address.substring(start, end).toLowerCase(Locale.ROOT);
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      if (length == size) {
        searchAll(bytes, from, length);
        return;
      }
      parts.write(bytes, from, length);
      if (parts.size() == size) {
        searchAll(parts.toByteArray(), 0, parts.size());
      }
    }

    private void searchAll(byte[] bytes, int from, int length) {
      search(bytes, from, length);
      for (int i = 0; i < table.ofFiles.size() && found.isEmpty(); i++) {
        KeyShape shape = table.ofFiles.get(i);
        if (!isRemote && shape.isAlone(path, new Latin1Text(bytes, from, length))) {
          found.add(new FoundKey(shape.name(), 1));
        }
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
      for (int steps = Math.max(0, length - KeyTable.ANCHOR) / STEP; steps > 0; steps -= STEPS) {
        int taken = Math.min(steps, STEPS);
        meet(table.pairs, bytes, at, taken, met);
        for (int step = 0; step < taken; step++) {
          for (int pairs = met[step]; pairs != 0; pairs &= pairs - 1) {
            int pair = at + step * STEP + 2 * Integer.numberOfTrailingZeros(pairs);
            match(bytes, from, pair - 1, pair + 1, end);
          }
        }
        at += taken * STEP;
      }
      match(bytes, from, at - 1, end - KeyTable.ANCHOR + 1, end);
    }

    /** Sets for each step the bits of the pairs that are a part of an anchor. */
    private static void meet(byte[] known, byte[] bytes, int from, int steps, int[] met) {
      for (int step = 0; step < steps; step++) {
        met[step] = anchors(known, bytes, from + step * STEP);
      }
    }

    /** Returns a bit for each pair of one step, which is 1 if the pair is a part of an anchor. */
    private static int anchors(byte[] known, byte[] bytes, int at) {
      return known[((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF)]
          | (known[((bytes[at + 2] & 0xFF) << 8) | (bytes[at + 3] & 0xFF)] << 1)
          | (known[((bytes[at + 4] & 0xFF) << 8) | (bytes[at + 5] & 0xFF)] << 2)
          | (known[((bytes[at + 6] & 0xFF) << 8) | (bytes[at + 7] & 0xFF)] << 3)
          | (known[((bytes[at + 8] & 0xFF) << 8) | (bytes[at + 9] & 0xFF)] << 4)
          | (known[((bytes[at + 10] & 0xFF) << 8) | (bytes[at + 11] & 0xFF)] << 5)
          | (known[((bytes[at + 12] & 0xFF) << 8) | (bytes[at + 13] & 0xFF)] << 6)
          | (known[((bytes[at + 14] & 0xFF) << 8) | (bytes[at + 15] & 0xFF)] << 7)
          | (known[((bytes[at + 16] & 0xFF) << 8) | (bytes[at + 17] & 0xFF)] << 8)
          | (known[((bytes[at + 18] & 0xFF) << 8) | (bytes[at + 19] & 0xFF)] << 9)
          | (known[((bytes[at + 20] & 0xFF) << 8) | (bytes[at + 21] & 0xFF)] << 10)
          | (known[((bytes[at + 22] & 0xFF) << 8) | (bytes[at + 23] & 0xFF)] << 11)
          | (known[((bytes[at + 24] & 0xFF) << 8) | (bytes[at + 25] & 0xFF)] << 12)
          | (known[((bytes[at + 26] & 0xFF) << 8) | (bytes[at + 27] & 0xFF)] << 13)
          | (known[((bytes[at + 28] & 0xFF) << 8) | (bytes[at + 29] & 0xFF)] << 14)
          | (known[((bytes[at + 30] & 0xFF) << 8) | (bytes[at + 31] & 0xFF)] << 15);
    }

    /** Looks for keys around the anchors that begin in a part of the text. */
    private void match(byte[] bytes, int from, int first, int last, int end) {
      byte[] anchors = table.anchors;
      for (int at = Math.max(from, first); at < last; at++) {
        if (anchors[KeyTable.slot(bytes[at], bytes[at + 1], bytes[at + 2])] != 0) {
          match(bytes, from, at, end);
        }
      }
    }

    /** Looks for keys around what is an anchor, or has the slot of one. */
    private void match(byte[] bytes, int from, int at, int end) {
      KeyTable.Beginning[] beginnings = table.byPair[KeyTable.pair(bytes, at)];
      if (beginnings != null) {
        for (KeyTable.Beginning beginning : beginnings) {
          if (beginning.isAt(bytes, from, at - beginning.offset, end)) {
            take(beginning, bytes, from, at - beginning.offset, end);
          }
        }
      }
    }

    /** Takes the key that begins here, if one does. */
    private void take(KeyTable.Beginning beginning, byte[] bytes, int from, int start, int end) {
      KeyShape shape = beginning.shape;
      if (start < searched || found.size() >= MAX_FOUND || (isRemote && shape.isToldByWords())) {
        return;
      }
      int rest = start + beginning.text.length;
      int before = Math.max(from, start - MAX_BEFORE);
      var text = new Latin1Text(bytes, before, Math.min(end, rest + MAX_LENGTH) - before);
      var place =
          new KeyPlace(text, start - before, rest - before, before == from, needsQuotes, table);
      if (shape.isAt(place)) {
        add(shape, line(bytes, from, start));
        searched = rest;
      }
    }

    /** Adds what was found, unless the same line has something that is known better. */
    private void add(KeyShape shape, int line) {
      int last = found.size() - 1;
      boolean isSecond = last >= 0 && found.get(last).line() == line;
      if (isSecond && shape.isToldByWords()) {
        return;
      }
      if (isSecond && isByWords) {
        found.remove(last);
      }
      found.add(new FoundKey(shape.name(), line));
      isByWords = shape.isToldByWords();
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
}
