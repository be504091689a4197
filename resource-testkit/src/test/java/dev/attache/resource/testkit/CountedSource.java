package dev.attache.resource.testkit;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** Contents in memory, with a count of how often they were opened and how many are open. */
final class CountedSource {

  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  InputStream open(byte[] content) {
    return open(new ByteArrayInputStream(content));
  }

  InputStream open(InputStream content) {
    opened.incrementAndGet();
    open.incrementAndGet();
    return new FilterInputStream(content) {
      @Override
      public void close() throws IOException {
        open.decrementAndGet();
        super.close();
      }
    };
  }

  int opened() {
    return opened.get();
  }

  int open() {
    return open.get();
  }
}
