package dev.attache.core;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that a {@link Resolver} was built with. Immutable. */
record Settings(
    HandlerRegistry registry,
    Path workspace,
    List<Path> roots,
    int jobs,
    long maxBytes,
    long maxTotalBytes,
    Duration timeout,
    @Nullable Duration deadline,
    boolean keepContent,
    Map<String, Map<String, Object>> configuration,
    Map<Class<?>, Object> services) {

  /** The bytes of content that may wait in memory; one item more may, whatever its size. */
  long memoryBudget() {
    return Math.min(Runtime.getRuntime().maxMemory() / 8, 64L << 20);
  }
}
