package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompactionTest {

  private static final Resource ONE = Samples.resource("file:///u", "1".repeat(4000)).build();
  private static final Resource TWO = Samples.resource("file:///u", "2".repeat(8000)).build();
  private static final Resource LOG = Samples.resource("x:log", "3".repeat(4000)).build();

  private final Transcript transcript = new Transcript();

  @Test
  void leavesOutWhatToolsAnsweredBeforeTheTurnsThatAreKept() throws StoreException {
    transcript.attach(ONE);
    var image =
        new MediaBlock(
            MediaBlock.Kind.IMAGE, ResourceContent.blob(new byte[9]), null, null, Map.of());
    transcript.result("c", "read", Kind.PLAIN, DeliveredBlock.of(LOG), text(4000), image);
    transcript.ask("And?");
    transcript.result("d", "read", Kind.PLAIN, text(4000));
    assertThat(compactable(1))
        .containsExactly(result(0, "c", 0), result(0, "c", 1), result(0, "c", 2));
    assertThat(compactable(0)).isEmpty();
  }

  @Test
  void keepsWhatTakesNoMoreThanTheLineInItsPlace() throws StoreException {
    transcript.ask("Look.");
    transcript.result("c", "read", Kind.PLAIN, text(160), text(164));
    transcript.ask("And?");
    assertThat(compactable(1)).containsExactly(result(0, "c", 1));
  }

  @Test
  void leavesOutOldSnapshotsThatAreSupersededAndKeepsTheNewest() throws StoreException {
    transcript.attach(ONE);
    transcript.result("c", "refresh_resource", Kind.REFRESH, DeliveredBlock.of(TWO));
    transcript.ask("And?");
    assertThat(compactable(1)).containsExactly(DeliveryPlace.ofAttachment(0, 0));
  }

  @Test
  void keepsWhatALaterReferenceIsTo() throws StoreException {
    transcript.ask("Look.");
    transcript.result("c", "read", Kind.PLAIN, DeliveredBlock.of(LOG));
    transcript.result("d", "read", Kind.PLAIN, DeliveredBlock.of(LOG));
    transcript.attach(LOG);
    assertThat(compactable(1)).isEmpty();
  }

  @Test
  void leavesOutAContentWithTheReferencesToIt() throws StoreException {
    transcript.ask("Look.");
    transcript.result("c", "read", Kind.PLAIN, DeliveredBlock.of(LOG));
    transcript.result("d", "read", Kind.PLAIN, DeliveredBlock.of(LOG));
    transcript.ask("And?");
    List<DeliveryPlace> places = compactable(1);
    assertThat(places).containsExactly(result(0, "c", 0), result(0, "d", 0));
    Elision elision = items().elision(Elision.COMPACTED, places, Transcript.TIME, 1);
    assertThat(elision.restored()).isEmpty();
  }

  @Test
  void leavesOutNothingTwice() throws StoreException {
    transcript.ask("Look.");
    transcript.result("c", "read", Kind.PLAIN, text(4000));
    transcript.ask("And?");
    transcript.elide(compactable(1), List.of());
    assertThat(compactable(1)).isEmpty();
  }

  @Test
  void costsWhatComesFromTheFirstPlaceOn() throws StoreException {
    transcript.ask("1234");
    transcript.result("c", "read", Kind.PLAIN, text(4000));
    transcript.ask("12345678");
    Elision elision = items().elision(Elision.COMPACTED, compactable(1), Transcript.TIME, 1);
    long call = 4;
    assertThat(items().cost(elision))
        .isEqualTo(new OmissionCost(1 + call + 1000 + 2, 1 + call + 40 + 2, 40 + 2));
  }

  private List<DeliveryPlace> compactable(int turn) throws StoreException {
    return items().compactable(turn);
  }

  private RequestItems items() throws StoreException {
    return RequestItems.read(MemoryLog.stream(transcript.events()), Channel.TEXT);
  }

  private static DeliveryPlace result(int turn, String call, int block) {
    return DeliveryPlace.ofResult(turn, call, block);
  }

  private static TextBlock text(int bytes) {
    return TextBlock.of("t".repeat(bytes));
  }
}
