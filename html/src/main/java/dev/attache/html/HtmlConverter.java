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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A converter of pages, with absolute links where the page has an address. It is handed over by who
 * fetches pages, and runs where that runs: it stops itself when its time is over, when the thread
 * is interrupted, and before its trees fill the memory.
 */
public final class HtmlConverter implements ContentConverter {

  /** A longer page is no text for a model. */
  public static final int MAX_CHARS = 2 << 20;

  private static final int MOST_BYTES_OF_CHAR = 4;

  private static final String TOO_LARGE = "too large to convert to Markdown; this is its HTML";
  private static final String TOO_LONG = "took too long to convert to Markdown; this is its HTML";

  private final boolean mainOnly;

  /** Creates one that leaves out what is clearly not the main content. */
  public HtmlConverter() {
    this(true);
  }

  /**
   * Creates one.
   *
   * @param mainOnly whether to leave out what is clearly not the main content
   */
  public HtmlConverter(boolean mainOnly) {
    this.mainOnly = mainOnly;
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
    return Set.of("text/html", "application/xhtml+xml");
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
      return of(
              html,
              source,
              () -> System.nanoTime() - start >= nanos || Thread.currentThread().isInterrupted())
          .upTo(options.limits().characters());
    } catch (ConversionLimit.StoppedException e) {
      throw e.isTooLarge()
          ? new ConversionException(Reason.TOO_LARGE, TOO_LARGE, e)
          : new ConversionException(Reason.TIMED_OUT, TOO_LONG, e);
    } catch (StackOverflowError | OutOfMemoryError e) {
      // Only the trees of the page needed so much, and they are gone; its HTML is there.
      throw new ConversionException(Reason.TOO_LARGE, TOO_LARGE);
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

  private Conversion of(String html, ConversionSource source, BooleanSupplier isOver) {
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
