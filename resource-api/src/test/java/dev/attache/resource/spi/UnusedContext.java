package dev.attache.resource.spi;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A context for calls that must not look at it. */
final class UnusedContext implements HandlerContext {

  @Override
  public Path workspace() {
    throw unexpected();
  }

  @Override
  public List<Path> roots() {
    throw unexpected();
  }

  @Override
  public long maxBytes() {
    throw unexpected();
  }

  @Override
  public Duration timeout() {
    throw unexpected();
  }

  @Override
  public Section configuration() {
    throw unexpected();
  }

  @Override
  public boolean isOffline() {
    throw unexpected();
  }

  @Override
  public List<Resource> resolve(ResourceUri uri) {
    throw unexpected();
  }

  @Override
  public SeekableByteChannel open(Path path) {
    throw unexpected();
  }

  @Override
  public Requester requester() {
    throw unexpected();
  }

  @Override
  public <T> Optional<T> service(Class<T> type) {
    throw unexpected();
  }

  @Override
  public <T> T perRun(Class<T> type, Supplier<? extends T> create) {
    throw unexpected();
  }

  @Override
  public Resource.Builder read(ResourceUri uri, InputStream in, ContentHints hints) {
    throw unexpected();
  }

  @Override
  public Resource.Builder read(ResourceUri uri, Text text, ContentHints hints) {
    throw unexpected();
  }

  @Override
  public void fail(ResourceException problem) {
    throw unexpected();
  }

  @Override
  public void note(ResourceUri uri, String text) {
    throw unexpected();
  }

  private static AssertionError unexpected() {
    return new AssertionError("the context was used");
  }
}
