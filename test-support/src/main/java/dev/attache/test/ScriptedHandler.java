package dev.attache.test;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A handler of one scheme that does what a test says; without that, each reference is a URI, and
 * its content is the URI itself.
 */
public final class ScriptedHandler implements ResourceHandler {

  private final String scheme;
  private final Expand expand;
  private final Resolve resolve;
  private final Limit limit;
  private final @Nullable UnaryOperator<String> sources;

  public interface Expand {
    void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
        throws ResourceException;
  }

  public interface Resolve {
    List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException;
  }

  public interface Limit {
    @Nullable Duration timeLimit(ResourceUri uri);
  }

  private ScriptedHandler(
      String scheme,
      Expand expand,
      Resolve resolve,
      Limit limit,
      @Nullable UnaryOperator<String> sources) {
    this.scheme = scheme;
    this.expand = expand;
    this.resolve = resolve;
    this.limit = limit;
    this.sources = sources;
  }

  public static ScriptedHandler of(String scheme) {
    return new ScriptedHandler(
        scheme, VERBATIM::expand, (uri, c) -> text(uri, uri.value()), uri -> null, null);
  }

  public ScriptedHandler expanding(Expand value) {
    return new ScriptedHandler(scheme, value, resolve, limit, sources);
  }

  public ScriptedHandler resolving(Resolve value) {
    return new ScriptedHandler(scheme, expand, value, limit, sources);
  }

  public ScriptedHandler limiting(Limit value) {
    return new ScriptedHandler(scheme, expand, resolve, value, sources);
  }

  /** One that also owns {@code SCHEME+NAME}; {@code value} names the source of a URI. */
  public ScriptedHandler naming(UnaryOperator<String> value) {
    return new ScriptedHandler(scheme, expand, resolve, limit, value);
  }

  /** One resource that is this text. */
  public static List<Resource> text(ResourceUri uri, String text) {
    return List.of(
        Resource.builder(uri, ResourceContent.text(text)).mimeType("text/plain").build());
  }

  @Override
  public Set<String> schemes() {
    return Set.of(scheme);
  }

  @Override
  public boolean ownsNamed() {
    return sources != null;
  }

  @Override
  public String source(ResourceUri uri) {
    return sources == null ? ResourceHandler.super.source(uri) : sources.apply(uri.value());
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    expand.expand(references, context, sink);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    return resolve.resolve(uri, context);
  }

  @Override
  public @Nullable Duration timeLimit(ResourceUri uri, HandlerContext context) {
    return limit.timeLimit(uri);
  }

  /** The expansion that the SPI gives to every handler. */
  private static final ResourceHandler VERBATIM =
      new ResourceHandler() {
        @Override
        public Set<String> schemes() {
          return Set.of();
        }

        @Override
        public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
          return List.of();
        }
      };
}
