package dev.attache.core.store;

import dev.attache.core.history.StoreException;
import dev.attache.core.history.StoreException.Kind;
import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.Path;

/** The words for what goes wrong with contents. */
final class BlobFailures {

  private BlobFailures() {}

  /** Returns the failure of a write. */
  static StoreException writing(Path root, IOException e) {
    return StoreFailure.of("contents cannot be written to " + root, e);
  }

  /** Returns the failure of a read. */
  static StoreException reading(Path root, IOException e) {
    return StoreFailure.of("contents cannot be read from " + root, e);
  }

  /** Returns that a file does not hold what it should. */
  static StoreException damaged(ContentDigest digest, Path file, BlobDamage damage) {
    return StoreException.of(
        Kind.CORRUPT,
        "content " + digest + " is not what was written: " + damage.message() + " (" + file + ")",
        damage);
  }

  static StoreException missing(ContentDigest digest, Path root) {
    return StoreException.of(
        Kind.CORRUPT, "content " + digest + " is not in the store (" + root + ")");
  }
}
