package dev.attache.conversation;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A handler of {@code mem:NAME} whose sources a test changes; {@code MEM:NAME} is the same. {@code
 * mem:program} is read for the user only.
 */
public final class FakeSources implements ResourceHandler {

  /** What stands at a URI. */
  @FunctionalInterface
  public interface Source {
    List<Resource> read(ResourceUri uri, HandlerContext context) throws ResourceException;
  }

  private final Map<String, Source> sources = new ConcurrentHashMap<>();
  private final Map<String, Freshness> freshness = new ConcurrentHashMap<>();
  private final List<String> readings = new ArrayList<>();

  /** Puts a text there. */
  public FakeSources put(String uri, String text) {
    return put(uri, (asked, context) -> List.of(text(asked.value(), text)));
  }

  public FakeSources put(String uri, Source source) {
    sources.put(uri, source);
    return this;
  }

  public FakeSources fail(String uri, Kind kind, String message) {
    return put(
        uri,
        (asked, context) -> {
          throw ResourceException.of(kind, asked.value(), message);
        });
  }

  /** Says what is known of it without reading; it is uncertain otherwise. */
  public FakeSources know(String uri, Freshness value) {
    freshness.put(uri, value);
    return this;
  }

  public static Resource text(String uri, String text) {
    return Resource.builder(ResourceUri.of(uri), ResourceContent.text(text))
        .mimeType("text/plain")
        .name(uri)
        .build();
  }

  /** What was read so far, in order. */
  public synchronized List<String> readings() {
    return List.copyOf(readings);
  }

  @Override
  public Set<String> schemes() {
    return Set.of("mem");
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
    return ResourceUri.of("mem:" + uri.value().substring("mem:".length()));
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    synchronized (this) {
      readings.add(uri + " for " + context.requester().name().toLowerCase(Locale.ROOT));
    }
    if (uri.value().startsWith("mem:program") && context.requester() != Requester.USER) {
      throw ResourceException.of(
          Kind.DENIED, uri.value(), "is a program, and nobody trusts it: attache trust add");
    }
    Source source = sources.get(uri.value());
    if (source == null) {
      throw ResourceException.of(Kind.NOT_FOUND, uri.value(), "there is nothing of that name");
    }
    return source.read(uri, context);
  }

  @Override
  public Freshness freshness(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    return freshness.getOrDefault(uri.value(), Freshness.UNCERTAIN);
  }
}
