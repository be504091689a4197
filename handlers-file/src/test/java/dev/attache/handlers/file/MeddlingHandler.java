package dev.attache.handlers.file;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handler around another one that does something just after each time that a content has been
 * read, where a file may really change.
 */
record MeddlingHandler(ResourceHandler inner, AtomicInteger reads, Meddling meddling)
    implements ResourceHandler {

  /** What is done after the n-th reading, from 1. */
  @FunctionalInterface
  interface Meddling {
    void afterReading(int n) throws IOException;
  }

  static MeddlingHandler around(ResourceHandler inner, Meddling meddling) {
    return new MeddlingHandler(inner, new AtomicInteger(), meddling);
  }

  @Override
  public Set<String> schemes() {
    return inner.schemes();
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return inner.canonicalize(uri, context);
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    inner.expand(references, context, sink);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    return inner.resolve(uri, meddled(context));
  }

  private HandlerContext meddled(HandlerContext context) {
    return (HandlerContext)
        Proxy.newProxyInstance(
            HandlerContext.class.getClassLoader(),
            new Class<?>[] {HandlerContext.class},
            (proxy, method, arguments) -> {
              try {
                Object result = method.invoke(context, arguments);
                if (method.getName().equals("read")) {
                  meddle();
                }
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void meddle() {
    try {
      meddling.afterReading(reads.incrementAndGet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
