package dev.attache.delivery.form;

import dev.attache.delivery.Channel;
import dev.attache.delivery.RequestItems;
import dev.attache.delivery.Restoration;
import dev.attache.delivery.Shown;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.ResourceForm;
import dev.attache.history.StoreException;
import dev.attache.history.TextForm;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request that a history comes to: what was left out later stands there as a line, and no
 * reference is to what is not there in full before it. Immutable.
 *
 * @param events how many events it is made of; what was appended since is not part of it
 * @param decided how resources stand there other than it was recorded
 * @param text the form of texts, whatever was recorded; null for what was
 * @param redirected the references that refer to something else than was recorded
 */
record WholeRequest(
    int events,
    Map<DeliveryPlace, Shown> decided,
    Map<DeliveryPlace, Delivery.Reference> redirected,
    @Nullable TextForm text)
    implements RequestView {

  /** Reads the events from the first to the last. */
  static WholeRequest read(EventStream oldestFirst, Channel channel) throws StoreException {
    RequestItems items = RequestItems.read(oldestFirst, channel);
    Restoration restoration = items.restoration();
    var decided = new HashMap<>(items.decided());
    restoration.restored().forEach(place -> decided.put(place, Shown.IN_FULL));
    return new WholeRequest(items.events(), decided, restoration.redirected(), null);
  }

  /** Returns the same request with all texts in one form. */
  WholeRequest in(TextForm value) {
    return new WholeRequest(events, decided, redirected, value);
  }

  @Override
  public ResourceForm form(DeliveredResource each) {
    return text == null ? each.form() : each.form().in(text);
  }

  @Override
  public @Nullable String leftOut(DeliveryPlace place) {
    Shown shown = decided.get(place);
    return shown == null ? null : shown.line();
  }

  @Override
  public Shown shown(DeliveryPlace place, DeliveredResource each) {
    Shown shown = decided.get(place);
    if (shown != null) {
      return shown;
    }
    Delivery.Reference reference = redirected.get(place);
    return reference == null ? Shown.of(each) : Shown.of(each, reference);
  }
}
