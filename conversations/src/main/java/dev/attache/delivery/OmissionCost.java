package dev.attache.delivery;

import dev.attache.core.outcome.SaturatedMath;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveryPlace;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cost of leaving contents out of the requests, in tokens by the estimate. Immutable.
 *
 * @param before what a request takes with them
 * @param after what it takes without
 * @param rewritten what comes from the first of them on, which the provider has to read anew once,
 *     whatever it has cached
 */
public record OmissionCost(long before, long after, long rewritten) {

  static OmissionCost of(
      List<RequestItem> items, Elision elision, Map<DeliveryPlace, Long> contentTokens) {
    Set<DeliveryPlace> dropped = new HashSet<>(elision.dropped());
    Set<DeliveryPlace> restored = new HashSet<>(elision.restored());
    long before = 0;
    long after = 0;
    long rewritten = 0;
    boolean isChanged = false;
    for (RequestItem item : items) {
      long was = item.isDropped() ? SupersededSettings.STUB_TOKENS : item.tokens();
      DeliveryPlace place = item.place();
      long is =
          dropped.contains(place)
              ? SupersededSettings.STUB_TOKENS
              : place != null && restored.contains(place)
                  ? contentTokens.getOrDefault(place, was)
                  : was;
      isChanged |= dropped.contains(place) || restored.contains(place);
      before = SaturatedMath.sum(before, was);
      after = SaturatedMath.sum(after, is);
      rewritten = isChanged ? SaturatedMath.sum(rewritten, is) : 0;
    }
    return new OmissionCost(before, after, rewritten);
  }
}
