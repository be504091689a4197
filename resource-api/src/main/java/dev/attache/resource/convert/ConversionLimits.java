package dev.attache.resource.convert;

import java.time.Duration;

/**
 * The most that may be spent on one document. Immutable.
 *
 * <p>A converter stops where a count is reached, keeps what it has, and says so in a note. Bytes
 * and time are watched from outside as well.
 *
 * @param bytes of the document, and of what is unpacked from it
 * @param pages or slides that are converted
 * @param cells of each sheet that are converted
 * @param characters of Markdown
 * @param time processor time of the process that converts, from when the document is begun; one
 *     that sleeps is ended after ten times as much
 */
public record ConversionLimits(long bytes, int pages, int cells, int characters, Duration time) {

  /** The usual limits. */
  public static final ConversionLimits DEFAULT =
      new ConversionLimits(256L << 20, 2_000, 100_000, 8 << 20, Duration.ofSeconds(20));

  /**
   * Checks every limit.
   *
   * @param bytes of the document, and of what is unpacked from it
   * @param pages or slides that are converted
   * @param cells of each sheet that are converted
   * @param characters of Markdown
   * @param time of the processor, from when it is begun
   * @throws IllegalArgumentException if one is not positive
   */
  public ConversionLimits {
    if (bytes < 1 || pages < 1 || cells < 1 || characters < 1) {
      throw new IllegalArgumentException("every limit must be positive");
    }
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time (" + time + ") must be positive");
    }
  }

  /**
   * {@return the same limits with another time}
   *
   * @param other of the processor, from when the document is begun
   */
  public ConversionLimits withTime(Duration other) {
    return new ConversionLimits(bytes, pages, cells, characters, other);
  }
}
