package dev.attache.delivery;

import dev.attache.core.outcome.SaturatedMath;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The decision which superseded snapshots are left out of the requests from now on. A snapshot is
 * superseded when a later one of the same source and URI, with another content, is in the request
 * in full.
 *
 * <p>To leave one out changes the request from there on, so that what comes after it has to be
 * written to the provider's cache again. With a single one that pays if {@code N·(S−ρ) > K·(A+ρ)}:
 * S are its tokens, ρ those of the stub, A those after it, N the requests still expected, and K =
 * (write−read)/read. Of several, those after the first are left out for no further price; so the
 * first is chosen where the whole pays most. When the cache is cold, there is nothing to lose.
 *
 * <p>What a reference in the request refers to is never left out, nor what a diff is against, nor
 * the last snapshot of a URI. Immutable.
 */
public final class SupersededPolicy {

  private final Mode mode;
  private final CachePrices prices;

  private SupersededPolicy(Mode mode, CachePrices prices) {
    this.mode = mode;
    this.prices = prices;
  }

  /** When superseded snapshots are left out. */
  public enum Mode {
    /** Never. */
    KEEP,
    /** When the cache is cold. */
    KEEP_UNTIL_COLD,
    /** When it pays, and when the cache is cold. */
    DROP;

    /**
     * {@return the mode that settings spell so, or nothing if there is none}
     *
     * @param name the mode in small letters
     */
    public static Optional<Mode> parse(String name) {
      for (Mode mode : values()) {
        if (mode.toString().equals(name)) {
          return Optional.of(mode);
        }
      }
      return Optional.empty();
    }

    /** The name in settings: {@code keep}, {@code keep-until-cold}, {@code drop}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Returns the policy of a mode with a cache as it is now. */
  static SupersededPolicy of(Mode mode, CachePrices prices) {
    return new SupersededPolicy(mode, prices);
  }

  /**
   * Returns the places that are left out from now on, in order; those that are left out already are
   * not among them.
   *
   * @param items all that the request has, in order
   */
  List<DeliveryPlace> drop(List<RequestItem> items) {
    if (mode == Mode.KEEP || (mode == Mode.KEEP_UNTIL_COLD && !prices.isCold())) {
      return List.of();
    }
    List<Integer> droppable = droppable(items);
    var places = new ArrayList<DeliveryPlace>();
    for (int index : droppable.subList(0, worthwhile(items, droppable))) {
      places.add(items.get(index).snapshotPlace());
    }
    Collections.reverse(places);
    return List.copyOf(places);
  }

  /** The indexes of what may be left out and takes more than the stub, the last first. */
  private List<Integer> droppable(List<RequestItem> items) {
    Set<DeliveryPlace> targets = targets(items);
    Set<ResourceUri> shared = shared(items);
    var later = new HashMap<ResourceUri, LaterVersions>();
    var droppable = new ArrayList<Integer>();
    for (int i = items.size() - 1; i >= 0; i--) {
      RequestItem item = items.get(i);
      ResourceKey key = item.resource();
      if (key != null && item.isFull()) {
        LaterVersions versions =
            later.computeIfAbsent(key.uri(), uri -> new LaterVersions(shared.contains(uri)));
        if (item.tokens() > prices.stubTokens()
            && !targets.contains(item.snapshotPlace())
            && versions.supersede(item.source(), key.digest())) {
          droppable.add(i);
        }
        versions.add(item.source(), key.digest());
      }
    }
    return droppable;
  }

  /** How many of them, from the last on, are best left out. */
  private int worthwhile(List<RequestItem> items, List<Integer> droppable) {
    if (prices.isCold()) {
      return droppable.size();
    }
    BigDecimal best = BigDecimal.ZERO;
    int worthwhile = 0;
    int seen = 0;
    long spared = 0;
    long rewritten = 0;
    for (int i = items.size() - 1; i >= 0; i--) {
      RequestItem item = items.get(i);
      if (seen < droppable.size() && i == droppable.get(seen)) {
        seen++;
        spared = SaturatedMath.sum(spared, item.tokens() - prices.stubTokens());
        rewritten = SaturatedMath.sum(rewritten, prices.stubTokens());
        BigDecimal gain = prices.gain(spared, rewritten);
        if (gain.compareTo(best) > 0) {
          best = gain;
          worthwhile = seen;
        }
      } else {
        rewritten =
            SaturatedMath.sum(rewritten, item.isDropped() ? prices.stubTokens() : item.tokens());
      }
    }
    return worthwhile;
  }

  private static Set<DeliveryPlace> targets(List<RequestItem> items) {
    var targets = new HashSet<DeliveryPlace>();
    for (RequestItem item : items) {
      if (item.delivery() instanceof Delivery.Reference reference) {
        targets.add(reference.target());
      } else if (item.isDelta() && item.delivery() instanceof Delivery.Delta delta) {
        targets.add(delta.base());
      }
    }
    return targets;
  }

  /** The URIs by which several sources may mean different things. */
  private static Set<ResourceUri> shared(List<RequestItem> items) {
    var sources = new HashMap<ResourceUri, String>();
    var shared = new HashSet<ResourceUri>();
    for (RequestItem item : items) {
      ResourceKey key = item.resource();
      if (key != null && !SourceNames.isTool(item.source())) {
        String other = sources.putIfAbsent(key.uri(), item.source());
        if (other != null && !other.equals(item.source())) {
          shared.add(key.uri());
        }
      }
    }
    return shared;
  }
}
