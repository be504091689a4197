package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RestorationTest {

  private static DeliveryPlace at(int turn) {
    return DeliveryPlace.ofAttachment(turn, 0);
  }

  private static RequestItem item(int turn, String content, Delivery delivery) {
    return RequestItem.snapshot(
        at(turn),
        "file",
        new ResourceKey(ResourceUri.of("x:a"), ContentDigest.sha256(content.getBytes(UTF_8))),
        100,
        delivery);
  }

  private static RequestItem full(int turn, String content) {
    return item(turn, content, Delivery.FULL);
  }

  private static RequestItem reference(int turn, String content, int target) {
    return item(turn, content, new Delivery.Reference(at(target), null));
  }

  private static Restoration restoration(RequestItem... items) {
    return Restoration.of(List.of(items), Set.of());
  }

  private static Delivery.Reference to(int target) {
    return new Delivery.Reference(at(target), null);
  }

  @Test
  void nothingChangesWhileEveryTargetIsThere() {
    assertThat(restoration(full(0, "one"), reference(1, "one", 0), RequestItem.other(5)))
        .isEqualTo(new Restoration(List.of(), Map.of()));
  }

  @Test
  void whatCouldNotBeGivenFirstAndCanNowStandsThereOnce() {
    RequestItem described = item(0, "one", Delivery.DESCRIBED);
    assertThat(restoration(described, full(1, "one"), reference(2, "one", 1)))
        .isEqualTo(new Restoration(List.of(), Map.of(at(1), to(0), at(2), to(0))));
    assertThat(
            Restoration.of(
                List.of(described, full(1, "one"), reference(2, "one", 1)), Set.of(at(0))))
        .as("for a model that still cannot be given it")
        .isEqualTo(new Restoration(List.of(), Map.of()));
  }

  @Test
  void theFirstReferenceToWhatWasLeftOutIsFullAndTheLaterOnesReferToIt() {
    assertThat(
            restoration(
                full(0, "one").dropped(),
                reference(1, "one", 0),
                reference(2, "one", 0),
                reference(3, "one", 0)))
        .isEqualTo(new Restoration(List.of(at(1)), Map.of(at(2), to(1), at(3), to(1))));
  }

  @Test
  void theSameHoldsForWhatComesBeforeTheFirstTurn() {
    assertThat(restoration(reference(5, "one", 0), reference(6, "one", 0)))
        .isEqualTo(new Restoration(List.of(at(5)), Map.of(at(6), to(5))));
  }

  @Test
  void whatTheModelCannotBeGivenIsNoTarget() {
    List<RequestItem> items =
        List.of(full(0, "one"), reference(1, "one", 0), reference(2, "one", 0));
    assertThat(Restoration.of(items, Set.of(at(0))))
        .isEqualTo(new Restoration(List.of(at(1)), Map.of(at(2), to(1))));
    assertThat(Restoration.of(items, Set.of(at(0), at(1), at(2))))
        .isEqualTo(new Restoration(List.of(at(1), at(2)), Map.of()));
  }

  @Test
  void eachIdentityIsRestoredByItself() {
    assertThat(
            restoration(
                full(0, "one").dropped(),
                full(1, "two").dropped(),
                reference(2, "two", 1),
                reference(3, "one", 0)))
        .isEqualTo(new Restoration(List.of(at(2), at(3)), Map.of()));
  }

  @Test
  void aContentThatIsThereAnywayIsReferredToInstead() {
    assertThat(restoration(full(0, "one").dropped(), full(1, "one"), reference(2, "one", 0)))
        .isEqualTo(new Restoration(List.of(), Map.of(at(2), to(1))));
  }

  @Test
  void aTargetThatHoldsSomethingElseIsNone() {
    assertThat(restoration(full(0, "edited"), reference(1, "one", 0), reference(2, "one", 0)))
        .isEqualTo(new Restoration(List.of(at(1)), Map.of(at(2), to(1))));
    assertThat(restoration(full(0, "edited"), full(1, "one"), reference(2, "one", 0)))
        .isEqualTo(new Restoration(List.of(), Map.of(at(2), to(1))));
  }

  @Test
  void aTargetThatWasOnlyDescribedIsNone() {
    assertThat(restoration(item(0, "one", Delivery.DESCRIBED), reference(1, "one", 0)))
        .isEqualTo(new Restoration(List.of(at(1)), Map.of()));
  }

  @Test
  void aTargetOfAnotherUriIsNone() {
    var other = new ResourceKey(ResourceUri.of("x:b"), ContentDigest.sha256("one".getBytes(UTF_8)));
    var elsewhere = RequestItem.snapshot(at(0), "file", other, 100, Delivery.FULL);
    assertThat(restoration(elsewhere, reference(1, "one", 0)))
        .isEqualTo(new Restoration(List.of(at(1)), Map.of()));
  }

  @Test
  void ofSeveralTheNearestIsReferredTo() {
    assertThat(restoration(full(3, "one"), full(4, "one"), reference(5, "one", 0)))
        .isEqualTo(new Restoration(List.of(), Map.of(at(5), to(4))));
  }

  @Test
  void aContentThatComesLaterIsNotReferredTo() {
    assertThat(restoration(full(0, "one").dropped(), reference(1, "one", 0), full(2, "one")))
        .isEqualTo(new Restoration(List.of(at(1)), Map.of()));
  }

  @Test
  void aNewReferenceSaysWhatCameBetween() {
    assertThat(
            restoration(
                    reference(5, "one", 0),
                    full(6, "two"),
                    full(7, "three"),
                    reference(8, "one", 0))
                .redirected())
        .isEqualTo(Map.of(at(8), new Delivery.Reference(at(5), at(7))));
    var before = new Delivery.Reference(at(0), at(1));
    assertThat(
            restoration(full(1, "two"), item(5, "one", before), item(6, "one", before))
                .redirected())
        .isEqualTo(Map.of(at(6), to(5)));
  }

  @Test
  void whatAnotherServerCallsByTheSameUriIsNoVersionOfIt() {
    List<DeliveryPlace> between = new ArrayList<>();
    for (String source : List.of("file", "mcp:other", "tool:read")) {
      var other = new RequestItem(at(6), source, full(6, "two").key(), 100, Delivery.FULL, false);
      Delivery.Reference reference =
          restoration(reference(5, "one", 0), other, reference(8, "one", 0))
              .redirected()
              .get(at(8));
      between.add(reference == null ? null : reference.between());
    }
    assertThat(between).containsExactly(at(6), null, at(6));
  }

  @Test
  void everyReferenceRefersToItsContentBeforeIt() {
    var random = new Random(31);
    for (int round = 0; round < 3000; round++) {
      List<RequestItem> items = history(random);
      Set<DeliveryPlace> undeliverable =
          random.nextInt(4) == 0 ? Set.of(at(random.nextInt(9))) : Set.of();
      Restoration restoration = Restoration.of(items, undeliverable);
      Map<DeliveryPlace, DeliveredKey> given = new HashMap<>();
      for (RequestItem item : items) {
        DeliveryPlace place = item.place();
        Delivery delivery = restoration.redirected().get(place);
        delivery = delivery == null ? item.delivery() : delivery;
        if (item.isFull() || restoration.restored().contains(place)) {
          if (!undeliverable.contains(place)) {
            given.put(place, item.key());
          }
        } else if (delivery instanceof Delivery.Reference reference) {
          assertThat(given.get(reference.target())).isEqualTo(item.key());
        }
      }
      assertThat(restoration.restored()).noneMatch(restoration.redirected()::containsKey);
    }
  }

  /** Snapshots with references to earlier full ones, some of which are left out or cut off. */
  private static List<RequestItem> history(Random random) {
    var whole = new ArrayList<RequestItem>();
    var fulls = new HashMap<String, Integer>();
    for (int turn = 0; turn < 12; turn++) {
      String content = "v" + random.nextInt(3);
      Integer target = fulls.get(content);
      if (target != null && random.nextInt(4) > 0) {
        whole.add(reference(turn, content, target));
      } else {
        fulls.put(content, turn);
        whole.add(full(turn, content));
      }
    }
    Set<Integer> dropped = new HashSet<>(List.of(random.nextInt(12), random.nextInt(12)));
    var items = new ArrayList<RequestItem>();
    for (int turn = random.nextInt(5); turn < 12; turn++) {
      RequestItem item = whole.get(turn);
      items.add(item.isFull() && dropped.contains(turn) ? item.dropped() : item);
    }
    return items;
  }
}
