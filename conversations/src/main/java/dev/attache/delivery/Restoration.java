package dev.attache.delivery;

import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.resource.ResourceKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a request that are due because the targets of references, or what diffs are
 * against, are not in it in full: they were left out, come before its first turn, hold something
 * else since somebody edited the history, or are nothing that its model can be given. Immutable.
 *
 * @param restored the references and diffs whose contents are delivered in full after all, in
 *     order: the first of each identity, unless the content is in the request before it anyway
 * @param redirected the references, and the diffs, that refer to another full delivery from then on
 */
public record Restoration(
    List<DeliveryPlace> restored, Map<DeliveryPlace, Delivery.Reference> redirected) {

  /**
   * Takes copies, in their order.
   *
   * @param restored the references and diffs whose contents are delivered in full after all, in
   *     order
   * @param redirected the references and diffs that refer to another full delivery from then on
   */
  public Restoration {
    restored = List.copyOf(restored);
    redirected = Collections.unmodifiableMap(new LinkedHashMap<>(redirected));
  }

  /**
   * Returns what has to change so that every reference refers to a content that comes before it,
   * and every diff is against one.
   *
   * @param items all that the request has, in order
   * @param undeliverable the places whose contents the model cannot be given
   */
  static Restoration of(List<RequestItem> items, Set<DeliveryPlace> undeliverable) {
    return of(items, undeliverable, Set.of());
  }

  /**
   * Returns the same of a request that has only some of its messages.
   *
   * @param hidden the places in messages that it does not have; no line names one of them either
   */
  static Restoration of(
      List<RequestItem> items, Set<DeliveryPlace> undeliverable, Set<DeliveryPlace> hidden) {
    var restored = new ArrayList<DeliveryPlace>();
    var redirected = new LinkedHashMap<DeliveryPlace, Delivery.Reference>();
    var full = new HashMap<DeliveryPlace, DeliveredKey>();
    var deltas = new HashMap<DeliveryPlace, DeliveredKey>();
    var nearest = new HashMap<DeliveredKey, Integer>();
    var described = new HashMap<DeliveredKey, Integer>(); // only described when recorded
    var indexes = new HashMap<DeliveryPlace, Integer>();
    for (int i = 0; i < items.size(); i++) {
      RequestItem item = items.get(i);
      DeliveryPlace place = item.place();
      DeliveredKey key = item.key();
      if (place == null || key == null || item.isDropped()) {
        continue;
      }
      indexes.put(place, i);
      boolean isFull = item.isFull();
      if (leadsNowhere(item.delivery(), key, full, deltas)) {
        Integer target = nearest.get(key);
        if (target == null) {
          restored.add(place);
          isFull = true;
        } else {
          redirected.put(
              place,
              new Delivery.Reference(place(items, target), between(items, target, i, hidden)));
        }
      } else if (item.delivery() instanceof Delivery.Reference reference
          && reference.between() != null
          && hidden.contains(reference.between())) {
        int target = indexes.getOrDefault(reference.target(), i);
        redirected.put(
            place,
            new Delivery.Reference(
                reference.target(), between(items, target, i, hidden), reference.base()));
      } else if (item.isDelta()) {
        deltas.put(place, key);
      } else if (isFull && described.containsKey(key)) { // and can be given there now
        int target = described.getOrDefault(key, i);
        redirected.put(
            place, new Delivery.Reference(place(items, target), between(items, target, i, hidden)));
        full.put(place(items, target), key);
        nearest.put(key, target);
        isFull = false;
      } else if (item.delivery() instanceof Delivery.Described && !undeliverable.contains(place)) {
        described.putIfAbsent(key, i);
      }
      if (isFull && !undeliverable.contains(place)) {
        full.put(place, key);
        nearest.put(key, i);
      }
    }
    return new Restoration(restored, redirected);
  }

  /** Whether a reference or a diff is of no use, by what comes before it in full and as a diff. */
  private static boolean leadsNowhere(
      Delivery delivery,
      DeliveredKey key,
      Map<DeliveryPlace, DeliveredKey> full,
      Map<DeliveryPlace, DeliveredKey> deltas) {
    if (delivery instanceof Delivery.Reference reference) {
      return !key.equals((reference.base() == null ? full : deltas).get(reference.target()));
    } else if (delivery instanceof Delivery.Delta delta) {
      ResourceKey from = new ResourceKey(key.resource().uri(), delta.from());
      return !new DeliveredKey(from, null).equals(full.get(delta.base()));
    }
    return false;
  }

  private static DeliveryPlace place(List<RequestItem> items, int index) {
    return items.get(index).snapshotPlace();
  }

  /** Where, between two items, another version of the same resource was last delivered. */
  private static @Nullable DeliveryPlace between(
      List<RequestItem> items, int target, int from, Set<DeliveryPlace> hidden) {
    DeliveryPlace between = null;
    for (RequestItem item : items.subList(target + 1, from)) {
      if (item.isOtherVersionOf(items.get(from))
          && SourceNames.areOfOneThing(item.source(), items.get(from).source())
          && !hidden.contains(item.place())) {
        between = item.place();
      }
    }
    return between;
  }
}
