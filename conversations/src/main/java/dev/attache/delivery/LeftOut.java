package dev.attache.delivery;

import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resources that are left out of a request, and those that are in full because of that. Not
 * thread-safe.
 */
final class LeftOut {

  private final List<RequestItem> items;
  private final Map<DeliveryPlace, String> labels;
  private final Map<DeliveryPlace, Integer> indexes = new HashMap<>();
  private final Map<ResourceUri, List<Integer>> versions = new HashMap<>();
  private final Map<DeliveryPlace, Shown> decided = new HashMap<>();
  private int indexed;

  /**
   * @param items the items so far, which are changed here
   * @param labels the names by which the model knows them, so far
   */
  LeftOut(List<RequestItem> items, Map<DeliveryPlace, String> labels) {
    this.items = items;
    this.labels = labels;
  }

  /** What was decided last for each place that anything was decided for. */
  Map<DeliveryPlace, Shown> decided() {
    return decided;
  }

  /** Leaves out a snapshot; what its line says stays as it is when more is delivered. */
  void leaveOut(DeliveryPlace place) {
    index();
    Integer at = indexes.get(place);
    ResourceKey key = at == null ? null : items.get(at).resource();
    if (at == null || key == null) {
      return; // a history that somebody has edited
    }
    RequestItem item = items.get(at);
    items.set(
        at, new RequestItem(place, item.source(), item.key(), item.tokens(), instead(item), true));
    decided.put(place, Shown.leftOut(line(place, key, newerTurn(at, key.uri()))));
  }

  /**
   * Delivers in full what was a reference.
   *
   * @param tokens how many tokens that takes; null if there is no such place
   */
  void restore(DeliveryPlace place, @Nullable Long tokens) {
    index();
    Integer at = indexes.get(place);
    if (at == null || tokens == null) {
      return; // a history that somebody has edited
    }
    RequestItem item = items.get(at);
    items.set(at, new RequestItem(place, item.source(), item.key(), tokens, instead(item), false));
    decided.put(place, Shown.IN_FULL);
  }

  /** What was only described is nothing that may be referred to, whatever is decided later. */
  private static Delivery instead(RequestItem item) {
    return item.delivery() instanceof Delivery.Described ? Delivery.DESCRIBED : Delivery.FULL;
  }

  private void index() {
    for (; indexed < items.size(); indexed++) {
      RequestItem item = items.get(indexed);
      ResourceKey key = item.resource();
      if (item.place() != null) {
        indexes.put(item.snapshotPlace(), indexed);
      }
      if (key != null) {
        versions.computeIfAbsent(key.uri(), uri -> new ArrayList<>(2)).add(indexed);
      }
    }
  }

  private String line(DeliveryPlace place, ResourceKey key, @Nullable Integer newer) {
    return "The content of "
        + Sanitizer.sanitizeLine(labels.getOrDefault(place, key.uri().redacted()))
        + " (sha256:"
        + key.digest().shortForm()
        + ") at turn "
        + place.turn()
        + " is left out"
        + (newer == null ? "." : "; a newer version was delivered at turn " + newer + ".");
  }

  /** Where the newest other version was delivered so far; null if none was since. */
  private @Nullable Integer newerTurn(int at, ResourceUri uri) {
    List<Integer> all = versions.getOrDefault(uri, List.of());
    for (int i = all.size() - 1; i >= 0 && all.get(i) > at; i--) {
      RequestItem later = items.get(all.get(i));
      if (later.isOtherVersionOf(items.get(at))
          && SourceNames.areOfOneThing(later.source(), items.get(at).source())) {
        return later.snapshotPlace().turn();
      }
    }
    return null;
  }
}
