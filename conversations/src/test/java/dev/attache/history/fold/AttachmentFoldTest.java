package dev.attache.history.fold;

import static dev.attache.history.Events.attaching;
import static dev.attache.history.Events.attachment;
import static dev.attache.history.Events.block;
import static dev.attache.history.Events.noticing;
import static dev.attache.history.Events.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.Attachment;
import dev.attache.history.AttachmentKey;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Events;
import dev.attache.history.Notice;
import dev.attache.history.RandomEvents;
import dev.attache.resource.Annotations;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.test.Growth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttachmentFoldTest {

  private static final Attachment A1 = attachment("x:a", "one");
  private static final Attachment A2 = attachment("x:a", "two");
  private static final Attachment B = attachment("x:b", "b");
  private static final Notice CHANGED = notice("x:a", "two");

  private static List<AttachmentState> fold(ConversationEvent... events) {
    AttachmentFold fold = AttachmentFold.after(List.of());
    for (ConversationEvent event : events) {
      fold.add(event);
    }
    return fold.attachments();
  }

  private static AttachmentState state(
      int turn, int index, Attachment attachment, @Nullable Notice noticed) {
    return new AttachmentState(DeliveryPlace.ofAttachment(turn, index), attachment, noticed);
  }

  private static Notice notice(String address, String now) {
    return new Notice("changed", key(address), digest(now));
  }

  private static AttachmentKey key(String uri) {
    return new AttachmentKey(ResourceUri.of(uri), ResourceUri.of(uri));
  }

  private static ContentDigest digest(String text) {
    return ResourceContent.text(text).digest();
  }

  @Test
  void theLastSnapshotOfAResourceCounts() {
    assertThat(fold(attaching(0, A1, B), attaching(2, attachment("x:c", "c"), A2)))
        .containsExactly(
            state(2, 1, A2, null), state(0, 1, B, null), state(2, 0, attachment("x:c", "c"), null));
  }

  @Test
  void resourcesOfTwoAddressesAreTwo() {
    Attachment one = attachment("mcp+s1+x:a", "x:a", "one", Delivery.FULL);
    Attachment two = attachment("mcp+s2+x:a", "x:a", "one", Delivery.FULL);
    Attachment other = attachment("mcp+s1+x:a", "x:a2", "one", Delivery.FULL);
    assertThat(fold(attaching(0, one, two, other))).hasSize(3);
  }

  @Test
  void aNoticeOfAChangeIsKnownUntilTheResourceIsAttachedAgain() {
    assertThat(fold(attaching(0, A1, B), noticing(1, CHANGED)))
        .containsExactly(state(0, 0, A1, CHANGED), state(0, 1, B, null));
    assertThat(fold(attaching(0, A1), noticing(1, CHANGED)).get(0).known())
        .isEqualTo(digest("two"));
    assertThat(fold(attaching(0, A1), noticing(1, CHANGED), attaching(2, A1)))
        .containsExactly(state(2, 0, A1, null));
    assertThat(fold(attaching(0, A1), noticing(1, CHANGED, A2)))
        .containsExactly(state(1, 0, A2, null));
  }

  @Test
  void aNoticeIsAboutOneResourceOfOneAddress() {
    Attachment one = attachment("mcp+s1+x:all", "x:a", "one", Delivery.FULL);
    Attachment two = attachment("mcp+s1+x:all", "x:b", "one", Delivery.FULL);
    Attachment other = attachment("mcp+s2+x:all", "x:a", "one", Delivery.FULL);
    var notice = new Notice("changed", AttachmentKey.of(one.snapshot()), digest("two"));
    assertThat(fold(attaching(0, one, two, other), noticing(1, notice)))
        .containsExactly(
            state(0, 0, one, notice), state(0, 1, two, null), state(0, 2, other, null));
  }

  @Test
  void aNoticeThatNothingIsThereIsKnownToo() {
    var gone = new Notice("gone", key("x:a"), null);
    assertThat(fold(attaching(0, A1), noticing(1, gone))).containsExactly(state(0, 0, A1, gone));
  }

  @Test
  void aNoticeOfNoResourceChangesNothing() {
    assertThat(fold(attaching(0, A1), noticing(1, Notice.of("x"))))
        .containsExactly(state(0, 0, A1, null));
    assertThat(fold(attaching(0, A1), noticing(1, notice("x:other", "two"))))
        .containsExactly(state(0, 0, A1, null));
  }

  @Test
  void whatARefreshDeliversIsKnown() {
    List<AttachmentState> states =
        fold(attaching(0, A1, B), result(3, "refresh_resource", false, block("x:a", "two")));
    assertThat(states)
        .containsExactly(
            state(
                0,
                0,
                A1,
                new Notice(
                    "The content of x:a was refreshed in turn 3 (sha256:3fc4ccfe7458).",
                    key("x:a"),
                    digest("two"))),
            state(0, 1, B, null));
    assertThat(states.get(0).known()).isEqualTo(digest("two"));
  }

  @Test
  void aRefreshThatDeliversTheSnapshotAgainTakesAnEarlierNoticeBack() {
    assertThat(
            fold(
                attaching(0, A1),
                noticing(1, CHANGED),
                result(1, "refresh_resource", false, block("x:a", "one"))))
        .containsExactly(state(0, 0, A1, null));
  }

  @Test
  void aRefreshIsKnownOfTheAddressThatItHas() {
    Attachment one = attachment("mcp+s1+x:a", "x:a", "one", Delivery.FULL);
    Attachment two = attachment("mcp+s2+x:a", "x:a", "one", Delivery.FULL);
    var response =
        new ToolResponse(
            List.of(block("x:a", "two")), false, Map.of("dev.attache/address", "mcp+s2+x:a"));
    var refresh = new ConversationEvent.ToolResult(Events.AT, 0, "c", "refresh_resource", response);
    List<AttachmentState> states = fold(attaching(0, one, two), refresh);
    assertThat(states.stream().map(AttachmentState::known))
        .containsExactly(digest("one"), digest("two"));
    assertThat(fold(attaching(0, one), result(0, "refresh_resource", false, block("x:a", "two"))))
        .as("nobody knows which was meant")
        .containsExactly(state(0, 0, one, null));
  }

  @Test
  void aRefreshThatFailedTellsNothing() {
    assertThat(
            fold(
                attaching(0, A1),
                result(1, "refresh_resource", true, block("x:a", "two")),
                result(1, "read", true, block("x:a", "two")),
                result(1, "refresh_resource", false, block("x:b", "two"))))
        .containsExactly(state(0, 0, A1, null));
  }

  @Test
  void whatAToolHasGivenIsKnown() {
    AttachmentState given =
        fold(attaching(0, A1), result(1, "edit", false, block("x:a", "two"))).get(0);
    assertThat(given.known()).isEqualTo(digest("two"));

    Attachment one = attachment("mcp+s1+x:a", "x:a", "one", Delivery.FULL);
    Attachment two = attachment("mcp+s2+x:a", "x:a", "one", Delivery.FULL);
    assertThat(fold(attaching(0, one, two), result(1, "edit", false, block("x:a", "two"))))
        .as("nobody knows which was meant")
        .containsExactly(state(0, 0, one, null), state(0, 1, two, null));
  }

  @Test
  void whatAToolHasGivenOnlyToTheUserOrInPartIsNotKnown() {
    Resource two = block("x:a", "two").resource();
    var forUser = new Annotations(Set.of(Role.USER), null, null);
    for (Resource.Builder given :
        List.of(
            two.toBuilder().annotations(forUser),
            two.toBuilder().meta("dev.attache/truncated", true))) {
      var block = DeliveredBlock.of(given.build());
      assertThat(fold(attaching(0, A1), result(1, "edit", false, block)))
          .containsExactly(state(0, 0, A1, null));
    }
  }

  @Test
  void noticesAndRefreshesOfManyResourcesCostWhatTheyAreAndNotTheirSquare() throws Exception {
    Growth.assertProportional(
        100,
        40_000,
        count -> {
          AttachmentFold fold = AttachmentFold.after(List.of());
          var changes = new ArrayList<ConversationEvent>();
          for (int i = 0; i < count; i++) {
            fold.add(attaching(i, attachment("x:" + i, "one")));
            changes.add(noticing(count, notice("x:" + i, "two")));
            changes.add(result(count, "refresh_resource", false, block("x:" + i, "three")));
          }
          return () -> {
            changes.forEach(fold::add);
            assertThat(fold.attachments()).hasSize(count);
            assertThat(fold.attachments().get(count - 1).known()).isEqualTo(digest("three"));
          };
        });
  }

  @Test
  void goesOnAfterStates() {
    var random = new RandomEvents(4);
    AttachmentFold whole = AttachmentFold.after(List.of());
    AttachmentFold parts = AttachmentFold.after(List.of());
    for (int i = 0; i < 300; i++) {
      ConversationEvent event = random.next();
      whole.add(event);
      parts = AttachmentFold.after(parts.add(event).attachments());
      assertThat(parts.attachments()).isEqualTo(whole.attachments());
    }
    assertThat(whole.attachments()).hasSizeGreaterThan(10);
  }
}
