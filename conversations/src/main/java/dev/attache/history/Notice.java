package dev.attache.history;

import dev.attache.resource.ContentDigest;
import org.jspecify.annotations.Nullable;

/**
 * A line of a turn's request that is not the user's: what could not be attached, or what has
 * changed since it was attached. Immutable.
 *
 * @param text the line, for the model and the user; empty where another notice of the same request
 *     speaks for it
 * @param about the attached resource that it is about; null if it is about none
 * @param now the digest that was found there; null if nothing was, or it is about none
 */
public record Notice(String text, @Nullable AttachmentKey about, @Nullable ContentDigest now) {

  /**
   * {@return a notice that is about no attached resource}
   *
   * @param text the line, for the model and the user
   */
  public static Notice of(String text) {
    return new Notice(text, null, null);
  }
}
