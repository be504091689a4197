package dev.attache.server;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A handler of {@code mem:NAME}, whose sources a test changes, and can hold up. */
public final class MemorySources implements ResourceHandler {

  private final Map<String, List<Resource>> sources = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
  final Map<String, CountDownLatch> asked = new ConcurrentHashMap<>();

  /** Open as soon as somebody who was held up was interrupted. */
  public final CountDownLatch interrupted = new CountDownLatch(1);

  /** Puts a text there. */
  public MemorySources put(String uri, String text) {
    return put(uri, resource(uri, ResourceContent.text(text)));
  }

  public MemorySources put(String uri, Resource... resources) {
    sources.put(uri, List.of(resources));
    return this;
  }

  public static Resource resource(String uri, ResourceContent content) {
    return Resource.builder(ResourceUri.of(uri), content).build();
  }

  /** Lets nobody read it until that is let go; returns what opens when somebody wants to. */
  public CountDownLatch hold(String uri) {
    var latch = new CountDownLatch(1);
    asked.put(uri, latch);
    held.put(uri, new CountDownLatch(1));
    return latch;
  }

  public void letGo(String uri) {
    CountDownLatch latch = held.remove(uri);
    if (latch != null) {
      latch.countDown();
    }
  }

  @Override
  public Set<String> schemes() {
    return Set.of("mem");
  }

  @Override
  public int parallelism(HandlerContext context) {
    return 64;
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    CountDownLatch latch = held.get(uri.value());
    if (latch != null) {
      CountDownLatch wanted = asked.get(uri.value());
      if (wanted != null) {
        wanted.countDown();
      }
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted.countDown();
        Thread.currentThread().interrupt();
        throw ResourceException.of(Kind.FAILED, uri.value(), "was interrupted");
      }
    }
    List<Resource> found = sources.get(uri.value());
    if (found == null) {
      throw ResourceException.of(Kind.NOT_FOUND, uri.value(), "there is nothing of that name");
    }
    return found;
  }
}
