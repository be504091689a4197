package dev.attache.history;

import dev.attache.resource.ContentDigest;
import org.jspecify.annotations.Nullable;

/**
 * The state of an attached resource: its last snapshot, and of what was found at its source since.
 * Immutable.
 *
 * @param place where that snapshot was attached
 * @param attachment that snapshot
 * @param noticed the notice that the model was last given of a change since then; null if none was
 */
public record AttachmentState(
    DeliveryPlace place, Attachment attachment, @Nullable Notice noticed) {

  /** {@return the digest that the model was last told of, or given} */
  public ContentDigest known() {
    ContentDigest now = noticed == null ? null : noticed.now();
    return now == null ? attachment.snapshot().resource().content().digest() : now;
  }
}
