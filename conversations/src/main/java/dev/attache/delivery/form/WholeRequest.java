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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request that a history comes to: what was left out later stands there as a line, and no
 * reference is to what is not there in full before it. Immutable.
 *
 * @param events how many events it is made of; what was appended since is not part of it
 * @param decided how resources stand there other than it was recorded
 * @param text the form of texts, whatever was recorded; null for what was
 * @param redirected the references that refer to something else than was recorded
 * @param names the names that calls have there
 */
record WholeRequest(
    int events,
    Map<DeliveryPlace, Shown> decided,
    Map<DeliveryPlace, Delivery.Reference> redirected,
    @Nullable TextForm text,
    CallNames names)
    implements RequestView {

  /** The names that calls have in a request, which may have to be others than in the history. */
  @FunctionalInterface
  interface CallNames {

    /** Returns the name of a call of a turn. */
    String name(int turn, String call);
  }

  /** Reads the events from the first to the last. */
  static WholeRequest read(EventStream oldestFirst, Channel channel) throws StoreException {
    return read(oldestFirst, channel, Set.of());
  }

  /**
   * Reads the events of a request that does not have all that was delivered.
   *
   * @param hidden the places that it does not have, and that no line of it names
   */
  static WholeRequest read(EventStream oldestFirst, Channel channel, Set<DeliveryPlace> hidden)
      throws StoreException {
    RequestItems items = RequestItems.read(oldestFirst, channel);
    items.hide(hidden);
    Restoration restoration = items.restoration();
    var decided = new HashMap<>(items.decided());
    restoration.restored().forEach(place -> decided.put(place, Shown.IN_FULL));
    return new WholeRequest(
        items.events(), decided, restoration.redirected(), null, (turn, call) -> call);
  }

  /** Returns the same request with all texts in one form. */
  WholeRequest in(TextForm value) {
    return new WholeRequest(events, decided, redirected, value, names);
  }

  /** Returns the same request, in which calls have other names. */
  WholeRequest naming(CallNames value) {
    return new WholeRequest(events, decided, redirected, text, value);
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
    Delivery delivery = reference == null ? each.delivery() : reference;
    return shown(each, text != null && text.isNumbered() ? withoutDiffs(delivery) : delivery);
  }

  private Shown shown(DeliveredResource each, Delivery delivery) {
    Shown shown = Shown.of(each, delivery);
    Delivery named = named(delivery);
    return named == delivery
        ? shown
        : new Shown(shown.as(), Shown.of(each, named).line(), shown.diff(), shown.target());
  }

  /** Returns a delivery whose line has the names that calls have here. */
  private Delivery named(Delivery delivery) {
    if (delivery instanceof Delivery.Reference reference) {
      DeliveryPlace base = reference.base();
      return new Delivery.Reference(
          named(reference.target()), reference.between(), base == null ? null : named(base));
    } else if (delivery instanceof Delivery.Delta delta) {
      return new Delivery.Delta(named(delta.base()), delta.from(), delta.diff());
    }
    return delivery;
  }

  private DeliveryPlace named(DeliveryPlace place) {
    String call = place.call();
    return call == null
        ? place
        : DeliveryPlace.ofResult(place.turn(), names.name(place.turn(), call), place.index());
  }

  /** Lines with numbers are nothing that a diff of the text is against. */
  private static Delivery withoutDiffs(Delivery delivery) {
    if (delivery instanceof Delivery.Reference reference) {
      return new Delivery.Reference(reference.target(), reference.between());
    }
    return delivery instanceof Delivery.Delta ? Delivery.FULL : delivery;
  }
}
