package dev.attache.handlers.http;

import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.html.HtmlConverter;
import dev.attache.html.HtmlForm;
import dev.attache.resource.Resource;
import dev.attache.resource.Text;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.spi.HandlerContext;
import java.time.Duration;

/**
 * An HTML page that was fetched, on its way to models: as Markdown, unless that would take too
 * much. What was fetched never becomes a failure here.
 */
final class WebPage {

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
    context.convert(
        page.uri(),
        resource,
        new HtmlConverter(run.settings().html() == HtmlForm.MARKDOWN, run.largePages()),
        ConversionSource.of(html, String.valueOf(page.mimeType()), base.value()),
        Duration.ofNanos(Math.max(1, limits.nanosToWork())));
  }
}
