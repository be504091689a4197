package dev.attache.core;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.util.List;
import java.util.Set;

/**
 * A handler of one scheme that does what a test says; without that, each reference is a URI, and
 * its content is the URI itself.
 */
public final class ScriptedHandler implements ResourceHandler {

  private final String scheme;
  private final Expand expand;
  private final Resolve resolve;

  interface Expand {
    void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
        throws ResourceException;
  }

  interface Resolve {
    List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException;
  }

  private ScriptedHandler(String scheme, Expand expand, Resolve resolve) {
    this.scheme = scheme;
    this.expand = expand;
    this.resolve = resolve;
  }

  public static ScriptedHandler of(String scheme) {
    return new ScriptedHandler(scheme, VERBATIM::expand, (uri, c) -> text(uri, uri.value()));
  }

  ScriptedHandler expanding(Expand value) {
    return new ScriptedHandler(scheme, value, resolve);
  }

  ScriptedHandler resolving(Resolve value) {
    return new ScriptedHandler(scheme, expand, value);
  }

  /** One resource that is this text. */
  static List<Resource> text(ResourceUri uri, String text) {
    return List.of(
        Resource.builder(uri, ResourceContent.text(text)).mimeType("text/plain").build());
  }

  @Override
  public Set<String> schemes() {
    return Set.of(scheme);
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
