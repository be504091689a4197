package dev.attache.server.watch;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A source of which nobody can tell whether it has changed; each reading of most gives something
 * else.
 */
final class CountedSource implements ResourceHandler {

  static final AtomicInteger READINGS = new AtomicInteger();

  @Override
  public Set<String> schemes() {
    return Set.of("counted");
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
    int reading = READINGS.incrementAndGet();
    String text = uri.value().equals("counted:same") ? "the same" : "reading " + reading;
    return List.of(Resource.builder(uri, ResourceContent.text(text)).build());
  }
}
