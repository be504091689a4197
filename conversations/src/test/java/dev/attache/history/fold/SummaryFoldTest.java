package dev.attache.history.fold;

import static dev.attache.history.Events.attaching;
import static dev.attache.history.Events.attachment;
import static dev.attache.history.Events.block;
import static dev.attache.history.Events.declaring;
import static dev.attache.history.Events.request;
import static dev.attache.history.Events.result;
import static dev.attache.history.Events.setting;
import static dev.attache.history.Events.undeclaring;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationSummary.Tally;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Events;
import dev.attache.history.RandomEvents;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SummaryFoldTest {

  @Test
  void countsWhatADiffSpares() {
    DeliveredBlock block =
        DeliveredBlock.of(
            Resource.builder(ResourceUri.of("x:a"), ResourceContent.text("x".repeat(4000)))
                .build());
    var delta =
        new Delivery.Delta(
            DeliveryPlace.ofAttachment(0, 0),
            block.resource().content().digest(),
            ResourceContent.text("+".repeat(100)));
    long instead = 101L + delta.line("x:a", block.resource().content().digest()).length();
    var result =
        new ToolResult(
            Instant.EPOCH, 0, "c", "refresh_resource", ToolResponse.of(block.delivered(delta)));
    assertThat(SummaryFold.of(ConversationId.of("c"), false).add(result).summary().tally())
        .isEqualTo(new Tally(1, 4000, 0, 1, 4000 - instead, 1000 - (instead + 3) / 4));
  }

  private static final ConversationId ID = ConversationId.of("a");

  /** The reference line of {@code x:a} with the attachment of turn 0 as its target. */
  private static final Delivery SAME =
      new Delivery.Reference(DeliveryPlace.ofAttachment(0, 0), null);

  private static final int LINE =
      ("The content of x:a is identical to the attachment at turn 0 (sha256:0123456789ab)."
              + " It has not changed. Refer to the attached content.")
          .length();

  private static ConversationSummary fold(ConversationEvent... events) {
    SummaryFold fold = SummaryFold.of(ID, false);
    for (ConversationEvent event : events) {
      fold.add(event);
    }
    return fold.summary();
  }

  /** The declarations, each that is pending with a star. */
  private static List<String> declarations(ConversationEvent... events) {
    return fold(events).declarations().stream()
        .map(each -> each.declaration().reference() + (each.isPending() ? "*" : ""))
        .toList();
  }

  @Test
  void sumsStayAtTheLargestNumber() {
    ConversationSummary empty = fold();
    var full = new Tally(1, Long.MAX_VALUE, 1, 0, Long.MAX_VALUE, Long.MAX_VALUE);
    var before =
        new ConversationSummary(
            ID,
            null,
            empty.created(),
            empty.updated(),
            empty.exchanged(),
            0,
            List.of(),
            Map.of(),
            full,
            null,
            false);
    DeliveredBlock same = block("x:a", "x".repeat(9000)).delivered(SAME);
    assertThat(SummaryFold.after(before).add(result(0, "t", false, same)).summary().tally())
        .isEqualTo(new Tally(2, Long.MAX_VALUE, 2, 0, Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @Test
  void nothingComesToNothing() {
    assertThat(SummaryFold.of(ID, true).summary())
        .isEqualTo(
            new ConversationSummary(
                ID,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                Instant.EPOCH,
                0,
                List.of(),
                Map.of(),
                Tally.ZERO,
                null,
                true));
  }

  @Test
  void theTitleIsTheFirstLineOfTheFirstRequest() {
    assertThat(fold(declaring(0, "a")).title()).isNull();
    assertThat(fold(request(0, "\n  What is this? \r\nAnd that?"), request(1, "b")).title())
        .isEqualTo("What is this?");
    assertThat(fold(request(0, " \n"), request(1, "b")).title()).isEqualTo("b");
  }

  @Test
  void theTitleHasAtMostEightyCharacters() {
    String eighty = "\ud83d\ude00".repeat(80);
    assertThat(fold(request(0, eighty)).title()).isEqualTo(eighty);
    assertThat(fold(request(0, eighty + "x")).title())
        .isEqualTo("\ud83d\ude00".repeat(79) + "\u2026");
    assertThat(fold(request(0, "x".repeat(78) + " yz")).title())
        .isEqualTo("x".repeat(78) + "\u2026");
  }

  @Test
  void theTimesAreThoseOfTheFirstAndTheLastEvent() {
    Instant later = Events.AT.plus(Duration.ofHours(1));
    ConversationSummary summary =
        fold(
            new Response(Instant.EPOCH, 0, "of a time that nobody wrote"),
            request(0, "a"),
            new Response(later, 0, "b"),
            new Response(Instant.EPOCH, 0, "c"));
    assertThat(summary.created()).isEqualTo(Events.AT);
    assertThat(summary.updated()).isEqualTo(later);
  }

  @Test
  void theLastExchangeIsThatOfTheLastEventThatIsForOrOfTheModel() {
    var later = Events.AT.plus(Duration.ofHours(1));
    for (ConversationEvent exchange :
        List.of(
            new ConversationEvent.Request(later, 0, request(0, "b").request(), List.of()),
            new Response(later, 0, "b"),
            new ConversationEvent.ToolCall(later, 0, "c", "t", Map.of()),
            new ConversationEvent.ToolResult(later, 0, "c", "t", ToolResponse.of()))) {
      assertThat(fold(request(0, "a"), exchange).exchanged()).isEqualTo(later);
    }
    for (ConversationEvent other :
        List.of(
            new Config(later, 1, List.of(), List.of(), Map.of("a", 1), null),
            new Config(later, 1, List.of(), List.of(), Map.of(), new Origin(ID, 1)),
            new Elision(later, 1, "compacted", List.of(), List.of()),
            new ConversationEvent.Other(later, 1, "later", "{}"),
            new Response(Instant.EPOCH, 0, "of a time that nobody wrote"))) {
      assertThat(fold(request(0, "a"), other).exchanged()).isEqualTo(Events.AT);
    }
    ConversationSummary before = fold(request(0, "a"));
    assertThat(SummaryFold.after(before).summary()).isEqualTo(before);
  }

  @Test
  void requestsMakeTurns() {
    assertThat(fold(declaring(0, "a")).turns()).isZero();
    assertThat(fold(request(0, "a"), request(1, "b"), new Response(Events.AT, 1, "c")).turns())
        .isEqualTo(2);
  }

  @Test
  void whatIsDeclaredIsPendingUntilATurnResolvesIt() {
    assertThat(declarations(declaring(0, "a", "b"))).containsExactly("a*", "b*");
    assertThat(declarations(declaring(0, "a", "b"), request(0, "t", "b", "c")))
        .containsExactly("a*", "b");
    assertThat(declarations(declaring(0, "a"), request(0, "t", "a"), request(1, "t")))
        .containsExactly("a");
  }

  @Test
  void whatIsDeclaredAgainComesToTheEndAndIsPending() {
    assertThat(declarations(declaring(0, "a", "b"), request(0, "t", "a", "b"), declaring(1, "a")))
        .containsExactly("b", "a*");
  }

  @Test
  void whatIsRemovedIsGone() {
    assertThat(declarations(declaring(0, "a", "b"), undeclaring(0, "a", "x")))
        .containsExactly("b*");
    assertThat(
            declarations(
                declaring(0, "a", "b"),
                new Config(
                    Events.AT,
                    0,
                    List.of(new Declaration("a", null, "proof")),
                    List.of("a"),
                    Map.of(),
                    null)))
        .containsExactly("b*", "a*");
  }

  @Test
  void aForkResolvesAllAnew() {
    var origin = new Origin(ConversationId.of("parent"), 1);
    ConversationEvent[] events = {
      declaring(0, "a", "b"),
      request(0, "t", "a", "b"),
      new Config(Events.AT, 1, List.of(), List.of(), Map.of(), origin)
    };
    assertThat(declarations(events)).containsExactly("a*", "b*");
    assertThat(fold(events).forkedFrom()).isEqualTo(origin);
  }

  @Test
  void settingsHoldUntilTheyAreTakenBack() {
    var back = new LinkedHashMap<String, @Nullable Object>();
    back.put("a", null);
    assertThat(
            fold(
                    setting(0, Map.of("a", 1)),
                    setting(0, Map.of("b", 2)),
                    setting(0, Map.of("b", 3)),
                    setting(0, nullable(back)))
                .settings())
        .isEqualTo(Map.of("b", 3));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // null takes a setting back
  private static Map<String, Object> nullable(Map<String, @Nullable Object> map) {
    return (Map<String, Object>) (Map<?, ?>) map;
  }

  @Test
  void everySnapshotThatIsDeliveredCounts() {
    assertThat(
            fold(
                    attaching(0, attachment("x:a", "12345"), attachment("x:b", "\u00e4")),
                    result(0, "read", false, block("x:a", "123"), TextBlock.of("not")),
                    result(0, "read", true, block("x:c", "1")))
                .tally())
        .isEqualTo(new Tally(4, 11, 0, 0, 0, 0));
  }

  @Test
  void aReferenceSparesTheContentAndCostsItsLine() {
    assertThat(
            fold(
                    attaching(0, attachment("x:a", "x".repeat(4000))),
                    attaching(1, attachment("x:a", "x:a", "x".repeat(4000), SAME)))
                .tally())
        .isEqualTo(new Tally(2, 8000, 1, 0, 4000 - LINE, 1000 - (LINE + 3) / 4));
  }

  @Test
  void whatIsSparedIsTheFormWhereThereIsOne() {
    var formatted =
        new DeliveredBlock(
            Events.resource("x:a", "x".repeat(4000)), ResourceContent.text("y".repeat(5000)), SAME);
    assertThat(fold(result(0, "read", false, formatted)).tally())
        .isEqualTo(new Tally(1, 4000, 1, 0, 5000 - LINE, 1250 - (LINE + 3) / 4));
  }

  @Test
  void leavingOutChangesNoNumbers() {
    ConversationEvent attaching = attaching(0, attachment("x:a", "x"));
    var elision =
        new Elision(
            Events.AT, 0, "superseded", List.of(DeliveryPlace.ofAttachment(0, 0)), List.of());
    assertThat(fold(attaching, elision)).isEqualTo(fold(attaching));
  }

  @Test
  void goesOnAfterASummary() {
    var random = new RandomEvents(3);
    var events = new ArrayList<ConversationEvent>();
    for (int i = 0; i < 300; i++) {
      events.add(random.next());
    }
    SummaryFold whole = SummaryFold.of(ID, false);
    SummaryFold parts = SummaryFold.of(ID, false);
    for (ConversationEvent event : events) {
      whole.add(event);
      parts = SummaryFold.after(parts.add(event).summary());
      assertThat(parts.summary()).isEqualTo(whole.summary());
    }
    assertThat(whole.summary().declarations()).isNotEmpty();
    assertThat(whole.summary().tally().references()).isPositive();
  }
}
