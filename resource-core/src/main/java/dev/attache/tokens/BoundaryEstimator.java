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
 * The sum over a text tells well how its parts compare, but not how many tokens there are: it takes
 * each pair alone, so it is too high where words are common ones and too low where they are rare.
 * What it is off by is found in {@value #SAMPLES} samples or more of {@value #SAMPLE} bytes, in
 * which tokens are counted by words ({@link VocabularyCount}). Of a longer text, a part is looked
 * at for pairs: all at its beginning, then {@value #BLOCK} bytes of each {@value #STRIDE}.
 *
 * <p>Prose, in which how common whole words are makes the difference, and JSON, which may hold
 * anything, are counted by their words alone. So is what is not longer than all samples.
 */
final class BoundaryEstimator implements TokenEstimator {

  static final BoundaryEstimator INSTANCE = new BoundaryEstimator();

  /** How many bytes of a text are looked at without a gap. */
  private static final int WHOLE = 2048;

  /** How many bytes are looked at then, at the beginning of each stride. */
  private static final int BLOCK = 128;

  private static final int STRIDE = 512;

  /** How many samples a text has, or more if they would be too far apart. */
  private static final int SAMPLES = 8;

  /** How many bytes a sample has. */
  private static final int SAMPLE = 128;

  private static final int FARTHEST_APART = 4096;

  /** Code has more signs than this for each byte, and prose has fewer. */
  private static final double FEW_SIGNS = 0.055;

  /** Languages that are not written in ASCII have more of such bytes than this. */
  private static final double MANY_BEYOND_ASCII = 0.1;

  /** By pair of bytes, how often a token ends between them, of 127 times. */
  private static final byte[] BOUNDARIES = boundaries();

  /** How many bits of a sum are for signs; the others are for bytes beyond ASCII. */
  private static final int SIGN_BITS = 16;

  /** By byte, what is added to the sum: one where its kind is. */
  private static final int[] KINDS = kinds();

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

  @Override
  public long count(byte[] utf8, int length) {
    if (length == 0) {
      return 0;
    }
    var sums = new Sums(length);
    sums.write(utf8, 0, length);
    return sums.tokens();
  }

  private static byte[] boundaries() {
    try (InputStream in = BoundaryEstimator.class.getResourceAsStream("boundaries.bin")) {
      return Objects.requireNonNull(in, "boundaries.bin").readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int[] kinds() {
    var kinds = new int[256];
    for (int b = 0; b < kinds.length; b++) {
      boolean isLetter = (b | 0x20) >= 'a' && (b | 0x20) <= 'z';
      boolean isDigit = b >= '0' && b <= '9';
      boolean isBlank = b == ' ' || b == '\n' || b == '\r' || b == '\t';
      kinds[b] = b >= 0x80 ? 1 << SIGN_BITS : isLetter || isDigit || isBlank ? 0 : 1;
    }
    return kinds;
  }

  /** The sums over one text, which comes as a whole as a rule. */
  private static final class Sums extends OutputStream {

    private final long size;
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream(0);
    private long tokens;
    private long pairs;
    private long boundaries;
    private long signs;
    private long beyondAscii;

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
      if (length <= SAMPLES * SAMPLE) {
        tokens = VocabularyCount.of(bytes, from, length);
        return;
      }
      addPairs(bytes, from, length);
      boolean isProse = signs < FEW_SIGNS * pairs || beyondAscii > MANY_BEYOND_ASCII * pairs;
      tokens =
          isProse || isValues(bytes, from, length)
              ? VocabularyCount.of(bytes, from, length)
              : bySamples(bytes, from, length);
    }

    private long bySamples(byte[] bytes, int from, int length) {
      int end = from + length;
      int stride = Math.min(length / SAMPLES, FARTHEST_APART);
      var words = new VocabularyCount(bytes, from, end);
      long counted = 0;
      long expected = 0;
      for (int at = from + (stride - SAMPLE) / 2; at < end; at += stride) {
        words.skipTo(at);
        int first = words.at();
        counted += words.upTo(first + SAMPLE);
        expected += boundaries(bytes, first, Math.min(words.at(), end - 1));
      }
      double all = (double) boundaries / pairs * (length - 1);
      return Math.max(1, Math.round(all * counted / Math.max(1, expected)));
    }

    private static long boundaries(byte[] bytes, int from, int end) {
      int sum = 0;
      for (int at = from; at < end; at++) {
        sum += BOUNDARIES[((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF)];
      }
      return sum;
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
      int kinds = 0;
      int first = bytes[from] & 0xFF;
      for (int at = from + 1; at <= end; at++) {
        int second = bytes[at] & 0xFF;
        sum += BOUNDARIES[(first << 8) | second];
        kinds += KINDS[first];
        first = second;
      }
      pairs += (long) weight * (end - from);
      boundaries += (long) weight * sum;
      signs += (long) weight * (kinds & ((1 << SIGN_BITS) - 1));
      beyondAscii += (long) weight * (kinds >>> SIGN_BITS);
    }

    long tokens() {
      return tokens;
    }
  }
}
