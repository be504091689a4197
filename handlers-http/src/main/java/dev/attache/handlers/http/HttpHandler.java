package dev.attache.handlers.http;

import dev.attache.handlers.http.fetch.Environment;
import dev.attache.handlers.http.fetch.Fetch;
import dev.attache.handlers.http.fetch.FetchLimits;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.fetch.HttpSettings;
import dev.attache.handlers.http.url.WebPart;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.TransferProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The handler of {@code http:} and {@code https:} URLs: what a GET of them gives, with HTML also as
 * Markdown for models.
 *
 * <p>Canonical URLs follow the WHATWG URL Standard and RFC 3986, section 6.2.2. Of a fragment they
 * keep what selects a part of a document (RFC 8118), which means nothing for HTML. Only public
 * addresses are connected to, unless the configuration allows more. Redirects are followed up to
 * five times, never from https to http or to another scheme. Where the application has a {@link
 * dev.attache.resource.spi.UriPolicy}, it is asked about the URL and each redirect before anything
 * is sent there. Answers are remembered, and confirmed with a conditional request (RFC 9110,
 * section 13) before they are used again.
 *
 * <p>Configuration: {@code allow} (hosts, addresses and networks to open), {@code timeout}
 * (seconds, 20), {@code parallel} (16) and {@code per-host} (as many), {@code proxy}, {@code html}
 * ({@code markdown}, {@code full} or {@code raw}), {@code offline}, {@code cache}, {@code
 * cache-size} (bytes, 256 MiB), {@code strict} (refuse what is otherwise mended in a URL), and for
 * each origin a table with {@code headers}.
 *
 * <p>Thread-safe.
 */
public final class HttpHandler implements ResourceHandler {

  private static final Duration TIME_FOR_THE_REST = Duration.ofSeconds(10);

  private final Environment environment;

  /** Creates the handler; done by the engine. */
  public HttpHandler() {
    this(Environment.ofProcess());
  }

  /** Creates the handler in another environment. */
  HttpHandler(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Set<String> schemes() {
    return Set.of("http", "https");
  }

  @Override
  public Locality locality(ResourceUri uri) {
    return Locality.REMOTE;
  }

  @Override
  public Set<String> settings() {
    return HttpSettings.KEYS;
  }

  @Override
  public int parallelism(HandlerContext context) {
    return settings(context).parallelism();
  }

  /** As long as fetching may take, and some time for what is made of it. */
  @Override
  public Duration timeLimit(ResourceUri uri, HandlerContext context) {
    return settings(context).timeout().plus(TIME_FOR_THE_REST);
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    KnownUrls known = known(context);
    WebUrl url = settings(uri, context).url(uri.value(), known.last());
    known.keep(url);
    String canonical = WebPart.join(url, WebPart.of(uri.value()));
    return canonical.equals(uri.value()) ? uri : ResourceUri.of(canonical);
  }

  /** Offers every URL that may be fetched at all; nobody is asked, not even the name service. */
  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    var expansion = new WebExpansion(settings(null, context), known(context), references, sink);
    ResourceHandler.super.expand(references, context, expansion);
    expansion.end();
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    HttpRun run = run(uri, context);
    WebUrl url = known(context).take(uri.value());
    if (url == null) {
      url = run.settings().url(uri.value(), null);
    }
    FetchLimits limits = FetchLimits.start(context, run.settings().timeout());
    TransferProgress progress =
        context.service(TransferProgress.class).orElse(TransferProgress.NONE);
    var fetch = new Fetch(run, Fetch.AllowedWay.of(context), limits, progress::received);
    try (Fetch.Fetched fetched = fetch.from(url)) {
      return List.of(new WebResource(run, context, uri, limits).of(fetched));
    }
  }

  /** Uncertain: what is remembered is confirmed with a conditional request, which is cheap. */
  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    return Freshness.UNCERTAIN;
  }

  private HttpRun run(ResourceUri uri, HandlerContext context) throws ResourceException {
    HttpSettings settings = settings(uri, context);
    return context.perRun(
        HttpRun.class, () -> new HttpRun(settings, environment, context.maxBytes()));
  }

  private static KnownUrls known(HandlerContext context) {
    return context.perRun(KnownUrls.class, KnownUrls::new);
  }

  private static HttpSettings settings(@Nullable ResourceUri uri, HandlerContext context)
      throws ResourceException {
    try {
      return settings(context);
    } catch (IllegalArgumentException e) {
      throw ResourceException.of(
          Kind.FAILED,
          uri == null ? null : uri.value(),
          "invalid configuration [http]: " + e.getMessage(),
          e);
    }
  }

  private static HttpSettings settings(HandlerContext context) {
    return context.perRun(
        HttpSettings.class, () -> HttpSettings.of(context.configuration().values()));
  }
}
