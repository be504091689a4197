package dev.attache.delivery;

import dev.attache.delivery.SupersededPolicy.Mode;
import java.time.Duration;
import java.time.Instant;

/**
 * The treatment of superseded snapshots, and what is known of the provider's cache. Immutable.
 *
 * @param mode when they are left out
 * @param ttl for how long after a request the cache holds it
 * @param requests how many more requests are expected, the next one among them
 * @param write the price of a token that is written to the cache, of one that is not cached 1
 * @param read the price of a token that is read from it
 */
public record SupersededSettings(Mode mode, Duration ttl, int requests, double write, double read) {

  /** They are kept; the cache holds 5 minutes, and costs 1.25 to write and 0.1 to read. */
  public static final SupersededSettings DEFAULT =
      new SupersededSettings(Mode.KEEP, Duration.ofMinutes(5), 10, 1.25, 0.1);

  /** About what {@code WholeRequest} writes in the place of a snapshot. */
  static final int STUB_TOKENS = 40;

  /**
   * {@return the policy that these come to at a moment}
   *
   * @param now the moment, by which the cache is cold or not
   * @param last when the model was last given or answered something
   */
  public SupersededPolicy policyAt(Instant now, Instant last) {
    boolean isCold = Duration.between(last, now).compareTo(ttl) > 0;
    return SupersededPolicy.of(mode, new CachePrices(isCold, requests, write, read, STUB_TOKENS));
  }

  /** {@return whether anything can be left out at all} */
  public boolean isEnabled() {
    return mode != Mode.KEEP;
  }
}
