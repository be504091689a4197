package dev.attache.history;

import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;

/**
 * Contents on their way into a store, which are safe there once events that name them are appended
 * with this batch. What is closed before that is forgotten. Thread-safe.
 */
public interface BlobBatch extends AutoCloseable {

  /**
   * Adds a content, unless the store has it, and returns it as the store holds it. It can be read
   * once it is appended.
   *
   * @param content a text or bytes, also those that another store holds; it must stay readable
   *     until the append has ended
   * @return the same content, held by this store
   * @throws StoreException if it cannot be read or written
   */
  Stored add(ResourceContent content) throws StoreException;

  @Override
  void close();
}
