package dev.attache.html;

import java.io.IOException;
import java.io.StringReader;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;

/**
 * A limit to the work of one conversion, which looks at it all the time, to give up when it is
 * over, or when there is too much to write. For one thread.
 */
public final class ConversionLimit {

  /** Of so many looks, one asks: asking for the time takes longer than a step of the work. */
  private static final int EVERY = 16;

  private static final int CHUNK = 16 << 10;

  /** A link around everything is written in each paragraph: a small page could fill the memory. */
  private static final int MAX_WRITTEN = 4 << 20;

  private final BooleanSupplier isOver;
  private final int most;
  private final boolean isCutting;
  private int looks;
  private int written;

  private ConversionLimit(BooleanSupplier isOver, int most, boolean isCutting) {
    this.isOver = isOver;
    this.most = most;
    this.isCutting = isCutting;
  }

  /** One that gives up when there is too much to write. */
  static ConversionLimit of(BooleanSupplier isOver) {
    return new ConversionLimit(isOver, MAX_WRITTEN, false);
  }

  /** One that leaves out what comes after so many characters. */
  static ConversionLimit cuttingAfter(int most, BooleanSupplier isOver) {
    return new ConversionLimit(isOver, most, true);
  }

  /**
   * @throws StoppedException if it is over
   */
  void look() {
    if (looks++ % EVERY == 0) {
      ask();
    }
  }

  private void ask() {
    if (isOver.getAsBoolean()) {
      throw new StoppedException(false);
    }
  }

  /**
   * Counts characters of Markdown.
   *
   * @throws StoppedException if there are too many
   */
  void write(int characters) {
    written += characters;
    if (written > most && !isCutting) {
      throw new StoppedException(true);
    }
  }

  /** Whether there is so much that the rest is left out. */
  boolean isReached() {
    return written > most && isCutting;
  }

  /** A condition that also looks. */
  Predicate<Element> before(Predicate<Element> condition) {
    return element -> {
      look();
      return condition.test(element);
    };
  }

  /** A text in parts, with a look before each. */
  StringReader reader(String text) {
    return new StringReader(text) {
      @Override
      public int read(char[] to, int offset, int length) throws IOException {
        ask();
        return super.read(to, offset, Math.min(length, CHUNK));
      }
    };
  }

  /** The end of a conversion before its end: there is nothing to show for it. */
  public static final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Whether there was too much; otherwise it took too long, or was interrupted. */
    private final boolean isTooLarge;

    StoppedException(boolean isTooLarge) {
      super("the conversion was stopped", null, false, false);
      this.isTooLarge = isTooLarge;
    }

    /** {@return whether there was too much, however long it takes} */
    public boolean isTooLarge() {
      return isTooLarge;
    }
  }
}
