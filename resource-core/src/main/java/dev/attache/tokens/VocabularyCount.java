package dev.attache.tokens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A count of tokens that knows the words of {@code o200k}: a text is cut into pieces as that
 * tokenizer cuts it, but for letters beyond ASCII, and each piece into the longest words from its
 * beginning on, where the tokenizer merges. It is off by 1 to 2 % and takes ten times as long as
 * looking at pairs of bytes does. Not thread-safe.
 *
 * <p>The words are a table of hashes: the upper bits of a hash are the place, the lower ones what
 * stands there or at the next places that are taken.
 */
final class VocabularyCount {

  /** How many bytes of a text are looked at without a gap. */
  private static final int WHOLE = 4096;

  /** How many bytes are looked at then, at the beginning of each stride. */
  private static final int BLOCK = 256;

  private static final int STRIDE = 1024;

  /** No word that is part of a longer piece is looked for beyond this length. */
  private static final int LONGEST = 24;

  private static final int TABLE_BITS = 18;
  private static final int FIRST_HASH = 0x811c9dc5;

  /** How far the next blank is looked for, and the end of the last piece. */
  private static final int LONG_PIECE = 64;

  private static final int UPPER = 1;
  private static final int LOWER = 2;
  private static final int LETTER = UPPER | LOWER;
  private static final int DIGIT = 4;
  private static final int LINE_END = 8;
  private static final int SPACE = 16;
  private static final int SIGN = 32;

  /** By byte, what it is; one beyond ASCII is taken for a letter of either case. */
  private static final byte[] KINDS = kinds();

  private final byte[] text;
  private final int end;
  private int limit;
  private int at;

  /** Makes a count that begins at a byte of a text, and ends before another at the latest. */
  VocabularyCount(byte[] text, int from, int end) {
    this.text = text;
    this.at = from;
    this.end = end;
    this.limit = end;
  }

  /** Returns how many tokens a part of an array spells. */
  static long of(byte[] bytes, int from, int length) {
    int end = from + length;
    var count = new VocabularyCount(bytes, from, end);
    long whole = count.upTo(from + WHOLE);
    if (count.at == end) {
      return whole;
    }
    int rest = count.at;
    long seen = 0;
    long tokens = 0;
    for (int at = rest; at < end; at += STRIDE) {
      count.at = at;
      tokens += count.upTo(at + BLOCK);
      seen += count.at - at;
    }
    return whole + Math.round((double) tokens / seen * (end - rest));
  }

  private static byte[] kinds() {
    var kinds = new byte[256];
    for (int b = 0; b < kinds.length; b++) {
      kinds[b] = (byte) kind(b);
    }
    return kinds;
  }

  private static int kind(int b) {
    if (b >= 0x80) {
      return LETTER;
    } else if (b >= 'A' && b <= 'Z') {
      return UPPER;
    } else if (b >= 'a' && b <= 'z') {
      return LOWER;
    } else if (b >= '0' && b <= '9') {
      return DIGIT;
    }
    return switch (b) {
      case '\n', '\r' -> LINE_END;
      case ' ', '\t', 0x0B, '\f' -> SPACE;
      default -> SIGN;
    };
  }

  /** The place of the next byte that is counted. */
  int at() {
    return at;
  }

  /** Goes on at a byte, or where a piece begins soon after it: at the last blank of some. */
  void skipTo(int to) {
    limit = Math.min(end, to + LONG_PIECE);
    int next = to;
    while (next < limit && !is(SPACE | LINE_END, next)) {
      next++;
    }
    while (is(SPACE | LINE_END, next)) {
      next++;
    }
    boolean isBlank = next > to && text[next - 1] == ' ';
    at = next == limit ? to : isBlank ? next - 1 : next;
  }

  /** Returns how many tokens there are from here to the end of the piece that reaches so far. */
  long upTo(int stop) {
    limit = (int) Math.min(end, (long) stop + LONG_PIECE);
    long tokens = 0;
    while (at < Math.min(stop, end)) {
      int next = pieceEnd(at);
      tokens += tokens(at, next);
      at = next;
    }
    return tokens;
  }

  private boolean is(int kinds, int at) {
    return at < limit && (KINDS[text[at] & 0xFF] & kinds) != 0;
  }

  /** The end of the piece that begins here. */
  private int pieceEnd(int at) {
    if (is(LETTER, at)) {
      return wordEnd(at);
    } else if (is(DIGIT, at)) {
      return is(DIGIT, at + 1) ? at + (is(DIGIT, at + 2) ? 3 : 2) : at + 1;
    } else if (!is(LINE_END, at) && is(LETTER, at + 1)) {
      return wordEnd(at + 1);
    } else if (is(SIGN, at) || (text[at] == ' ' && is(SIGN, at + 1))) {
      return signsEnd(at + 1);
    }
    return spaceEnd(at);
  }

  private int wordEnd(int at) {
    int to = at;
    while (is(UPPER, to)) {
      to++;
    }
    while (is(LOWER, to)) {
      to++;
    }
    return to + contraction(to);
  }

  /** The length of what English leaves of a word: {@code 's}, {@code 'll}. */
  private int contraction(int at) {
    if (at + 1 >= limit || text[at] != '\'') {
      return 0;
    }
    int first = text[at + 1] | 0x20;
    if ("stmd".indexOf(first) >= 0) {
      return 2;
    }
    int second = at + 2 < limit ? text[at + 2] | 0x20 : 0;
    boolean isLong =
        (first == 'l' && second == 'l') || ((first == 'r' || first == 'v') && second == 'e');
    return isLong ? 3 : 0;
  }

  private int signsEnd(int at) {
    int to = at;
    while (is(SIGN, to)) {
      to++;
    }
    while (is(LINE_END, to) || (to < limit && text[to] == '/')) {
      to++;
    }
    return to;
  }

  /** White space to the last line end in it; or all but the last, which leads a word. */
  private int spaceEnd(int at) {
    int to = at;
    int afterLine = at;
    while (is(SPACE | LINE_END, to)) {
      to++;
      afterLine = is(LINE_END, to - 1) ? to : afterLine;
    }
    if (afterLine > at) {
      return afterLine;
    }
    return to < limit && to - at > 1 ? to - 1 : Math.max(to, at + 1);
  }

  private int tokens(int from, int to) {
    if (to - from == 1) {
      return 1;
    }
    int hash = FIRST_HASH;
    for (int i = from; i < to; i++) {
      hash = next(hash, text[i]);
    }
    return isWord(hash) ? 1 : longest(from, to);
  }

  private int longest(int from, int to) {
    int count = 0;
    int at = from;
    while (at < to) {
      int hash = FIRST_HASH;
      int wordEnd = at + 1;
      int most = Math.min(to, at + LONGEST);
      for (int i = at; i < most; i++) {
        hash = next(hash, text[i]);
        if (i > at && isWord(hash)) {
          wordEnd = i + 1;
        }
      }
      count++;
      at = wordEnd;
    }
    return count;
  }

  /** Returns the hash of some bytes and one more (FNV-1a). */
  private static int next(int hash, byte b) {
    return (hash ^ (b & 0xFF)) * 0x01000193;
  }

  private static boolean isWord(int hash) {
    return isIn(Words.TABLE, hash);
  }

  private static boolean isIn(short[] table, int hash) {
    int mixed = mixed(hash);
    short mark = (short) (mixed | 1);
    int place = mixed >>> (32 - TABLE_BITS);
    while (table[place] != 0) {
      if (table[place] == mark) {
        return true;
      }
      place = (place + 1) & (table.length - 1);
    }
    return false;
  }

  private static int mixed(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x7feb352d;
    mixed = (mixed ^ (mixed >>> 15)) * 0x846ca68b;
    return mixed ^ (mixed >>> 16);
  }

  /** Returns the table of these words as it is kept in a file: two bytes for each place. */
  static byte[] table(Iterable<byte[]> words) {
    var table = new short[1 << TABLE_BITS];
    for (byte[] word : words) {
      int hash = FIRST_HASH;
      for (byte b : word) {
        hash = next(hash, b);
      }
      if (!isIn(table, hash)) {
        int mixed = mixed(hash);
        int place = mixed >>> (32 - TABLE_BITS);
        while (table[place] != 0) {
          place = (place + 1) & (table.length - 1);
        }
        table[place] = (short) (mixed | 1);
      }
    }
    var bytes = ByteBuffer.allocate(table.length * Short.BYTES);
    bytes.asShortBuffer().put(table);
    return bytes.array();
  }

  /** The words, which are read from a file when the first text is counted. */
  private static final class Words {

    private static final short[] TABLE = table();

    private static short[] table() {
      var table = new short[1 << TABLE_BITS];
      try (InputStream in = VocabularyCount.class.getResourceAsStream("words.bin")) {
        byte[] bytes = Objects.requireNonNull(in, "words.bin").readAllBytes();
        ByteBuffer.wrap(bytes).asShortBuffer().get(table);
        return table;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
