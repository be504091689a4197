package dev.attache.budget;

import java.io.IOException;

/**
 * The number of lines that the closing text has: as many as are of use, or fewer where the limit is
 * small.
 */
public final class ClosingLines {

  private static final int[] LINES = {40, 20, 10, 5, 3, 2, 1};

  /** This part of the limit is enough for the text, unless one line needs more. */
  private static final int SHARE = 10;

  private ClosingLines() {}

  /** A text of which it can be said how many lines it may have. */
  @FunctionalInterface
  public interface Text {
    /**
     * {@return the text in UTF-8, which has about so many lines at most; it may be empty}
     *
     * @param most about how many lines it may have
     * @throws IOException if it cannot be made
     */
    byte[] of(int most) throws IOException;
  }

  /**
   * {@return the longest text that is short enough}
   *
   * @param limit what all has to fit into; the text may take a share of it
   * @param fixed how many tokens of it do not depend on the number of lines
   * @param text is asked for fewer and fewer lines, until one text fits
   * @throws IOException if {@code text} throws it
   */
  public static byte[] fit(TokenLimit limit, long fixed, Text text) throws IOException {
    byte[] fitting = {};
    for (int most : LINES) {
      fitting = text.of(most);
      if (fitting.length == 0 || limit.count(fitting) - fixed <= limit.tokens() / SHARE) {
        return fitting;
      }
    }
    return fitting;
  }
}
