package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import dev.attache.test.Growth;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupersededPolicyTest {

  private static final CachePrices COLD = new CachePrices(true, 10, 1.25, 0.1, 30);
  private static final CachePrices WARM = new CachePrices(false, 10, 1.25, 0.1, 30);

  private static ResourceKey key(String uri, String content) {
    return new ResourceKey(
        ResourceUri.of(uri), ContentDigest.sha256(content.getBytes(StandardCharsets.UTF_8)));
  }

  /** A snapshot of x:a by its turn and content. */
  private static RequestItem version(int turn, String content, long tokens) {
    return version(turn, "file", "x:a", content, tokens);
  }

  private static RequestItem version(
      int turn, String source, String uri, String content, long tokens) {
    return RequestItem.snapshot(
        DeliveryPlace.ofAttachment(turn, 0), source, key(uri, content), tokens, Delivery.FULL);
  }

  private static RequestItem reference(int turn, String content, int target) {
    return RequestItem.snapshot(
        DeliveryPlace.ofAttachment(turn, 0),
        "file",
        key("x:a", content),
        40,
        new Delivery.Reference(DeliveryPlace.ofAttachment(target, 0), null));
  }

  /** The turns whose snapshots are left out. */
  private static List<Integer> drop(Mode mode, CachePrices prices, RequestItem... items) {
    return SupersededPolicy.of(mode, prices).drop(List.of(items)).stream()
        .map(DeliveryPlace::turn)
        .toList();
  }

  /** What design §10 says of a single one, worked out by hand. */
  @ParameterizedTest
  @CsvSource({
    // N, write, read, S, rho, A, pays:  N*(S-rho) > K*(A+rho), K = (write-read)/read
    "10, 1.25, 0.1, 5030, 30,   970, true", //  50000 > 11.5 * 1000 = 11500
    "10, 1.25, 0.1, 5030, 30, 20000, false", // 50000 < 11.5 * 20030
    "23, 1.25, 0.1,   80, 30,    70, false", //  1150 = 11.5 * 100: even does not pay
    "23, 1.25, 0.1,   81, 30,    70, true", //   1173 > 1150
    "24, 1.25, 0.1,   80, 30,    70, true", //   1200 > 1150
    "23, 1.25, 0.1,   80, 30,    69, true", //   1150 > 1138.5
    " 1, 1.25, 0.1, 1000, 30,     0, true", //    970 > 11.5 * 30 = 345; nothing comes after it
    " 1, 1.25, 0.1,  375, 30,     0, false", //   345 = 345
    " 0, 1.25, 0.1, 9000, 30,     0, false", //     0 < 345: no request is expected
    " 0, 1.00, 1.0, 9000, 30,   100, false", //     0 = 0
    " 1, 1.00, 1.0,   31, 30, 90000, true", //      1 > 0: K = 0, a cache that is no cheaper
    " 1, 1.00, 1.0,   30, 30,     0, false", //    nothing is spared
    " 9, 1.00, 1.0,   10, 30,     0, false", //    the stub is larger
    " 9, 1.25, 0.0, 9000, 30,     0, false", //    reading costs nothing: K is infinite
    " 1, 0.50, 1.0,   31, 30,   100, true", //      1 > -0.5 * 130
    "10, 2.00, 0.1, 5030, 30,  2601, true", //  50000 > 19 * 2631 = 49989
    "10, 2.00, 0.1, 5030, 30,  2602, false", // 50000 < 19 * 2632 = 50008
  })
  void aSingleSnapshotIsLeftOutWhenThatPays(
      int requests, double write, double read, long size, long stub, long after, boolean pays) {
    var prices = new CachePrices(false, requests, write, read, stub);
    long newer = Math.min(after, 20);
    assertThat(
            drop(
                Mode.DROP,
                prices,
                RequestItem.other(7),
                version(0, "one", size),
                version(1, "two", newer),
                RequestItem.other(after - newer)))
        .isEqualTo(pays ? List.of(0) : List.of());
  }

  @Test
  void aColdCacheHasNothingToLose() {
    RequestItem[] items = {
      version(0, "one", 31), RequestItem.other(1_000_000), version(1, "two", 31)
    };
    assertThat(drop(Mode.DROP, COLD, items)).containsExactly(0);
    assertThat(drop(Mode.KEEP_UNTIL_COLD, COLD, items)).containsExactly(0);
    assertThat(drop(Mode.DROP, WARM, items)).isEmpty();
  }

  @Test
  void eachModeHasItsOccasions() {
    RequestItem[] pays = {version(0, "one", 5000), version(1, "two", 100)};
    assertThat(drop(Mode.KEEP, COLD, pays)).isEmpty();
    assertThat(drop(Mode.KEEP, WARM, pays)).isEmpty();
    assertThat(drop(Mode.KEEP_UNTIL_COLD, WARM, pays)).isEmpty();
    assertThat(drop(Mode.KEEP_UNTIL_COLD, COLD, pays)).containsExactly(0);
    assertThat(drop(Mode.DROP, WARM, pays)).containsExactly(0);
    assertThat(drop(Mode.DROP, COLD, pays)).containsExactly(0);
  }

  @Test
  void theLastSnapshotAndThoseThatNothingSupersedesStay() {
    assertThat(
            drop(
                Mode.DROP,
                COLD,
                version(0, "file", "x:b", "one", 500),
                version(1, "one", 500),
                version(2, "one", 500)))
        .isEmpty();
    assertThat(drop(Mode.DROP, COLD, version(0, "one", 500), version(1, "two", 500)))
        .containsExactly(0);
  }

  @Test
  void ofManyVersionsOnlyTheLastStays() {
    assertThat(
            drop(
                Mode.DROP,
                COLD,
                version(0, "one", 500),
                version(1, "two", 500),
                version(2, "one", 500)))
        .containsExactly(0, 1);
  }

  @Test
  void whatAReferenceRefersToStays() {
    assertThat(
            drop(
                Mode.DROP,
                COLD,
                version(0, "one", 500),
                version(1, "two", 500),
                reference(2, "one", 0),
                version(3, "three", 500)))
        .containsExactly(1);
  }

  @Test
  void aReferenceSupersedesNothingAndIsNotLeftOut() {
    assertThat(
            drop(
                Mode.DROP,
                COLD,
                version(0, "one", 500),
                version(1, "two", 500),
                reference(2, "one", 0)))
        .isEmpty();
  }

  @Test
  void whatIsLeftOutStaysSoAndIsNotSaidAgain() {
    assertThat(
            drop(
                Mode.DROP,
                COLD,
                version(0, "one", 500).dropped(),
                version(1, "two", 500),
                version(2, "three", 500)))
        .containsExactly(1);
    assertThat(drop(Mode.DROP, COLD, version(0, "one", 500), version(1, "two", 500).dropped()))
        .isEmpty();
  }

  @Test
  void whatIsLeftOutAlreadyTakesAStub() {
    // 10 * 100 > 11.5 * (A + 30) where A is 30 for the stub and 20: 1000 > 920
    RequestItem[] items = {
      version(0, "one", 130),
      version(1, "file", "x:b", "b", 100_000).dropped(),
      version(2, "two", 20)
    };
    assertThat(drop(Mode.DROP, WARM, items)).containsExactly(0);
  }

  @Test
  void onlyTheSameSourceSupersedesAndARefreshWhatWasAttached() {
    RequestItem attached = version(0, "file", "x:a", "one", 500);
    assertThat(drop(Mode.DROP, COLD, attached, version(1, "tool:read", "x:a", "two", 500)))
        .isEmpty();
    RequestItem refreshed = version(1, "tool:refresh_resource", "x:a", "two", 500);
    assertThat(drop(Mode.DROP, COLD, attached, refreshed)).containsExactly(0);
    assertThat(drop(Mode.DROP, COLD, refreshed, version(2, "file", "x:a", "three", 500)))
        .containsExactly(1);
    assertThat(drop(Mode.DROP, COLD, version(0, "tool:read", "x:a", "one", 500), refreshed))
        .isEmpty();
  }

  @Test
  void theRewritingThatOneHasPaidForIsFreeForThoseAfterIt() {
    // alone, the second would not pay: 10 * 20 < 11.5 * (30 + 50); with the first it costs nothing
    RequestItem[] items = {version(0, "one", 5000), version(1, "two", 50), version(2, "three", 50)};
    assertThat(drop(Mode.DROP, WARM, items)).containsExactly(0, 1);
    assertThat(drop(Mode.DROP, WARM, items[1], items[2])).isEmpty();
  }

  @Test
  void whatWouldCostMoreThanItBringsIsLeftAloneBeforeWhatPays() {
    // the first brings 10 * 70 and makes 3000 more tokens be written again
    assertThat(
            drop(
                Mode.DROP,
                WARM,
                version(0, "one", 100),
                RequestItem.other(3000),
                version(1, "two", 5000),
                version(2, "three", 100)))
        .containsExactly(1);
  }

  @Test
  void nobodyFindsABetterFirstPlace() {
    var random = new Random(21);
    for (int round = 0; round < 2000; round++) {
      var items = new ArrayList<RequestItem>();
      for (int i = random.nextInt(9); i >= 0; i--) {
        items.add(
            random.nextBoolean()
                ? RequestItem.other(random.nextInt(300))
                : version(items.size(), "v" + random.nextInt(3), random.nextInt(200)));
      }
      List<DeliveryPlace> chosen = SupersededPolicy.of(Mode.DROP, WARM).drop(items);
      List<DeliveryPlace> all = SupersededPolicy.of(Mode.DROP, COLD).drop(items);
      double best = 0;
      for (int from = 0; from < all.size(); from++) {
        best = Math.max(best, gain(items, all.subList(from, all.size())));
      }
      assertThat(gain(items, chosen)).isEqualTo(best);
      assertThat(all).endsWith(chosen.toArray(DeliveryPlace[]::new));
    }
  }

  /** The price of ten requests before, less that after; a million times, to stay exact. */
  private static double gain(List<RequestItem> items, List<DeliveryPlace> dropped) {
    boolean isChanged = false;
    long gain = 0;
    for (RequestItem item : items) {
      boolean isDropped = item.place() != null && dropped.contains(item.place());
      isChanged |= isDropped;
      long tokens = isDropped ? 30 : item.tokens();
      gain += 10 * 10 * (item.tokens() - tokens) - (isChanged ? 115 * tokens : 0);
    }
    return gain;
  }

  @Test
  void modesHaveTheNamesOfTheSettings() {
    assertThat(Arrays.stream(Mode.values()).map(Mode::toString))
        .containsExactly("keep", "keep-until-cold", "drop");
    assertThat(Mode.parse("keep-until-cold")).contains(Mode.KEEP_UNTIL_COLD);
    assertThat(Mode.parse("KEEP")).isEmpty();
  }

  @Test
  void refusesPricesThatAreNone() {
    assertThatThrownBy(() -> new CachePrices(false, 1, Double.NaN, -1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "requests (1), write (NaN), read (-1.0) and stub tokens (0) must be finite and not"
                + " negative");
    assertThatThrownBy(() -> RequestItem.other(-1)).hasMessage("tokens (-1) must not be negative");
    RequestItem reference = reference(1, "one", 0);
    assertThatThrownBy(
            () ->
                new RequestItem(
                    reference.place(), "file", reference.key(), 9, reference.delivery(), true))
        .hasMessageContaining("must not be left out");
    assertThat(reference.dropped().delivery()).isEqualTo(Delivery.FULL);
  }

  @Test
  void whatBringsNoMoreIsNotLeftOutBesides() {
    var prices = new CachePrices(false, 10, 1.1, 0.1, 30); // a token spared for one rewritten
    assertThat(
            drop(
                Mode.DROP,
                prices,
                version(0, "file", "x:b", "one", 60), // 30 spared, and 30 rewritten
                version(1, "file", "x:b", "two", 0),
                version(2, "one", 5000),
                version(3, "two", 0)))
        .containsExactly(2);
  }

  @Test
  void manyVersionsOfOneUriCostWhatTheyAreAndNotTheirSquare() throws Exception {
    Growth.assertProportional(
        500,
        64_000,
        count -> {
          var items = new ArrayList<RequestItem>();
          for (int turn = 0; turn < count; turn++) {
            items.add(version(turn, "same", 500));
          }
          return () -> assertThat(SupersededPolicy.of(Mode.DROP, COLD).drop(items)).isEmpty();
        });
  }

  @Test
  void aRefreshOfWhatTwoServersCallTheSameSupersedesNothing() {
    RequestItem one = version(0, "mcp:a", "x:a", "one", 500);
    RequestItem other = version(1, "mcp:b", "x:a", "other", 500);
    RequestItem refreshed = version(2, "tool:refresh_resource", "x:a", "two", 500);
    RequestItem again = version(3, "tool:refresh_resource", "x:a", "three", 500);
    assertThat(drop(Mode.DROP, COLD, one, other, refreshed, again)).isEmpty();
    assertThat(drop(Mode.DROP, COLD, one, other, version(2, "mcp:a", "x:a", "two", 500)))
        .containsExactly(0);
    assertThat(drop(Mode.DROP, COLD, one, refreshed, again)).containsExactly(0, 2);
  }
}
