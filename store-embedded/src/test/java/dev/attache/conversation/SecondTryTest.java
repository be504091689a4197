package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.SmallDisk;
import dev.attache.types.TypeDecision;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A turn that fails as the disk is full, wherever that is, and is tried again. */
@Tag("process") // mount
class SecondTryTest {

  private static final int PAGE = 4096;

  @TempDir Path workspace;

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve("disk/.attache"));
  }

  private Conversation conversation(EmbeddedStore store, boolean isNew) throws StoreException {
    var options =
        new ConversationOptions(
            DedupSettings.DEFAULT,
            SupersededSettings.DEFAULT,
            Channel.TEXT,
            Consents.OWN_HISTORY,
            Clock.systemUTC());
    return isNew
        ? Conversation.create(store, Turns.ID, options)
        : Conversation.open(store, Turns.ID, options);
  }

  /** Contents that do not shrink, the last of them a large one. */
  private static List<Snapshot> snapshots(int count) {
    var random = new Random(count);
    var type = new TypeDecision(null, null, null, "application/octet-stream", "by content");
    var snapshots = new ArrayList<Snapshot>();
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[i == count - 1 ? 20 * PAGE : 3000];
      random.nextBytes(bytes);
      Resource resource =
          Resource.builder(ResourceUri.of("x:" + i), ResourceContent.blob(bytes)).build();
      snapshots.add(new Snapshot(resource, resource.uri(), "file", Instant.EPOCH, type, List.of()));
    }
    return snapshots;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 12})
  void isRecordedOnceWhereverTheDiskWasFull(int attachments) throws Exception {
    List<Snapshot> snapshots = snapshots(attachments);
    int failed = 0;
    int succeeded = 0;
    for (int pages = 0; succeeded < 2; pages++) {
      for (boolean isSameDraft : new boolean[] {true, false}) {
        try (var disk = SmallDisk.mount(workspace.resolve("disk"), "512k")) {
          EmbeddedStore store = store();
          Conversation conversation = conversation(store, true);
          try (TurnDraft first = conversation.begin("first", null)) {
            first.record();
          }
          Path filler = disk.fill();
          leave(filler, pages);
          boolean isFull = tryTwice(conversation, snapshots, isSameDraft, filler);
          failed += isFull ? 1 : 0;
          succeeded += isFull ? 0 : 1;
          assertWhole(snapshots);
        }
      }
    }
    assertThat(failed).isPositive();
  }

  private static void leave(Path filler, int pages) throws Exception {
    try (var file = new RandomAccessFile(filler.toFile(), "rw")) {
      file.setLength(Math.max(0, file.length() - (long) pages * PAGE));
    }
  }

  /** Returns whether it took the second try. */
  private boolean tryTwice(
      Conversation conversation, List<Snapshot> snapshots, boolean isSameDraft, Path filler)
      throws Exception {
    int attached = 0;
    try (TurnDraft draft = draft(conversation)) {
      try {
        for (Snapshot each : snapshots) {
          draft.attach(each, each.resource().uri().value(), Requester.USER);
          attached++;
        }
        draft.record();
        Files.delete(filler);
        return false;
      } catch (StoreException e) {
        assertThat(e).hasMessageContaining("No space left on device");
      }
      Files.delete(filler);
      if (isSameDraft) {
        record(draft, snapshots.subList(attached, snapshots.size()));
        return true;
      }
    }
    try (TurnDraft draft = draft(conversation(store(), false))) {
      record(draft, snapshots);
    }
    return true;
  }

  private static TurnDraft draft(Conversation conversation) throws StoreException {
    return conversation.begin("second", null);
  }

  private static void record(TurnDraft draft, List<Snapshot> left) throws StoreException {
    for (Snapshot each : left) {
      draft.attach(each, each.resource().uri().value(), Requester.USER);
    }
    draft.record();
  }

  private void assertWhole(List<Snapshot> snapshots) throws Exception {
    List<Request> requests = Turns.events(conversation(store(), false), Request.class);
    assertThat(requests)
        .extracting(each -> each.request().text())
        .containsExactly("first", "second");
    List<Attachment> attachments = Turns.attachments(requests.get(1));
    assertThat(attachments).hasSameSizeAs(snapshots);
    for (int i = 0; i < attachments.size(); i++) {
      ResourceContent content = attachments.get(i).resource().content();
      try (var in = content.open()) {
        byte[] bytes = in.readAllBytes();
        assertThat(ResourceContent.blob(bytes).digest())
            .isEqualTo(snapshots.get(i).resource().content().digest());
      }
    }
    var problems = new ArrayList<String>();
    store().verify(problems::add);
    assertThat(problems).isEmpty();
    store().collect(false);
  }
}
