package dev.attache.store.memory;

import dev.attache.history.BlobBatch;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.store.files.StoreFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Contents on their way into memory. What it returns can be read for as long as somebody has it,
 * also when the store has let go of it. Thread-safe.
 */
final class MemoryBatch implements BlobBatch {

  private final MemoryBlobs blobs;
  private final Map<ContentDigest, byte[]> added = new HashMap<>();
  private long size;

  MemoryBatch(MemoryBlobs blobs) {
    this.blobs = blobs;
  }

  boolean isOf(MemoryBlobs store) {
    return blobs == store;
  }

  /** The bytes of a content that was added here, or is in the store; null if it is neither. */
  synchronized byte @Nullable [] bytes(ContentDigest digest) {
    byte[] bytes = added.get(digest);
    return bytes == null ? blobs.bytes(digest) : bytes;
  }

  @Override
  public synchronized Stored add(ResourceContent content) throws StoreException {
    ContentDigest digest = content.digest();
    byte[] bytes = bytes(digest);
    if (bytes == null) {
      if (content.size() > blobs.maxBytes() - size) {
        throw blobs.tooMuch(size + content.size());
      }
      bytes = read(content);
      size += bytes.length;
    }
    added.put(digest, bytes); // held from now on, whatever the store lets go of
    byte[] held = bytes;
    Stored.Source source = () -> new ByteArrayInputStream(held);
    return content.isText()
        ? Stored.text(held.length, digest, source)
        : Stored.blob(held.length, digest, source);
  }

  private static byte[] read(ResourceContent content) throws StoreException {
    try (InputStream in = content.open()) {
      return in.readAllBytes();
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw StoreFailure.of("content " + content.digest() + " cannot be read", e);
    }
  }

  @Override
  public synchronized void close() {
    added.clear();
  }
}
