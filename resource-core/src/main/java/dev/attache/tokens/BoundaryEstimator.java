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
 * anything, are counted by their words alone. So is what is not longer than {@value #SHORT} bytes.
 */
final class BoundaryEstimator implements TokenEstimator {

  static final BoundaryEstimator INSTANCE = new BoundaryEstimator();

  /** How many bytes a text has that is counted by its words alone. */
  private static final int SHORT = 1024;

  /** How many bytes of a text are looked at for pairs without a gap. */
  private static final int WHOLE = 1024;

  /** How many bytes are looked at then, at the beginning of each stride. */
  private static final int BLOCK = 64;

  private static final int STRIDE = 512;

  /** How many samples a text has, or more if they would be too far apart. */
  private static final int SAMPLES = 5;

  /** How many bytes a sample has. */
  private static final int SAMPLE = 72;

  private static final int FARTHEST_APART = 4096;

  /** How many tokens the table is trusted for, beside those that are counted in samples. */
  private static final int TRUSTED = 10;

  /** How many bytes are looked at to know prose. */
  private static final int LOOKS = 512;

  /** Code has more signs than this for each byte, and prose has fewer. */
  private static final double FEW_SIGNS = 0.055;

  /** Languages that are not written in ASCII have more of such bytes than this. */
  private static final double MANY_BEYOND_ASCII = 0.1;

  /** How often a token ends between two bytes between which one always does. */
  private static final double ALWAYS = 127;

  /** By pair of bytes, how often a token ends between them, of {@link #ALWAYS} times. */
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
    var whole = new Whole(text.size());
    try {
      text.writeTo(whole);
    } catch (IOException e) {
      throw new AssertionError(e); // nothing is written anywhere
    }
    return whole.tokens;
  }

  @Override
  public long count(byte[] utf8, int length) {
    return length == 0 ? 0 : tokens(utf8, 0, length);
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
      int letter = b | 0x20;
      boolean isSign = b > ' ' && (letter < 'a' || letter > 'z') && (b < '0' || b > '9');
      kinds[b] = b >= 0x80 ? 1 << SIGN_BITS : isSign ? 1 : 0;
    }
    return kinds;
  }

  private static long tokens(byte[] bytes, int from, int length) {
    return length <= SHORT || isValues(bytes, from, length) || isProse(bytes, from, length)
        ? VocabularyCount.of(bytes, from, length)
        : bySamples(bytes, from, length);
  }

  /** Whether it begins as JSON does. */
  private static boolean isValues(byte[] bytes, int from, int length) {
    int at = from;
    while (at < from + length - 1 && bytes[at] >= 0 && bytes[at] <= ' ') {
      at++;
    }
    return bytes[at] == '{' || bytes[at] == '[';
  }

  private static boolean isProse(byte[] bytes, int from, int length) {
    int step = length / LOOKS;
    int looks = 0;
    int kinds = 0;
    for (int at = from; at < from + length; at += step) {
      kinds += KINDS[bytes[at] & 0xFF];
      looks++;
    }
    int signs = kinds & ((1 << SIGN_BITS) - 1);
    int beyondAscii = kinds >>> SIGN_BITS;
    return signs < FEW_SIGNS * looks || beyondAscii > MANY_BEYOND_ASCII * looks;
  }

  private static long bySamples(byte[] bytes, int from, int length) {
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
    double correction = (counted + TRUSTED) / (expected / ALWAYS + TRUSTED);
    return Math.max(1, Math.round(byPairs(bytes, from, end - 1) * correction));
  }

  /** Returns how often a token ends between two bytes of which the first is in a range. */
  private static double byPairs(byte[] bytes, int from, int end) {
    int rest = Math.min(end, from + WHOLE);
    double whole = boundaries(bytes, from, rest) / ALWAYS;
    if (rest == end) {
      return whole;
    }
    long sum = 0;
    long pairs = 0;
    for (int at = rest; at < end; at += STRIDE) {
      int blockEnd = Math.min(end, at + BLOCK);
      sum += boundaries(bytes, at, blockEnd);
      pairs += blockEnd - at;
    }
    return whole + sum / ALWAYS / pairs * (end - rest);
  }

  private static int boundaries(byte[] bytes, int from, int end) {
    int sum = 0;
    for (int at = from; at < end; at++) {
      sum += BOUNDARIES[((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF)];
    }
    return sum;
  }

  /** The bytes of one text, which come at once as a rule, and what they are counted as. */
  private static final class Whole extends OutputStream {

    private final long size;
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream(0);
    private long tokens;

    Whole(long size) {
      this.size = size;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      if (length == size && length > 0) {
        tokens = BoundaryEstimator.tokens(bytes, from, length);
        return;
      }
      parts.write(bytes, from, length);
      if (parts.size() == size && size > 0) {
        tokens = BoundaryEstimator.tokens(parts.toByteArray(), 0, parts.size());
      }
    }
  }
}
