package dev.attache.tokens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A count of tokens that knows the words of {@code o200k}: a text is cut into pieces as that
 * tokenizer cuts it, but for letters beyond ASCII, and each piece into the longest words from its
 * beginning on, where the tokenizer merges. It is off by 1 to 2 % and takes five times as long as
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

  /** How far the end of the last piece is looked for. */
  private static final int LONG_PIECE = 64;

  private static final short[] STEPS = PieceSteps.table();

  private final byte[] text;
  private final int end;
  private int at;

  /** Makes a count that begins at a byte of a text, and ends before another at the latest. */
  VocabularyCount(byte[] text, int from, int end) {
    this.text = text;
    this.at = from;
    this.end = end;
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

  /** The place of the next byte that is counted. */
  int at() {
    return at;
  }

  /** Goes on where the next piece begins after a byte that may be inside of one. */
  void skipTo(int to) {
    at = to;
    upTo(to + 1);
  }

  /**
   * Returns how many tokens there are from here to the end of the piece that reaches so far. It is
   * one loop because most runs end soon: it is compiled sooner, and costs less to compile, than a
   * method for each kind of piece.
   */
  long upTo(int stop) {
    int limit = (int) Math.min(end, (long) stop + LONG_PIECE);
    int last = Math.min(stop, end);
    int from = at;
    long tokens = 0;
    while (from < last) {
      int to = from;
      int hash = FIRST_HASH;
      int state = PieceSteps.START;
      while (to < limit) {
        int next = STEPS[state | (text[to] & 0xFF)];
        if (next < 0) {
          break;
        }
        hash = next(hash, text[to]);
        state = next;
        to++;
      }
      int pieceEnd = to < limit ? pieceEnd(state, to, limit) : to;
      if (pieceEnd != to) {
        to = pieceEnd;
        hash = hash(from, to);
      }
      tokens += to - from == 1 || isWord(hash) ? 1 : longest(from, to);
      from = to;
    }
    at = from;
    return tokens;
  }

  /** The end of a piece that no step goes on with. */
  private int pieceEnd(int state, int to, int limit) {
    if (state == PieceSteps.BLANKS) {
      return to - 1;
    } else if (text[to] == '\'' && PieceSteps.isWord(state)) {
      return to + contraction(to, limit);
    }
    int end = to;
    while (state == PieceSteps.LINES_BLANK && !isLineEnd(text[end - 1])) {
      end--;
    }
    return end;
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r';
  }

  private int hash(int from, int to) {
    int hash = FIRST_HASH;
    for (int i = from; i < to; i++) {
      hash = next(hash, text[i]);
    }
    return hash;
  }

  /** The length of what English leaves of a word: {@code 's}, {@code 'll}. */
  private int contraction(int at, int limit) {
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
