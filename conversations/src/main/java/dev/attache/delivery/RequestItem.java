package dev.attache.delivery;

import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.ResourceKey;
import org.jspecify.annotations.Nullable;

/**
 * A part of a request, by what it takes of it: a snapshot that the model is given, or anything
 * else. Immutable.
 *
 * @param place where it was delivered; null if it cannot be left out
 * @param source who produced it: {@code file}, {@code tool:NAME}, …
 * @param key its identity, in the form that it is delivered in; null if it is no snapshot, or one
 *     that nothing may refer to
 * @param tokens how many tokens it takes: a snapshot in full those of its content, a reference
 *     those of its line, a diff those of its line and its hunks
 * @param delivery how it is delivered in this request, which may be in full again
 * @param isDropped whether it is left out already
 */
record RequestItem(
    @Nullable DeliveryPlace place,
    String source,
    @Nullable DeliveredKey key,
    long tokens,
    Delivery delivery,
    boolean isDropped) {

  /**
   * @throws IllegalArgumentException if the tokens are negative, an identity has no place, or a
   *     reference is left out
   */
  RequestItem {
    if (tokens < 0) {
      throw new IllegalArgumentException("tokens (" + tokens + ") must not be negative");
    }
    if (key != null && place == null) {
      throw new IllegalArgumentException(
          "a snapshot (" + key.resource().uri().redacted() + ") has a place");
    }
    if (isDropped && delivery instanceof Delivery.Reference) {
      throw new IllegalArgumentException("a reference (" + place + ") must not be left out");
    }
  }

  /** Returns a snapshot that is in the request, and of which there is no form for models. */
  static RequestItem snapshot(
      DeliveryPlace place, String source, ResourceKey key, long tokens, Delivery delivery) {
    return new RequestItem(place, source, new DeliveredKey(key, null), tokens, delivery, false);
  }

  /** Returns a part that is no snapshot: what the user wrote, what the model answered. */
  static RequestItem other(long tokens) {
    return new RequestItem(null, "", null, tokens, Delivery.FULL, false);
  }

  /** Returns this snapshot, left out; one that was a reference is none any more. */
  RequestItem dropped() {
    Delivery instead = delivery instanceof Delivery.Reference ? Delivery.FULL : delivery;
    return new RequestItem(place, source, key, tokens, instead, true);
  }

  /** Which resource it is, with which content; null if there is no identity. */
  @Nullable ResourceKey resource() {
    return key == null ? null : key.resource();
  }

  /** The place of what is known to be a snapshot. */
  DeliveryPlace snapshotPlace() {
    if (place == null) {
      throw new IllegalStateException("only a snapshot has a place");
    }
    return place;
  }

  /** Whether the model reads its content here. */
  boolean isFull() {
    return key != null && !isDropped && delivery instanceof Delivery.Full;
  }

  /** Whether the model reads something here that can be left out. */
  boolean canBeLeftOut() {
    return place != null && !isDropped && !(delivery instanceof Delivery.Reference);
  }

  /** Whether the model reads there how its content differs from another one. */
  boolean isDelta() {
    return key != null && !isDropped && delivery instanceof Delivery.Delta;
  }

  /** Whether it is a snapshot of the same URI with another content. */
  boolean isOtherVersionOf(RequestItem other) {
    return key != null
        && other.key != null
        && key.resource().uri().equals(other.key.resource().uri())
        && !key.resource().digest().equals(other.key.resource().digest());
  }
}
