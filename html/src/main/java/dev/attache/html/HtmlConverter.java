package dev.attache.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A converter of pages, with absolute links where the page has an address. It is handed over by who
 * fetches pages, and runs where that runs: it stops itself when its time is over, when the thread
 * is interrupted, and before its trees fill the memory.
 */
public final class HtmlConverter implements ContentConverter {

  /** The types that it takes. */
  public static final Set<String> TYPES = Set.of("text/html", "application/xhtml+xml");

  /** A longer page is no text for a model. */
  static final int MAX_CHARS = 2 << 20;

  /** Longer pages are converted one at a time: the trees of a page take many times its memory. */
  static final int LARGE_CHARS = 512 << 10;

  private static final int MOST_BYTES_OF_CHAR = 4;

  private static final String TOO_LARGE = "too large to convert to Markdown; this is its HTML";
  private static final String TOO_LONG = "took too long to convert to Markdown; this is its HTML";

  private final boolean mainOnly;
  private final Semaphore largePages;

  /**
   * Creates one.
   *
   * @param mainOnly whether to leave out what is clearly not the main content
   * @param largePages the turn to convert a large page, which all converters of a run share
   */
  public HtmlConverter(boolean mainOnly, Semaphore largePages) {
    this.mainOnly = mainOnly;
    this.largePages = largePages;
  }

  @Override
  public String name() {
    return "html";
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public Set<String> mimeTypes() {
    return TYPES;
  }

  @Override
  public Conversion convert(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException {
    if (options.selector() != null) {
      throw new ConversionException(Reason.NO_SUCH_PART, "a page has no parts");
    }
    long start = System.nanoTime();
    long nanos = options.limits().time().toNanos();
    try {
      String html = text(source, options.limits().bytes());
      return inTurn(html, source, start + nanos).upTo(options.limits().characters());
    } catch (ConversionLimit.StoppedException e) {
      throw e.isTooLarge()
          ? new ConversionException(Reason.TOO_LARGE, TOO_LARGE, e)
          : new ConversionException(Reason.TIMED_OUT, TOO_LONG, e);
    } catch (StackOverflowError | OutOfMemoryError e) {
      // Only the trees of the page needed so much, and they are gone; its HTML is there.
      throw new ConversionException(Reason.TOO_LARGE, TOO_LARGE);
    }
  }

  /** Converts a page; a large one when no other is being converted. */
  private Conversion inTurn(String html, ConversionSource source, long end)
      throws ConversionException {
    if (html.length() <= LARGE_CHARS) {
      return of(html, source, end);
    }
    try {
      if (!largePages.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new ConversionException(Reason.TIMED_OUT, TOO_LONG);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConversionException(Reason.TIMED_OUT, TOO_LONG, e);
    }
    try {
      return of(html, source, end);
    } finally {
      largePages.release();
    }
  }

  private static String text(ConversionSource source, long most)
      throws ConversionException, IOException {
    if (source.size() <= Math.min(most, (long) MAX_CHARS * MOST_BYTES_OF_CHAR)) {
      try (InputStream in = source.open()) {
        var html = new String(in.readAllBytes(), UTF_8);
        if (html.length() <= MAX_CHARS) {
          return html;
        }
      }
    }
    throw new ConversionException(Reason.TOO_LARGE, TOO_LARGE);
  }

  private Conversion of(String html, ConversionSource source, long end) {
    BooleanSupplier isOver =
        () -> System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted();
    var page = HtmlMarkdown.convert(html, source.base(), mainOnly, isOver);
    if (page.isEmpty() && page.markdown().isBlank()) {
      return of("", "is empty without JavaScript; this is its HTML", page.title());
    }
    String note =
        page.isMainOnly() ? "the main content of an HTML page, as Markdown" : "HTML, as Markdown";
    return of(page.markdown(), note, page.title());
  }

  private static Conversion of(String markdown, String note, @Nullable String title) {
    return new Conversion(markdown, List.of(note), List.of(), List.of(), title);
  }
}
