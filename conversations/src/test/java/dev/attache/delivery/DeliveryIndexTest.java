package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.Delivery.Reference;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules one by one; what they come to together is in the {@link TruthTable}. */
class DeliveryIndexTest {

  private static final Resource A = resource("file:///u", "A");
  private static final Resource B = resource("file:///u", "B");
  private static final DedupRules NEVER = new DedupRules(false, 0, 100);

  private final Transcript transcript = new Transcript();

  @Test
  void rule1LooksUpAttachmentsToolsAndRefreshesButNoTexts() throws StoreException {
    var text = TextBlock.of("A".repeat(2000));
    assertThat(transcript.attach(A)).containsExactly(Delivery.FULL);
    assertThat(transcript.attach(A)).containsExactly(attachment(0, 0));
    assertThat(transcript.result("c1", "read", Kind.PLAIN, text, DeliveredBlock.of(A), text))
        .containsExactly(attachment(0, 0));
    assertThat(transcript.result("c2", "refresh_resource", Kind.REFRESH, DeliveredBlock.of(A)))
        .containsExactly(attachment(0, 0));
  }

  @Test
  void rule2NeedsTheSameUriAndTheSameDigestInFullAndNamesTheNearest() throws StoreException {
    transcript.attach(A);
    assertThat(transcript.attach(resource("file:///v", "A"))).containsExactly(Delivery.FULL);
    assertThat(transcript.attach(B)).containsExactly(Delivery.FULL);
    transcript.result(
        "c1", "refresh_resource", Kind.FORCED, TextBlock.of("x"), DeliveredBlock.of(A));
    assertThat(transcript.attach(A))
        .containsExactly(new Reference(DeliveryPlace.ofResult(2, "c1", 1), null));
  }

  @Test
  void rule2NeedsTheSameFormForModels() throws StoreException {
    Resource markdown = A.toBuilder().formatted("# A\n".repeat(500)).build();
    transcript.attach(markdown);
    assertThat(transcript.attach(A))
        .as("the content itself was not given")
        .containsExactly(Delivery.FULL);
    assertThat(transcript.attach(A.toBuilder().formatted("a table\n".repeat(500)).build()))
        .containsExactly(Delivery.FULL);
    assertThat(transcript.attach(markdown))
        .as("and the content has not changed in between")
        .containsExactly(attachment(0, 0));
    assertThat(transcript.attach(A)).containsExactly(attachment(1, 0));
  }

  @Test
  void rule2HoldsForWhatTakesThePlaceOfATargetThatIsLeftOut() throws StoreException {
    Resource markdown = A.toBuilder().formatted("# A\n".repeat(500)).build();
    transcript.attach(markdown);
    transcript.attach(A);
    transcript.attach(markdown);
    transcript.elide(List.of(DeliveryPlace.ofAttachment(0, 0)), List.of());
    RequestItems items =
        RequestItems.read(new MemoryLog(transcript.events()).oldestFirst(), Channel.TEXT);
    assertThat(items.restoration().restored()).containsExactly(DeliveryPlace.ofAttachment(2, 0));
    assertThat(items.restoration().redirected()).isEmpty();
  }

  private static Resource document(String type, int bytes, int markdown) {
    return Resource.builder(ResourceUri.of("file:///d"), ResourceContent.blob(new byte[bytes]))
        .mimeType(type)
        .formatted("x".repeat(markdown))
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "TEXT, application/msword, 9999, 1024, false",
    "TEXT, application/msword, 10, 1025, true",
    "STRUCTURED, application/msword, 9999, 1024, false",
    "TEXT, application/pdf, 9999, 1024, false",
    "STRUCTURED, application/pdf, 9999, 1024, true",
    "STRUCTURED, application/pdf, 10, 1025, true",
  })
  void countsTheBytesThatAModelIsGiven(
      Channel channel, String type, int bytes, int markdown, boolean isReference)
      throws StoreException {
    transcript.over(channel).attach(document(type, bytes, markdown));
    assertThat(transcript.attach(document(type, bytes, markdown)).get(0) instanceof Reference)
        .isEqualTo(isReference);
  }

  @Test
  void neverRefersToNorByWhatIsForTheUserOnly() throws StoreException {
    Resource forUser =
        A.toBuilder().annotations(new Annotations(Set.of(Role.USER), null, null)).build();
    transcript.attach(A);
    assertThat(transcript.result("c1", "read", Kind.PLAIN, DeliveredBlock.of(forUser)))
        .containsExactly(Delivery.FULL);
  }

  @Test
  void rule3NamesTheLastPlaceOfAnotherVersionAfterTheTarget() throws StoreException {
    transcript.attach(A);
    transcript.attach(B);
    transcript.attach(B);
    assertThat(transcript.attach(A))
        .containsExactly(
            new Reference(DeliveryPlace.ofAttachment(0, 0), DeliveryPlace.ofAttachment(2, 0)));
  }

  @Test
  void rule4KeepsTheSnapshotOfWhatIsDeliveredAsAReference() throws StoreException {
    transcript.attach(A);
    transcript.attach(A);
    var last = (Request) transcript.events().get(1);
    assertThat(last.request().resources().get(0).snapshot().resource()).isEqualTo(A);
  }

  @Test
  void rule5DeliversInFullOnceWhatIsNotInTheRequestAnyMore() throws StoreException {
    transcript.attach(A);
    transcript.elide(List.of(DeliveryPlace.ofAttachment(0, 0)), List.of());
    assertThat(transcript.attach(A)).containsExactly(Delivery.FULL);
    assertThat(transcript.attach(A)).containsExactly(attachment(1, 0));
  }

  @Test
  void rule5LetsTheLastElisionDecide() throws StoreException {
    transcript.attach(A);
    DeliveryPlace place = DeliveryPlace.ofAttachment(0, 0);
    transcript.elide(List.of(place), List.of());
    transcript.elide(List.of(), List.of(place));
    assertThat(transcript.attach(A)).containsExactly(attachment(0, 0));
    transcript.elide(List.of(place), List.of());
    assertThat(transcript.attach(A)).containsExactly(Delivery.FULL);
  }

  @Test
  void rule6CountsNoReferenceThatIsInFullByNow() throws StoreException {
    transcript.attach(A);
    assertThat(refresh("c1", Kind.REFRESH)).isEqualTo(attachment(0, 0));
    DeliveryPlace restored = DeliveryPlace.ofResult(0, "c1", 0);
    transcript.elide(List.of(DeliveryPlace.ofAttachment(0, 0)), List.of(restored));
    assertThat(refresh("c2", Kind.REFRESH)).isEqualTo(new Reference(restored, null));
  }

  @Test
  void rule6LooksForTheCallInItsOwnTurn() throws StoreException {
    transcript.attach(A);
    transcript.result("c9", "other", Kind.PLAIN, TextBlock.of("x"));
    transcript.ask("And?");
    assertThat(refresh("c1", Kind.REFRESH)).isEqualTo(attachment(0, 0));
    assertThat(transcript.answer("c9", "refresh_resource", Kind.REFRESH, DeliveredBlock.of(A)))
        .as("asked again, whatever call of turn 0 had the same id")
        .containsExactly(Delivery.FULL);
  }

  @Test
  void rule7RefersToNothingWithinOneResponseThatIsNoTarget() throws StoreException {
    Resource cut = A.toBuilder().meta(ReferenceTargets.TRUNCATED, true).build();
    assertThat(transcript.attach(cut, A, A))
        .containsExactly(Delivery.FULL, Delivery.FULL, attachment(0, 1));
  }

  @Test
  void rule6GivesTheFullContentToWhoAsksAgainOrForcesIt() throws StoreException {
    transcript.attach(A);
    assertThat(refresh("c1", Kind.REFRESH)).isEqualTo(attachment(0, 0));
    assertThat(refresh("c2", Kind.REFRESH)).isEqualTo(Delivery.FULL);
    assertThat(refresh("c3", Kind.REFRESH)).isEqualTo(result("c2"));
    assertThat(refresh("c4", Kind.FORCED)).isEqualTo(Delivery.FULL);
    assertThat(refresh("c5", Kind.REFRESH)).isEqualTo(result("c4"));
  }

  @Test
  void rule6TakesForAskedAgainWhatComesSoonAfterTheReference() throws StoreException {
    transcript.attach(A);
    assertThat(refresh("c0", Kind.REFRESH)).isEqualTo(attachment(0, 0));
    callOthers(1, 15);
    assertThat(refresh("c16", Kind.REFRESH)).as("fifteen calls later").isEqualTo(Delivery.FULL);
    assertThat(refresh("c17", Kind.REFRESH)).isEqualTo(result("c16"));
    callOthers(18, 34);
    assertThat(refresh("c35", Kind.REFRESH))
        .as("seventeen calls later, it asks for what has changed")
        .isEqualTo(result("c16"));
  }

  @ParameterizedTest
  @CsvSource({"1, true", "31, true", "32, true", "33, false", "34, false"})
  void rule6TakesThirtyTwoEventsAfterTheReferenceForSoon(int between, boolean isSoon)
      throws StoreException {
    transcript.attach(A);
    assertThat(refresh("c0", Kind.REFRESH)).isEqualTo(attachment(0, 0));
    for (int i = 0; i < between - 1; i++) { // the last one is the call itself
      transcript.respond("x");
    }
    assertThat(refresh("c1", Kind.REFRESH)).isEqualTo(isSoon ? Delivery.FULL : attachment(0, 0));
  }

  private void callOthers(int first, int last) throws StoreException {
    for (int i = first; i <= last; i++) {
      transcript.result("c" + i, "other", Kind.PLAIN, TextBlock.of("x"));
    }
  }

  @Test
  void rule7MakesTheFirstOfOneResponseFullAndTheOthersReferences() throws StoreException {
    transcript.ask("?");
    DeliveredBlock block = DeliveredBlock.of(A);
    assertThat(transcript.result("c1", "read", Kind.PLAIN, block, block, block))
        .containsExactly(Delivery.FULL, result("c1"), result("c1"));
  }

  @Test
  void rule7NeverRefersToWhatFailed() throws StoreException {
    transcript.ask("?");
    DeliveredBlock block = DeliveredBlock.of(A);
    assertThat(transcript.result("c1", "read", Kind.FAILED, block, block))
        .containsExactly(Delivery.FULL, Delivery.FULL);
    assertThat(transcript.result("c2", "read", Kind.PLAIN, block)).containsExactly(Delivery.FULL);
  }

  @Test
  void rule8GoesByTheRulesOfTheTool() throws StoreException {
    var transcript =
        new Transcript(
            new DedupSettings(
                DedupRules.DEFAULT, Map.of("read", DedupOverrides.of(NEVER)), Map.of()),
            Channel.TEXT);
    transcript.attach(A);
    assertThat(transcript.result("c1", "read", Kind.PLAIN, DeliveredBlock.of(A)))
        .containsExactly(Delivery.FULL);
    assertThat(transcript.result("c2", "other", Kind.PLAIN, DeliveredBlock.of(A)))
        .containsExactly(result("c1"));
  }

  @Test
  void rule8GoesByTheRulesOfTheHandler() throws StoreException {
    var rules = new LinkedHashMap<String, DedupOverrides>();
    rules.put("http", new DedupOverrides(null, 5000L, null));
    rules.put("mcp", new DedupOverrides(null, null, 1));
    var transcript =
        new Transcript(new DedupSettings(DedupRules.DEFAULT, Map.of(), rules), Channel.TEXT);
    for (int turn = 0; turn < 2; turn++) {
      assertThat(transcript.attach("?", Transcript.snapshots("http", A)))
          .containsExactly(Delivery.FULL);
    }
    assertThat(transcript.attach("?", Transcript.snapshots("mcp:docs", A)))
        .containsExactly(attachment(1, 0));
    assertThat(transcript.attach("?", Transcript.snapshots("mcp:docs", A)))
        .containsExactly(Delivery.FULL);
    assertThat(transcript.attach(A)).containsExactly(attachment(3, 0));
  }

  @Test
  void deliversAllInFullWhereItIsSwitchedOff() throws StoreException {
    var transcript =
        new Transcript(new DedupSettings(NEVER, Map.of(), Map.of()), Channel.STRUCTURED);
    assertThat(transcript.attach(A, A)).containsExactly(Delivery.FULL, Delivery.FULL);
    assertThat(transcript.attach(A)).containsExactly(Delivery.FULL);
    assertThat(transcript.read()).isZero();
  }

  @Test
  void readsNoFurtherBackThanTheLongestLookback() throws StoreException {
    for (int turn = 0; turn < 100; turn++) {
      transcript.ask("?");
    }
    transcript.index(100, Set.of(A.uri()));
    assertThat(transcript.read()).as("30 turns, and one event to see that they end").isEqualTo(31);
  }

  @Test
  void decidesOfNothingThatWasNotAskedFor() throws StoreException {
    transcript.attach(A);
    DeliveryIndex index = transcript.index(1, Set.of(ResourceUri.of("file:///other")));
    assertThatThrownBy(
            () ->
                index.deliver(
                    DeliveryPlace.ofAttachment(1, 0), DeliveredBlock.of(A), "file", Kind.PLAIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(A.uri() + " was not asked for");
  }

  @Test
  void takesTheLongestLookbackOutOfAllRulesThatAreOn() {
    var ten = new DedupRules(true, 0, 10);
    var twenty = new DedupRules(true, 0, 20);
    assertThat(DedupSettings.DEFAULT.longestLookback()).isEqualTo(30);
    assertThat(lookback(ten, NEVER, NEVER)).isEqualTo(10);
    assertThat(lookback(ten, twenty, NEVER)).isEqualTo(20);
    assertThat(lookback(ten, NEVER, twenty)).isEqualTo(20);
    assertThat(lookback(NEVER, NEVER, ten)).isEqualTo(10);
    assertThat(lookback(NEVER, NEVER, NEVER)).isEqualTo(-1);
  }

  @Test
  void looksWithinTheTurnAloneWhereTheLookbackIsZero() throws StoreException {
    var thisTurn = new DedupSettings(new DedupRules(true, 1024, 0), Map.of(), Map.of());
    var transcript = new Transcript(thisTurn, Channel.TEXT);
    assertThat(transcript.attach(A, A)).containsExactly(Delivery.FULL, attachment(0, 0));
    assertThat(transcript.attach(A)).containsExactly(Delivery.FULL);
    assertThat(transcript.result("c1", "read", Kind.PLAIN, DeliveredBlock.of(A)))
        .containsExactly(attachment(1, 0));
  }

  private Delivery refresh(String call, Kind kind) throws StoreException {
    return transcript.result(call, "refresh_resource", kind, DeliveredBlock.of(A)).get(0);
  }

  private static int lookback(DedupRules general, DedupRules tool, DedupRules handler) {
    return new DedupSettings(
            general, Map.of("t", DedupOverrides.of(tool)), Map.of("h", DedupOverrides.of(handler)))
        .longestLookback();
  }

  private static Reference attachment(int turn, int index) {
    return new Reference(DeliveryPlace.ofAttachment(turn, index), null);
  }

  private static Reference result(String call) {
    return new Reference(DeliveryPlace.ofResult(0, call, 0), null);
  }

  private static Resource resource(String uri, String letter) {
    return Resource.builder(ResourceUri.of(uri), ResourceContent.text(letter.repeat(2000))).build();
  }
}
