package dev.attache.store.log;

/** A meter of how much of a log's files was read. Implementations are thread-safe. */
@FunctionalInterface
public interface LogMeter {

  /** The meter that nobody looks at. */
  LogMeter NONE = bytes -> {};

  /** Some bytes were read. */
  void read(long bytes);
}
