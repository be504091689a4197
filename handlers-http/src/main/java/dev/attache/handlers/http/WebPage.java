package dev.attache.handlers.http;

import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.fetch.HttpSettings.HtmlForm;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.html.ConversionLimit;
import dev.attache.html.HtmlMarkdown;
import dev.attache.resource.Resource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * An HTML page that was fetched, on its way to models: as Markdown, unless that would take too
 * much. What was fetched never becomes a failure here.
 */
final class WebPage {

  /** A longer page is no text for a model. */
  static final int MAX_CHARS = 2 << 20;

  /** Longer pages are converted one at a time: the trees of a page take many times its memory. */
  static final int LARGE_CHARS = 512 << 10;

  private static final String TOO_LARGE = "too large to convert to Markdown; this is its HTML";
  private static final String TOO_LONG = "took too long to convert to Markdown; this is its HTML";

  private final String html;
  private final WebUrl base;

  WebPage(String html, WebUrl base) {
    this.html = html;
    this.base = base;
  }

  /** Adds the title and the Markdown to the resource; answers what to note about it. */
  String addTo(Resource.Builder resource, HttpRun run, FetchLimits limits) {
    if (html.length() > MAX_CHARS) {
      return TOO_LARGE;
    }
    boolean mainOnly = run.settings().html() == HtmlForm.MARKDOWN;
    try {
      return html.length() > LARGE_CHARS
          ? addAlone(resource, mainOnly, run.largePages(), limits)
          : add(resource, mainOnly, limits);
    } catch (ConversionLimit.StoppedException e) {
      return e.isTooLarge() ? TOO_LARGE : TOO_LONG;
    } catch (StackOverflowError | OutOfMemoryError e) {
      // Only the trees of the page needed so much, and they are gone; its HTML is there.
      return TOO_LARGE;
    }
  }

  private String addAlone(
      Resource.Builder resource, boolean mainOnly, Semaphore turn, FetchLimits limits) {
    try {
      if (!turn.tryAcquire(limits.nanosToWork(), TimeUnit.NANOSECONDS)) {
        return TOO_LONG;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return TOO_LONG;
    }
    try {
      return add(resource, mainOnly, limits);
    } finally {
      turn.release();
    }
  }

  private String add(Resource.Builder resource, boolean mainOnly, FetchLimits limits) {
    var page = HtmlMarkdown.convert(html, base.value(), mainOnly, () -> isOver(limits));
    resource.title(page.title());
    if (page.isEmpty() && page.markdown().isBlank()) {
      return "is empty without JavaScript; this is its HTML";
    }
    resource.formatted(page.markdown());
    return page.isMainOnly()
        ? "the main content of an HTML page, as Markdown"
        : "HTML, as Markdown";
  }

  private static boolean isOver(FetchLimits limits) {
    return limits.nanosToWork() == 0 || Thread.currentThread().isInterrupted();
  }
}
