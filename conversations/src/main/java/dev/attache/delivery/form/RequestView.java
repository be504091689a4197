package dev.attache.delivery.form;

import dev.attache.delivery.Shown;
import dev.attache.history.DeliveredResource;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.ResourceForm;
import dev.attache.resource.ResourceContent;
import org.jspecify.annotations.Nullable;

/** The view of a conversation's resources in a request. */
@FunctionalInterface
interface RequestView {

  /** As it was decided when they were delivered. */
  RequestView AS_RECORDED = (place, each) -> Shown.of(each);

  /** Returns how a resource that was delivered at a place stands there. */
  Shown shown(DeliveryPlace place, DeliveredResource each);

  /** Returns the form in which a resource stands there, if it does in full. */
  default ResourceForm form(DeliveredResource each) {
    return each.form();
  }

  /**
   * Returns the line in the place of a block of a tool that is no resource; null if the block
   * itself stands there.
   */
  default @Nullable String leftOut(DeliveryPlace place) {
    return null;
  }

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
