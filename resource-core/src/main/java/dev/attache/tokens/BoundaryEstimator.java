package dev.attache.tokens;

import dev.attache.resource.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * An estimate of how many tokens {@code o200k} makes of a text.
 *
 * <p>A table has, for each two bytes that follow one another, how often a token ends between them.
 * The sum over a text is the first estimate. It takes each pair alone, so it is too high where
 * words are common ones and too low where they are rare; a correction makes up for that, from what
 * kinds of bytes there are and how often tokens end within words. Table and correction were fitted
 * to the texts that docs/performance.md describes. Of a longer text, a part is looked at: all at
 * its beginning, then {@value #BLOCK} bytes of each {@value #STRIDE}.
 *
 * <p>Pairs say too little about prose, in which how common whole words are makes the difference,
 * and about JSON, which may hold anything. These are counted by their words ({@link
 * VocabularyCount}).
 */
final class BoundaryEstimator implements TokenEstimator {

  static final BoundaryEstimator INSTANCE = new BoundaryEstimator();

  /** How many bytes of a text are looked at without a gap. */
  private static final int WHOLE = 2048;

  /** How many bytes are looked at then, at the beginning of each stride. */
  private static final int BLOCK = 128;

  private static final int STRIDE = 512;

  /** What the table has where a token always ends. */
  private static final double ALWAYS = 127;

  /** In how many pairs of letters it shows how common the words are. */
  private static final int ENOUGH_LETTERS = 20;

  /** How often tokens end within words where that cannot be told. */
  private static final double USUAL_WITHIN_WORDS = 0.2;

  /** No correction is by a larger factor than e to this. */
  private static final double MOST = 0.5;

  /** The weights of 1, the features, and the squares of the features. */
  private static final double[] WEIGHTS = {
    -0.2853, 0.4216, 0.9769, 0.2624, 0.3772, 0.1259, -0.0941, -0.0340, -0.3119, //
    -0.2172, -1.0112, -0.3195, -0.2246, 0.1419, -0.2474, 0.6232, 0.2550
  };

  /** Code has more signs than this for each byte, and prose has fewer. */
  private static final double FEW_SIGNS = 0.055;

  /** Languages that are not written in ASCII have more of such bytes than this. */
  private static final double MANY_BEYOND_ASCII = 0.1;

  private static final int FEATURES = WEIGHTS.length / 2;

  /** By pair of bytes, the share of {@link #ALWAYS}. */
  private static final byte[] BOUNDARIES = boundaries();

  private static final int BEYOND_ASCII = 0;
  private static final int DIGIT = 1;
  private static final int SPACE = 2;
  private static final int SIGN = 3;
  private static final int UPPER = 4;

  /** The bits that each kind of bytes is counted in, together in one number: enough for a block. */
  private static final int BITS = 10;

  /** By byte, a one where its kind is counted. */
  private static final long[] KINDS = kinds();

  /** By byte, -1 if it is a letter of ASCII, else 0. */
  private static final int[] LETTERS = letters();

  private BoundaryEstimator() {}

  @Override
  public String name() {
    return "estimate";
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public long count(Text text) {
    if (text.size() == 0) {
      return 0;
    }
    var sums = new Sums(text.size());
    try {
      text.writeTo(sums);
    } catch (IOException e) {
      throw new AssertionError(e); // nothing is written anywhere
    }
    return sums.tokens();
  }

  private static byte[] boundaries() {
    try (InputStream in = BoundaryEstimator.class.getResourceAsStream("boundaries.bin")) {
      return Objects.requireNonNull(in, "boundaries.bin").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long[] kinds() {
    var kinds = new long[256];
    for (int b = 0; b < kinds.length; b++) {
      if (b >= 0x80) {
        kinds[b] = one(BEYOND_ASCII);
      } else if (b >= '0' && b <= '9') {
        kinds[b] = one(DIGIT);
      } else if (b == ' ') {
        kinds[b] = one(SPACE);
      } else if (b >= 'A' && b <= 'Z') {
        kinds[b] = one(UPPER);
      } else if ((b < 'a' || b > 'z') && b != '\n' && b != '\r' && b != '\t') {
        kinds[b] = one(SIGN);
      }
    }
    return kinds;
  }

  private static long one(int kind) {
    return 1L << (kind * BITS);
  }

  private static int[] letters() {
    var letters = new int[256];
    for (int b = 'A'; b <= 'Z'; b++) {
      letters[b] = -1;
      letters[b | 0x20] = -1;
    }
    return letters;
  }

  /** The sums over one text, which comes as a whole as a rule. */
  private static final class Sums extends OutputStream {

    private final long size;
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream(0);
    private long counted;
    private long pairs;
    private long boundaries;
    private long letterPairs;
    private long boundariesInWords;
    private final long[] kinds = new long[5];

    Sums(long size) {
      this.size = size;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      if (length == size) {
        add(bytes, from, length);
        return;
      }
      parts.write(bytes, from, length);
      if (parts.size() == size) {
        add(parts.toByteArray(), 0, parts.size());
      }
    }

    private void add(byte[] bytes, int from, int length) {
      addPairs(bytes, from, length);
      if (isHard(bytes, from, length)) {
        counted = VocabularyCount.of(bytes, from, length);
      }
    }

    private boolean isHard(byte[] bytes, int from, int length) {
      boolean isProse =
          kinds[SIGN] < FEW_SIGNS * pairs || kinds[BEYOND_ASCII] > MANY_BEYOND_ASCII * pairs;
      return isProse || isValues(bytes, from, length);
    }

    /** Whether it begins as JSON does. */
    private static boolean isValues(byte[] bytes, int from, int length) {
      int at = from;
      while (at < from + length - 1 && bytes[at] >= 0 && bytes[at] <= ' ') {
        at++;
      }
      return bytes[at] == '{' || bytes[at] == '[';
    }

    private void addPairs(byte[] bytes, int from, int length) {
      int last = from + length - 1; // the last pair begins before it
      int whole = Math.min(last, from + WHOLE);
      for (int at = from; at < whole; at += BLOCK) {
        add(bytes, at, Math.min(whole, at + BLOCK), 1);
      }
      for (int at = from + WHOLE; at < last; at += STRIDE) {
        add(bytes, at, Math.min(last, at + BLOCK), STRIDE / BLOCK);
      }
    }

    private void add(byte[] bytes, int from, int end, int weight) {
      int sum = 0;
      int sumInWords = 0;
      int inWords = 0;
      long counts = 0;
      int first = bytes[from] & 0xFF;
      for (int at = from + 1; at <= end; at++) {
        int second = bytes[at] & 0xFF;
        int boundary = BOUNDARIES[(first << 8) | second];
        int isInWord = LETTERS[first] & LETTERS[second];
        sum += boundary;
        sumInWords += boundary & isInWord;
        inWords -= isInWord;
        counts += KINDS[first];
        first = second;
      }
      pairs += (long) weight * (end - from);
      boundaries += (long) weight * sum;
      boundariesInWords += (long) weight * sumInWords;
      letterPairs += (long) weight * inWords;
      for (int i = 0; i < kinds.length; i++) {
        kinds[i] += weight * ((counts >> (i * BITS)) & (one(1) - 1));
      }
    }

    long tokens() {
      if (pairs == 0) {
        return 1;
      }
      if (counted > 0) {
        return counted;
      }
      double all = pairs;
      double density = boundaries / ALWAYS / all;
      double first = 1 + density * (size - 1);
      double inWords =
          letterPairs > ENOUGH_LETTERS
              ? boundariesInWords / ALWAYS / letterPairs
              : USUAL_WITHIN_WORDS;
      double[] features = {
        inWords,
        letterPairs / all,
        density,
        kinds[BEYOND_ASCII] / all,
        kinds[DIGIT] / all,
        kinds[SPACE] / all,
        kinds[SIGN] / all,
        kinds[UPPER] / all
      };
      double correction = WEIGHTS[0];
      for (int i = 0; i < FEATURES; i++) {
        correction += WEIGHTS[1 + i] * features[i];
        correction += WEIGHTS[1 + FEATURES + i] * features[i] * features[i];
      }
      double factor = Math.exp(Math.max(-MOST, Math.min(correction, MOST)));
      return Math.max(1, Math.round(first * factor));
    }
  }
}
