package dev.attache.handlers.http;

import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.fetch.HttpSettings.HtmlForm;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.html.HtmlConverter;
import dev.attache.resource.Resource;
import dev.attache.resource.Text;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.spi.HandlerContext;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * An HTML page that was fetched, on its way to models: as Markdown, unless that would take too
 * much. What was fetched never becomes a failure here.
 */
final class WebPage {

  /** Longer pages are converted one at a time: the trees of a page take many times its memory. */
  static final int LARGE_CHARS = 512 << 10;

  private static final String TOO_LONG = "took too long to convert to Markdown; this is its HTML";

  private final Resource page;
  private final Text html;
  private final WebUrl base;

  WebPage(Resource page, Text html, WebUrl base) {
    this.page = page;
    this.html = html;
    this.base = base;
  }

  /** Has the engine add the title and the Markdown to the resource. */
  void addTo(Resource.Builder resource, HttpRun run, FetchLimits limits, HandlerContext context) {
    if (!isLarge()) {
      add(resource, run, limits, context);
      return;
    }
    Semaphore turn = run.largePages();
    if (!isMyTurn(turn, limits)) {
      context.note(page.uri(), TOO_LONG);
      return;
    }
    try {
      add(resource, run, limits, context);
    } finally {
      turn.release();
    }
  }

  /** Whether it is, and is converted at all. */
  private boolean isLarge() {
    int length = html.size() <= LARGE_CHARS ? 0 : html.value().length();
    return length > LARGE_CHARS && length <= HtmlConverter.MAX_CHARS;
  }

  private static boolean isMyTurn(Semaphore turn, FetchLimits limits) {
    try {
      return turn.tryAcquire(limits.nanosToWork(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void add(
      Resource.Builder resource, HttpRun run, FetchLimits limits, HandlerContext context) {
    context.convert(
        page.uri(),
        resource,
        new HtmlConverter(run.settings().html() == HtmlForm.MARKDOWN),
        ConversionSource.of(html, String.valueOf(page.mimeType()), base.value()),
        Duration.ofNanos(Math.max(1, limits.nanosToWork())));
  }
}
