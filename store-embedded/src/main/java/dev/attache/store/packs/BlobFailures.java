package dev.attache.store.packs;

import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.ContentDigest;
import dev.attache.store.files.BlobDamage;
import dev.attache.store.files.StoreFailure;
import java.io.IOException;
import java.nio.file.Path;

/** The words for what goes wrong with contents. */
public final class BlobFailures {

  private BlobFailures() {}

  /** Returns the failure of a write. */
  public static StoreException writing(Path root, IOException e) {
    return StoreFailure.of("contents cannot be written to " + root, e);
  }

  /** Returns the failure of a read. */
  public static StoreException reading(Path root, IOException e) {
    return StoreFailure.of("contents cannot be read from " + root, e);
  }

  /** Returns that a file does not hold what it should. */
  public static StoreException damaged(ContentDigest digest, Path file, BlobDamage damage) {
    return StoreException.of(
        Kind.CORRUPT,
        "content " + digest + " is damaged: " + damage.message() + " (" + file + ")",
        damage);
  }

  public static StoreException missing(ContentDigest digest, Path root) {
    return StoreException.of(
        Kind.CORRUPT, "content " + digest + " is not in the store (" + root + ")");
  }
}
