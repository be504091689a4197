package dev.attache.jars;

import dev.attache.core.routing.HandlerProblem;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler of a trusted jar whose code is loaded when something is first asked of it: until then
 * it knows the schemes of its manifest, and not a byte of the jar is read.
 *
 * <p>What is loaded is the copy of the jar, whose bytes are read and compared with the digest that
 * is trusted at that moment. A jar that cannot be used fails each reference, with the reason.
 */
final class DeferredHandler implements ResourceHandler {

  private final HandlerJar jar;
  private final Path copies;
  private @Nullable ResourceHandler loaded;
  private @Nullable HandlerProblem problem;
  private boolean isRefused;

  private DeferredHandler(HandlerJar jar, Path copies) {
    this.jar = jar;
    this.copies = copies;
  }

  /** Whether what its manifest says is enough to go by until the jar is loaded. */
  static boolean suits(HandlerJar jar) {
    return jar.providers().size() == 1 && !jar.manifest().schemes().isEmpty();
  }

  /** Returns the one handler of a jar that {@linkplain #suits suits}. */
  static RegisteredHandler of(HandlerJar jar, Path copies) {
    String version = jar.manifest().version();
    return new RegisteredHandler(
        new DeferredHandler(jar, copies),
        jar.manifest().schemes(),
        jar.providers().get(0),
        version == null ? "" : version,
        jar.origin());
  }

  @Override
  public Set<String> schemes() {
    return Set.copyOf(jar.manifest().schemes());
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return require(uri.value()).canonicalize(uri, context);
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    ResourceHandler handler = loaded();
    if (handler != null) {
      handler.expand(references, context, sink);
      return;
    }
    for (Reference reference : references) {
      sink.fail(reference, failure(reference.target()));
    }
  }

  @Override
  public Candidate candidate(ResourceUri uri, HandlerContext context) throws ResourceException {
    return require(uri.value()).candidate(uri, context);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    return require(uri.value()).resolve(uri, context);
  }

  @Override
  public int parallelism(HandlerContext context) {
    ResourceHandler handler = loaded();
    return handler == null ? 0 : handler.parallelism(context);
  }

  @Override
  public @Nullable Duration timeLimit(ResourceUri uri, HandlerContext context) {
    ResourceHandler handler = loaded();
    return handler == null ? null : handler.timeLimit(uri, context);
  }

  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    ResourceHandler handler = loaded();
    return handler == null ? Freshness.UNKNOWN : handler.freshness(uri, known, readAt, context);
  }

  @Override
  public boolean ownsNamed() {
    ResourceHandler handler = loaded();
    return handler != null && handler.ownsNamed();
  }

  @Override
  public String source(ResourceUri uri) {
    ResourceHandler handler = loaded();
    return handler == null ? uri.scheme() : handler.source(uri);
  }

  @Override
  public Locality locality(ResourceUri uri) {
    ResourceHandler handler = loaded();
    return handler == null ? Locality.UNKNOWN : handler.locality(uri);
  }

  private ResourceHandler require(String uri) throws ResourceException {
    ResourceHandler handler = loaded();
    if (handler == null) {
      throw failure(uri);
    }
    return handler;
  }

  private synchronized ResourceException failure(String uri) {
    return ResourceException.of(
        Kind.FAILED, uri, problem == null ? JarReading.TRY_AGAIN : problem + "; " + problem.fix());
  }

  /** The handler of the jar; null if it cannot be used. */
  private synchronized @Nullable ResourceHandler loaded() {
    if (loaded == null && !isRefused) {
      load();
      isRefused = loaded == null && !Thread.currentThread().isInterrupted();
    }
    return loaded;
  }

  private void load() {
    try {
      HandlerRegistry registry = HandlerJar.load(List.of(jar.keptIn(copies)), HandlerRegistry.of());
      if (registry.handlers().isEmpty()) {
        problem = registry.problems().get(0);
      } else {
        loaded = registry.handlers().get(0).handler();
      }
    } catch (HandlerJarException e) {
      problem = e.problem();
    }
  }
}
