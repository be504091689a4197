package dev.attache.resource.spi;

/**
 * A listener that is told how much has arrived while a content is still on its way, to show it to
 * people. A handler asks for it with {@link HandlerContext#service}; an application that shows
 * progress hands one down. Thread-safe.
 */
@FunctionalInterface
public interface TransferProgress {

  /** Nobody wants to know. */
  TransferProgress NONE = bytes -> {};

  /**
   * Takes note that so many bytes more have arrived, decoded.
   *
   * @param bytes how many more since the last call; may be 0
   */
  void received(long bytes);
}
