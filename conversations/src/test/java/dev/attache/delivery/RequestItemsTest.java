package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Tokens;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.delivery.form.RenderingProgram;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlockJson;
import dev.attache.resource.tool.InputRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestItemsTest {

  private static final Resource ONE = Samples.resource("file:///u", "1".repeat(4000)).build();
  private static final Resource TWO = Samples.resource("file:///u", "2".repeat(8000)).build();
  private static final SupersededPolicy COLD =
      SupersededPolicy.of(Mode.KEEP_UNTIL_COLD, new CachePrices(true, 10, 1.25, 0.1, 30));

  private final Transcript transcript = new Transcript();

  @Test
  void areTheSnapshotsAndTheTextsInOrderWithWhatTheyTake() throws StoreException {
    transcript.attach("Look.", Transcript.snapshots("file", ONE));
    transcript.attach("Look again.", Transcript.snapshots("file", ONE));
    transcript.respond("Yes.");
    transcript.result("c1", "read", Kind.PLAIN, DeliveredBlock.of(TWO));
    var reference = new Delivery.Reference(DeliveryPlace.ofAttachment(0, 0), null);
    assertThat(items().effective())
        .containsExactly(
            RequestItem.snapshot(
                DeliveryPlace.ofAttachment(0, 0), "file", ONE.key(), 1000, Delivery.FULL),
            RequestItem.other(2),
            RequestItem.snapshot(
                DeliveryPlace.ofAttachment(1, 0), "file", ONE.key(), 35, reference),
            RequestItem.other(3),
            RequestItem.other(1),
            RequestItem.other(4), // the call
            RequestItem.snapshot(
                DeliveryPlace.ofResult(1, "c1", 0), "tool:read", TWO.key(), 2000, Delivery.FULL));
  }

  @Test
  void takeOfCallsNoticesAndSchemasTheirBytesInUtf8() throws StoreException {
    var request =
        new ChatRequest(
            ChatRequest.Author.USER,
            "\u00e4\u00e4",
            Map.of("a", "\u20ac"),
            List.of(),
            List.of(Notice.of("\u20ac")));
    transcript.add(new Request(Transcript.TIME, 0, request, List.of()));
    transcript.add(new ToolCall(Transcript.TIME, 0, "c", "read", Map.of("p", "\u20ac\u20ac")));
    transcript.add(new Response(Transcript.TIME, 0, "\u20ac\u20ac\u20ac"));
    assertThat(items().effective())
        .containsExactly(
            RequestItem.other(5), // 4 and 3, and {"a":"€"} has 11: 18
            RequestItem.other(5), // read, and {"p":"€€"} has 14: 18
            RequestItem.other(3)); // 9
  }

  @Test
  void takeOfQuestionsAndLinksTheirJsonAndNothingOfMedia() throws StoreException {
    var question = QuestionBlock.of(InputRequest.of("q", "Which?", Map.of("type", "string")));
    var link = new LinkBlock(ResourceUri.of("x:l"), "link", null, null, null, null, null, Map.of());
    ResourceContent bytes = ResourceContent.blob(new byte[4000]);
    var image = new MediaBlock(MediaBlock.Kind.IMAGE, bytes, null, null, Map.of());
    transcript.result("c1", "read", Kind.PLAIN, question, link, image);
    assertThat(items().effective())
        .containsExactly(
            RequestItem.other(4), // the call
            RequestItem.other(Tokens.estimate(ContentBlockJson.text(question).length())),
            RequestItem.other(Tokens.estimate(ContentBlockJson.text(link).length())),
            new RequestItem(
                DeliveryPlace.ofResult(-1, "c1", 2), "tool:read", null, 0, Delivery.FULL, false));
  }

  @Test
  void takeOfAReferenceTheBytesOfItsLine() throws StoreException {
    Resource resource = Samples.resource("file:///\u20ac", "1".repeat(4000)).build();
    transcript.attach(resource);
    transcript.attach(resource);
    var reference = new Delivery.Reference(DeliveryPlace.ofAttachment(0, 0), null);
    String line = reference.line(resource.uri().redacted(), resource.content().digest());
    assertThat(items().effective().get(2).tokens())
        .isEqualTo((line.getBytes(UTF_8).length + 3) / 4);
  }

  @Test
  void nameNothingThatFailedOrWasCutAsWhatMayBeReferredTo() throws StoreException {
    transcript.attach(ONE.toBuilder().meta(ReferenceTargets.TRUNCATED, true).build());
    transcript.result("c1", "read", Kind.FAILED, DeliveredBlock.of(TWO));
    assertThat(items().effective()).extracting(RequestItem::key).containsOnlyNulls();
  }

  @Test
  void sayWhatAPolicyLeavesOut() throws StoreException {
    transcript.attach(ONE);
    transcript.attach(TWO);
    assertThat(items().elision(COLD, Transcript.TIME, 2))
        .isEqualTo(
            new Elision(
                Transcript.TIME,
                2,
                "superseded",
                List.of(DeliveryPlace.ofAttachment(0, 0)),
                List.of()));
  }

  @Test
  void sayNothingWhereNothingIsLeftOut() throws StoreException {
    transcript.attach(ONE);
    assertThat(items().elision(COLD, Transcript.TIME, 1)).isNull();
    transcript.attach(TWO);
    transcript.add(
        new Elision(
            Transcript.TIME,
            2,
            "superseded",
            List.of(DeliveryPlace.ofAttachment(0, 0)),
            List.of()));
    assertThat(items().elision(COLD, Transcript.TIME, 2)).as("a second time").isNull();
  }

  @Test
  void recordWhatHasToBeInFullBecauseItsTargetIsNotThere() throws StoreException {
    transcript.attach(ONE);
    transcript.attach(ONE);
    transcript.elide(List.of(DeliveryPlace.ofAttachment(0, 0)), List.of());
    transcript.attach(TWO);
    transcript.attach(Samples.resource("file:///v", "3".repeat(4000)).build());
    transcript.attach(Samples.resource("file:///v", "4".repeat(4000)).build());
    Elision elision = items().elision(COLD, Transcript.TIME, 5);
    assertThat(elision).isNotNull();
    assertThat(elision.dropped())
        .containsExactly(DeliveryPlace.ofAttachment(1, 0), DeliveryPlace.ofAttachment(3, 0));
    assertThat(elision.restored()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void takeWhatTheContentTakesWhereItIsInFullAfterAll(boolean isRecorded) throws StoreException {
    transcript.attach(ONE);
    transcript.attach(ONE);
    DeliveryPlace second = DeliveryPlace.ofAttachment(1, 0);
    transcript.elide(
        List.of(DeliveryPlace.ofAttachment(0, 0)), isRecorded ? List.of(second) : List.of());
    assertThat(items().effective())
        .contains(RequestItem.snapshot(second, "file", ONE.key(), 1000, Delivery.FULL));
    assertThat(items().canBeLeftOut(List.of())).containsExactly(second);
  }

  @Test
  void keepEveryReferenceGoodWhateverIsLeftOut() throws IOException {
    int elisions = 0;
    for (long seed = 0; seed < 200; seed++) {
      List<ConversationEvent> events = new ArrayList<>(RandomHistory.of(seed, 10, seed % 2 == 0));
      Elision elision =
          RequestItems.read(MemoryLog.stream(events), Channel.STRUCTURED)
              .elision(COLD, Transcript.TIME, 10);
      if (elision != null) {
        elisions++;
        events.add(elision);
        RenderingPropertiesTest.referencesIn(events, "seed " + seed);
        String json = new String(RenderingProgram.json(events), UTF_8);
        assertThat(json).as("seed %s", seed).contains("is left out");
      }
    }
    assertThat(elisions).as("elisions, so that this tests something").isGreaterThan(50);
  }

  private RequestItems items() throws StoreException {
    return RequestItems.read(MemoryLog.stream(transcript.events()), Channel.TEXT);
  }
}
