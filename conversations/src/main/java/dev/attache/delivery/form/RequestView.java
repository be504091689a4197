package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import org.jspecify.annotations.Nullable;

/** The view of a conversation's resources in a request. */
@FunctionalInterface
interface RequestView {

  /** As it was decided when they were delivered. */
  RequestView AS_RECORDED =
      (place, resource, formatted, delivery) ->
          Shown.of(delivery, resource.uri(), resource.content().digest());

  /**
   * Returns how a resource that was delivered at a place stands there.
   *
   * @param formatted the form made for models; null if there is none
   */
  Shown shown(
      DeliveryPlace place,
      Resource resource,
      @Nullable ResourceContent formatted,
      Delivery delivery);

  /** The line in the place of what a tool answered and the store has lost. */
  static String lost(ResourceContent content) {
    return "[a block of "
        + content.size()
        + " bytes (sha256:"
        + content.digest().shortForm()
        + ") stood here, and has been lost or damaged since]";
  }

  /** Whether a content stands there, which whoever writes it would find out too late. */
  default boolean isReadable(ResourceContent content) {
    return true;
  }
}
