package dev.attache.delivery;

import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes of a request that are due because the targets of references are not in it in full:
 * they were left out, come before its first turn, hold something else since somebody edited the
 * history, or are nothing that its model can be given. Immutable.
 *
 * @param restored the references whose contents are delivered in full after all, in order: the
 *     first of each identity, unless the content is in the request before it anyway
 * @param redirected the references that refer to another full delivery from then on
 */
public record Restoration(
    List<DeliveryPlace> restored, Map<DeliveryPlace, Delivery.Reference> redirected) {

  public Restoration {
    restored = List.copyOf(restored);
    redirected = Collections.unmodifiableMap(new LinkedHashMap<>(redirected));
  }

  /**
   * Returns what has to change so that every reference refers to a content that comes before it.
   *
   * @param items all that the request has, in order
   * @param undeliverable the places whose contents the model cannot be given
   */
  static Restoration of(List<RequestItem> items, Set<DeliveryPlace> undeliverable) {
    var restored = new ArrayList<DeliveryPlace>();
    var redirected = new LinkedHashMap<DeliveryPlace, Delivery.Reference>();
    var full = new HashMap<DeliveryPlace, DeliveredKey>();
    var nearest = new HashMap<DeliveredKey, Integer>();
    for (int i = 0; i < items.size(); i++) {
      RequestItem item = items.get(i);
      DeliveryPlace place = item.place();
      DeliveredKey key = item.key();
      if (place == null || key == null || item.isDropped()) {
        continue;
      }
      boolean isFull = item.isFull();
      if (item.delivery() instanceof Delivery.Reference reference
          && !key.equals(full.get(reference.target()))) {
        Integer target = nearest.get(key);
        if (target == null) {
          restored.add(place);
          isFull = true;
        } else {
          redirected.put(place, redirected(items, target, i));
        }
      }
      if (isFull && !undeliverable.contains(place)) {
        full.put(place, key);
        nearest.put(key, i);
      }
    }
    return new Restoration(restored, redirected);
  }

  private static Delivery.Reference redirected(List<RequestItem> items, int target, int from) {
    DeliveryPlace between = null;
    for (RequestItem item : items.subList(target + 1, from)) {
      if (item.isOtherVersionOf(items.get(from))
          && SourceNames.areOfOneThing(item.source(), items.get(from).source())) {
        between = item.place();
      }
    }
    return new Delivery.Reference(items.get(target).snapshotPlace(), between);
  }
}
