package dev.attache.conversation;

import static dev.attache.conversation.Turns.ID;
import static dev.attache.conversation.Turns.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationId;
import dev.attache.history.Delivery;
import dev.attache.history.Delivery.Reference;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left out of requests: what is superseded, and what somebody names. */
class LeavingOutTest {

  private static final Duration TTL = Duration.ofMinutes(5);

  @TempDir Path temporary;

  private static DeliveryPlace at(int turn) {
    return DeliveryPlace.ofAttachment(turn, 0);
  }

  private static Reference sameAs(int turn) {
    return new Reference(at(turn), null);
  }

  private static List<Elision> elisions(Turns turns) throws StoreException {
    return Turns.events(turns.conversation, Elision.class);
  }

  private static List<DeliveryPlace> dropped(Turns turns) throws StoreException {
    return elisions(turns).stream().flatMap(each -> each.dropped().stream()).toList();
  }

  private static String stub(String word, int turn, int newer) {
    return "The content of x:a (sha256:"
        + ContentDigest.sha256(text(word).getBytes(StandardCharsets.UTF_8)).shortForm()
        + ") at turn "
        + turn
        + " is left out; a newer version was delivered at turn "
        + newer
        + ".";
  }

  @Test
  void supersededSnapshotsAreKeptAsARule() throws IOException {
    Turns turns = Turns.in(temporary);
    turns.attach("x:a", "one");
    turns.pass(TTL.multipliedBy(100)).attach("x:a", "two");
    assertThat(elisions(turns)).isEmpty();
    assertThat(turns.whole()).contains("one", "two");
  }

  @Test
  void theyAreKeptUntilTheCacheIsColdWhereThatIsSet() throws IOException {
    Turns turns = Turns.in(temporary, Mode.KEEP_UNTIL_COLD);
    turns.attach("x:a", "one");
    turns.pass(TTL).attach("x:a", "two");
    assertThat(elisions(turns)).as("the cache just holds it").isEmpty();
    turns.pass(TTL.plusNanos(1)).ask("And?");
    assertThat(dropped(turns)).containsExactly(at(0));
    assertThat(elisions(turns).get(0).reason()).isEqualTo("superseded");
    assertThat(turns.whole()).contains(stub("one", 0, 1), "two").doesNotContain("one");
  }

  @Test
  void whatIsOnlySetOrDeclaredOrForkedKeepsNoCacheWarm() throws StoreException {
    Turns turns = Turns.in(temporary, Mode.KEEP_UNTIL_COLD);
    turns.attach("x:a", "one");
    turns.attach("x:a", "two");
    turns.pass(TTL.plusNanos(1)).conversation.set(Map.of("refresh", "notify"));
    turns.conversation.declare(Requester.USER, List.of("x:later"));
    Conversation fork = turns.conversation.fork(ConversationId.of("fork"), 2);
    Turns.attachTo(fork, "x:b", "three");
    assertThat(Turns.events(fork, Elision.class)).hasSize(1);
    turns.ask("And?");
    assertThat(dropped(turns)).containsExactly(at(0));
  }

  @Test
  void theyAreLeftOutWhenThatPaysWhereThatIsSet() throws StoreException {
    Turns turns = Turns.in(temporary, Mode.DROP);
    turns.attach("x:a", "one"); // 1000 tokens; ten requests spare 9600 at 0.1
    turns.ask("b".repeat(20_000)); // 5000 tokens, and 1000 of the new version, at 1.15
    turns.attach("x:a", "two");
    assertThat(elisions(turns)).as("6040 · 1.15 > 9600 · 0.1").isEmpty();
    turns.attach("x:a", "three"); // what comes after two: 1500 tokens
    assertThat(dropped(turns)).isEmpty();
    turns.conversation.set(Map.of("cache.requests", 100));
    turns.ask("And?");
    assertThat(dropped(turns)).containsExactly(at(0), at(2));
  }

  @Test
  void whatALiveReferenceRefersToStays() throws StoreException {
    Turns turns = Turns.in(temporary, Mode.KEEP_UNTIL_COLD);
    turns.attach("x:a", "one");
    assertThat(turns.attach("x:a", "one")).isEqualTo(sameAs(0));
    turns.attach("x:a", "two");
    turns.pass(TTL.multipliedBy(2)).ask("And?");
    assertThat(elisions(turns)).isEmpty();
  }

  @Test
  void whatWasLeftOutStaysSoAndItsContentIsDeliveredInFullWhenItComesAgain() throws IOException {
    Turns turns = Turns.in(temporary, Mode.KEEP_UNTIL_COLD);
    turns.attach("x:a", "one");
    turns.attach("x:a", "two");
    turns.pass(TTL.multipliedBy(2)).ask("And?");
    assertThat(dropped(turns)).containsExactly(at(0));
    assertThat(turns.attach("x:a", "one")).isEqualTo(Delivery.FULL);
    assertThat(turns.result("c", "x:a", "one")).isEqualTo(sameAs(3));
    turns.pass(TTL.multipliedBy(2)).ask("And now?");
    assertThat(dropped(turns)).containsExactly(at(0), at(1));
    assertThat(turns.whole()).contains(stub("one", 0, 1), stub("two", 1, 3), "one");
  }

  @Test
  void aNamedSnapshotIsLeftOutAndNothingElse() throws IOException {
    Turns turns = Turns.in(temporary);
    turns.attach("x:a", "one");
    turns.attach("x:b", "two");
    Elision elision = turns.conversation.leaveOut("compacted", List.of(at(0), at(0)));
    assertThat(elision.reason()).isEqualTo("compacted");
    assertThat(elision.dropped()).containsExactly(at(0));
    assertThat(elision.restored()).isEmpty();
    assertThat(elision.turn()).isEqualTo(1);
    assertThat(elisions(turns)).containsExactly(elision);
    assertThat(turns.whole())
        .contains(
            "The content of x:a (sha256:"
                + ContentDigest.sha256(text("one").getBytes(StandardCharsets.UTF_8)).shortForm()
                + ") at turn 0 is left out to make room.",
            "two")
        .doesNotContain("one");
  }

  @Test
  void aReferenceToWhatIsLeftOutIsDeliveredInFullOnceAndLaterOnesReferToThat() throws IOException {
    Turns turns = Turns.in(temporary);
    turns.attach("x:a", "one");
    assertThat(turns.attach("x:a", "one")).isEqualTo(sameAs(0));
    assertThat(turns.result("c", "x:a", "one")).isEqualTo(sameAs(0));
    Elision elision = turns.conversation.leaveOut("compacted", List.of(at(0)));
    assertThat(elision.restored()).containsExactly(at(1));
    String reference =
        sameAs(1).line("x:a (source: tool:read)", Turns.resource("x:a", "one").content().digest());
    assertThat(turns.whole()).containsOnlyOnce("one").contains(reference);
    assertThat(turns.attach("x:a", "one")).as("a later delivery").isEqualTo(sameAs(1));
    assertThat(elisions(turns)).as("restored once").hasSize(1);
    Elision again = turns.conversation.leaveOut("compacted", List.of(at(1)));
    assertThat(again.restored()).containsExactly(DeliveryPlace.ofResult(1, "c", 0));
    assertThat(turns.attach("x:a", "one"))
        .isEqualTo(new Reference(DeliveryPlace.ofResult(1, "c", 0), null));
  }

  @Test
  void whatIsQuarantinedIsLeftOutWhereverItStands() throws IOException {
    Turns turns = Turns.in(temporary);
    turns.attach("x:a", "one");
    turns.attach("x:a", "one");
    turns.attach("x:b", "two");
    turns.result("c", "x:a", "one");
    Elision elision = turns.conversation.leaveOut(Elision.QUARANTINED, List.of(at(1)));
    assertThat(elision.dropped()).containsExactly(at(0), at(1), DeliveryPlace.ofResult(2, "c", 0));
    assertThat(elision.restored()).isEmpty();
    assertThat(turns.whole())
        .contains(quarantined(0), quarantined(1), quarantined(2), "two")
        .doesNotContain("one");
    assertThat(turns.attach("x:a", "one")).as("a later delivery").isEqualTo(Delivery.FULL);
  }

  @Test
  void whatTheUserWithholdsIsNotSaidToBeRefused() throws IOException {
    Turns turns = Turns.in(temporary);
    turns.attach("x:a", "one");
    turns.attach("x:a", "one");
    Elision elision = turns.conversation.leaveOut(Elision.WITHHELD, List.of(at(1)));
    assertThat(elision.dropped()).as("wherever it stands").containsExactly(at(0), at(1));
    assertThat(turns.whole())
        .anyMatch(line -> line.endsWith(" at turn 0 is left out: the user withholds it."))
        .noneMatch(line -> line.contains("provider"));
  }

  private static String quarantined(int turn) {
    return "The content of x:a (sha256:"
        + ContentDigest.sha256(text("one").getBytes(StandardCharsets.UTF_8)).shortForm()
        + ") at turn "
        + turn
        + " is left out: the provider of a model refused it.";
  }

  @Test
  void textsAndImagesOfToolsCanBeLeftOut() throws IOException {
    Turns turns = Turns.in(temporary);
    turns.ask("Look.");
    ResourceContent output = ResourceContent.text(text("one"));
    ResourceContent bytes = ResourceContent.blob(new byte[] {1, 2, 3});
    turns.conversation.result(
        "c",
        "shot",
        ToolResponse.of(
            new TextBlock(output, null, null),
            new MediaBlock(MediaBlock.Kind.IMAGE, bytes, "image/png", null, Map.of())));
    turns.conversation.leaveOut(
        Elision.COMPACTED,
        List.of(DeliveryPlace.ofResult(0, "c", 0), DeliveryPlace.ofResult(0, "c", 1)));
    assertThat(turns.whole())
        .contains(
            "The text that shot answered (text/plain, sha256:"
                + output.digest().shortForm()
                + ") at turn 0 is left out to make room.",
            "The image that shot answered (image/png, sha256:"
                + bytes.digest().shortForm()
                + ") at turn 0 is left out to make room.")
        .doesNotContain("one");
  }

  @Test
  void whatIsNotInFullCannotBeLeftOut() throws StoreException {
    Turns turns = Turns.in(temporary);
    turns.attach("x:a", "one");
    turns.attach("x:a", "one");
    turns.conversation.leaveOut("compacted", List.of(at(0)));
    int events = turns.events().size();
    for (DeliveryPlace place :
        List.of(
            at(0), at(7), DeliveryPlace.ofAttachment(1, 1), DeliveryPlace.ofResult(1, "c", 2))) {
      String what = place.call() == null ? "attachment " + place.index() : "block 2 of call c";
      assertThatThrownBy(() -> turns.conversation.leaveOut("compacted", List.of(at(1), place)))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
          .hasMessage(
              what
                  + " of turn "
                  + place.turn()
                  + " cannot be omitted: it is not in the requests of "
                  + ID
                  + " in full");
    }
    assertThat(turns.events()).hasSize(events);
  }
}
