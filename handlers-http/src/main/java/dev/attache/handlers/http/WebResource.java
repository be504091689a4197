package dev.attache.handlers.http;

import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.cache.HttpDate;
import dev.attache.handlers.http.fetch.Fetch;
import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.fetch.WebServerText;
import dev.attache.handlers.http.url.WebPart;
import dev.attache.html.HtmlConverter;
import dev.attache.html.HtmlForm;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.convert.PartSelector;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.support.text.DurationText;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The resource that a fetched representation is, with what the answer tells about it. */
final class WebResource {

  /** A longer one is no name of a version, and is not handed on. */
  private static final int MAX_ETAG = 1000;

  private final HttpRun run;
  private final HandlerContext context;
  private final ResourceUri uri;
  private final ResourceUri whole;
  private final FetchLimits limits;

  WebResource(HttpRun run, HandlerContext context, ResourceUri uri, FetchLimits limits) {
    this.run = run;
    this.context = context;
    this.uri = uri;
    String value = WebPart.whole(uri.value());
    this.whole = value.equals(uri.value()) ? uri : ResourceUri.of(value);
    this.limits = limits;
  }

  Resource of(Fetch.Fetched fetched) throws ResourceException {
    Answer answer = fetched.answer();
    Resource raw;
    try (InputStream in = answer.body().open()) {
      raw = context.read(uri, in, hints(fetched)).build();
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, uri.value(), "cannot read the fetched content: " + e.getMessage(), e);
    }
    PartSelector part = WebPart.of(uri.value());
    if (part != null && HtmlConverter.TYPES.contains(String.valueOf(raw.mimeType()))) {
      context.note(whole, "the #fragment is ignored; this is the whole resource");
      return new WebResource(run, context, whole, limits).of(fetched);
    }
    String name = whole.redacted();
    Resource.Builder resource = raw.toBuilder().name(name);
    addMetadata(resource, fetched, name);
    addMarkdown(resource, raw, fetched);
    if (part != null) {
      resource.meta(PartSelector.META, part.toString());
    }
    return resource.build();
  }

  private static ContentHints hints(Fetch.Fetched fetched) {
    List<String> types = fetched.answer().headers().values("Content-Type");
    List<String> segments = fetched.url().httpUrl().pathSegments();
    String name = segments.get(segments.size() - 1);
    return new ContentHints(
        name.isEmpty() ? null : name, types.isEmpty() ? null : String.join(", ", types));
  }

  private void addMetadata(Resource.Builder resource, Fetch.Fetched fetched, String name) {
    Answer answer = fetched.answer();
    boolean isRedirected = !fetched.url().value().equals(whole.value());
    Instant modified = HttpDate.of(answer.headers(), "Last-Modified");
    if (modified != null) {
      resource.annotations(Annotations.lastModified(modified));
    }
    resource.meta(
        "dev.attache/finalUrl", isRedirected ? Redaction.redact(fetched.url().value()) : name);
    String etag = answer.headers().get("ETag");
    if (etag != null && etag.length() <= MAX_ETAG) {
      resource.meta("dev.attache/etag", etag);
    }
    resource.meta("dev.attache/fetchedAt", seconds(answer.fetchedAt()));
    resource.meta("dev.attache/confirmedAt", seconds(answer.confirmedAt()));
    if (isRedirected) {
      context.note(uri, "redirected to " + WebServerText.of(fetched.url()));
    }
    if (run.settings().offline()) {
      context.note(uri, "offline: as fetched " + age(answer.confirmedAt()));
    }
  }

  private static String age(Instant confirmed) {
    Duration age = Duration.between(confirmed, Instant.now());
    String time = "at " + seconds(confirmed);
    return age.isNegative() ? time : DurationText.rough(age) + " ago, " + time;
  }

  private void addMarkdown(Resource.Builder resource, Resource raw, Fetch.Fetched fetched) {
    String mimeType = raw.mimeType();
    if (!(raw.content() instanceof Text html)
        || mimeType == null
        || !HtmlConverter.TYPES.contains(mimeType)
        || run.settings().html() == HtmlForm.RAW
        || isDeclaredPlain(fetched)) {
      return;
    }
    new WebPage(raw, html, fetched.url()).addTo(resource, run, limits, context);
  }

  /** Whether the server shows the text as it is, as forges do with the source of a page. */
  private static boolean isDeclaredPlain(Fetch.Fetched fetched) {
    String type = fetched.answer().headers().get("Content-Type");
    String last = type == null ? "" : type.substring(type.lastIndexOf(',') + 1).strip();
    return last.regionMatches(true, 0, "text/plain", 0, "text/plain".length());
  }

  private static String seconds(Instant instant) {
    return HttpDate.seconds(instant);
  }
}
