package dev.attache.delivery;

import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The choice of what a conversation can best do without: what tools answered long ago, which they
 * can answer again, and snapshots that newer ones have superseded. The newest snapshot of what
 * somebody has attached stays, also one that a model has asked for.
 *
 * <p>A content to which something later refers that stays is not left out: it would only move
 * there.
 */
final class Compaction {

  /** Leaves out whatever is superseded, as nothing is dearer than a full window. */
  private static final SupersededPolicy ALL =
      SupersededPolicy.of(
          Mode.DROP, new CachePrices(true, 0, 1, 1, SupersededSettings.STUB_TOKENS));

  private Compaction() {}

  /**
   * Returns the places, in order.
   *
   * @param items all that the request has, in order
   * @param turn the first turn that is kept as it is
   */
  static List<DeliveryPlace> places(List<RequestItem> items, int turn) {
    Set<DeliveryPlace> old = new HashSet<>();
    for (RequestItem item : items) {
      if (isOldAnswer(item, turn)) {
        old.add(item.snapshotPlace());
      }
    }
    Set<DeliveryPlace> needed = new HashSet<>();
    for (RequestItem item : items) {
      if (item.delivery() instanceof Delivery.Reference reference && !old.contains(item.place())) {
        needed.add(reference.target());
      }
    }
    Set<DeliveryPlace> superseded = new HashSet<>(ALL.drop(items));
    var places = new ArrayList<DeliveryPlace>();
    for (RequestItem item : items) {
      DeliveryPlace place = item.place();
      if (place == null || place.turn() >= turn) {
        continue;
      }
      boolean isLeftOut =
          item.delivery() instanceof Delivery.Reference reference
              ? old.contains(place) && isLeftOut(reference.target(), old, needed)
              : isLeftOut(place, old, needed) || superseded.contains(place);
      if (isLeftOut) {
        places.add(place);
      }
    }
    return List.copyOf(places);
  }

  private static boolean isLeftOut(
      DeliveryPlace place, Set<DeliveryPlace> old, Set<DeliveryPlace> needed) {
    return old.contains(place) && !needed.contains(place);
  }

  /** Whether a tool answered it in an old turn, and it takes more than the line in its place. */
  private static boolean isOldAnswer(RequestItem item, int turn) {
    DeliveryPlace place = item.place();
    boolean isCounted = item.tokens() > 0; // of media nobody knows what they take
    return place != null
        && place.call() != null
        && place.turn() < turn
        && !item.isDropped()
        && !SourceNames.isOfContentAskedFor(item.source())
        && (item.tokens() > SupersededSettings.STUB_TOKENS
            || !isCounted
            || item.delivery() instanceof Delivery.Reference);
  }
}
