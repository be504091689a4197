package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentKey;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationLog;
import dev.attache.history.Delivery;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.LogStamp;
import dev.attache.store.log.LogAttachments;
import dev.attache.store.log.LogDerived;
import dev.attache.store.log.LogMeter;
import dev.attache.store.log.LogState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventLogDerivedTest {

  @TempDir Path workspace;
  private ConversationLog log;
  private Random random = new Random(0);
  private byte[] oldSummary = new byte[0];
  private byte[] oldAttachments = new byte[0];

  private EmbeddedStore store;

  /** Another view of the store, as another process has it. */
  private EmbeddedStore newStore() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  @BeforeEach
  void begin() throws Exception {
    store = newStore();
    log = store.create(ID);
  }

  private void reopen() throws StoreException {
    store = newStore();
    log = store.open(ID);
  }

  private Path file(String name) {
    return workspace.resolve(".attache/conversations/talk").resolve(name);
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("attache.slow") ? 6 : 2);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void comeToWhatAllEventsComeTo(long seed) throws Exception {
    random = new Random(seed);
    appendTurn();
    for (int step = 0; step < 150; step++) {
      step();
      if (random.nextBoolean()) {
        assertThat(log.attachments()).isEqualTo(Histories.attachments(log));
      }
      if (random.nextBoolean()) {
        assertThat(log.summary()).isEqualTo(Histories.summary(log));
      }
      assertFindsNamed();
    }
    reopen();
    assertThat(log.attachments()).isEqualTo(Histories.attachments(log)).isNotEmpty();
    assertThat(log.summary()).isEqualTo(Histories.summary(log));
    assertThat(Files.size(file("events.jsonl"))).isGreaterThan(1 << 17);
  }

  /** By a log that has been read already, and by another process. */
  private void assertFindsNamed() throws StoreException {
    List<AttachmentState> all = Histories.attachments(log);
    var words = new HashSet<>(List.of("no such name"));
    for (int i = random.nextInt(4); i > 0 && !all.isEmpty(); i--) {
      Resource one = all.get(random.nextInt(all.size())).attachment().resource();
      words.add(random.nextBoolean() ? one.uri().value() : String.valueOf(one.name()));
    }
    List<AttachmentState> named =
        all.stream()
            .filter(
                each ->
                    words.contains(each.attachment().resource().uri().value())
                        || words.contains(each.attachment().snapshot().address().value())
                        || words.contains(String.valueOf(each.attachment().resource().name())))
            .toList();
    assertThat(newStore().open(ID).attachments(words)).as("%s", words).isEqualTo(named);
    assertThat(log.attachments(words)).as("%s", words).isEqualTo(named);
  }

  private void step() throws IOException {
    switch (random.nextInt(16)) {
      case 0 -> Files.deleteIfExists(file("summary.json"));
      case 1 -> Files.deleteIfExists(file("attachments.jsonl"));
      case 2 -> damage(file("summary.json"));
      case 3 -> damage(file("attachments.jsonl"));
      case 4 -> remember();
      case 5 -> bringBack();
      case 6 -> reopen();
      case 7 -> deleteALine();
      case 8 -> Files.writeString(file("events.jsonl"), "{\"ev", StandardOpenOption.APPEND);
      case 9 -> elsewhere();
      default -> appendTurn();
    }
  }

  private void elsewhere() throws IOException {
    EmbeddedStore myStore = store;
    ConversationLog mine = log;
    reopen();
    appendTurn();
    store = myStore;
    log = mine;
  }

  private void damage(Path file) throws IOException {
    if (Files.exists(file)) {
      byte[] bytes = Files.readAllBytes(file);
      if (random.nextBoolean()) {
        bytes[random.nextInt(bytes.length)] ^= 1;
        Files.write(file, bytes);
      } else {
        Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
      }
    }
  }

  private void remember() throws IOException {
    if (Files.exists(file("summary.json")) && Files.exists(file("attachments.jsonl"))) {
      oldSummary = Files.readAllBytes(file("summary.json"));
      oldAttachments = Files.readAllBytes(file("attachments.jsonl"));
    }
  }

  private void bringBack() throws IOException {
    if (oldSummary.length > 0) {
      if (random.nextBoolean()) {
        Files.write(file("summary.json"), oldSummary);
      }
      if (random.nextBoolean()) {
        Files.write(file("attachments.jsonl"), oldAttachments);
      }
    }
  }

  private void deleteALine() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file("events.jsonl")));
    lines.remove(random.nextInt(lines.size()));
    Files.write(file("events.jsonl"), lines);
  }

  private void appendTurn() throws StoreException {
    try (BlobBatch batch = store.begin()) {
      var attachments = new ArrayList<Attachment>();
      for (int i = random.nextInt(12); i > 0; i--) {
        String name = "f" + random.nextInt(100) + "-" + "x".repeat(200);
        ResourceContent content = ResourceContent.text("text " + random.nextInt(20));
        attachments.add(renamed(Histories.attachment(name, batch.add(content))));
      }
      log.append(
          batch,
          now -> {
            var events = new ArrayList<ConversationEvent>();
            if (random.nextBoolean()) {
              events.add(Histories.declaration(now.summary().turns(), "ref" + random.nextInt(9)));
            }
            events.add(
                Histories.turn(now.summary().turns(), "t", attachments, notices(attachments)));
            return events;
          });
    }
  }

  /** What a source calls a thing may change, and be spelled in JSON with escapes. */
  private Attachment renamed(Attachment attachment) {
    String name = List.of("", "\"a\\b", "\u00e9\ud83d\ude00", "\u2028").get(random.nextInt(4));
    Snapshot snapshot = attachment.snapshot();
    ResourceUri uri = snapshot.resource().uri();
    var renamed =
        new Snapshot(
            snapshot.resource().toBuilder().name(name + random.nextInt(40)).build(),
            random.nextInt(8) == 0 ? ResourceUri.of("mem:" + random.nextInt(9)) : uri,
            snapshot.source(),
            snapshot.capturedAt(),
            snapshot.type(),
            snapshot.notes());
    return new Attachment(renamed, null, name + "r", null, Delivery.FULL);
  }

  private List<Notice> notices(List<Attachment> attachments) {
    return attachments.isEmpty() || random.nextBoolean()
        ? List.of()
        : List.of(
            new Notice(
                "it has changed",
                AttachmentKey.of(attachments.get(0).snapshot()),
                ResourceContent.text("new").digest()));
  }

  @Test
  void areMadeAnewWhenTheyAreOfAnEarlierHistory() throws Exception {
    random = new Random(9);
    for (int i = 0; i < 40; i++) {
      appendTurn();
    }
    remember();
    byte[] events = Files.readAllBytes(file("events.jsonl"));
    assertThat(oldAttachments).isNotEmpty();
    deleteALine();
    reopen();
    log.summary();
    while (Files.size(file("events.jsonl")) <= events.length) {
      appendTurn();
    }
    Files.write(file("attachments.jsonl"), oldAttachments);
    reopen();
    assertThat(log.attachments()).isEqualTo(Histories.attachments(log));
  }

  @Test
  void areNotKeptWhenTheComposerHasChangedTheLog() throws Exception {
    Histories.append(log, "a");
    Histories.append(log, "b");
    log.append(
        null,
        now -> {
          try {
            List<String> lines = Files.readAllLines(file("events.jsonl"));
            Files.write(file("events.jsonl"), lines.subList(0, 1));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          return List.of(Histories.request(2, "c"), Histories.declaration(3, "x"));
        });
    reopen();
    assertThat(log.summary()).isEqualTo(Histories.summary(log));
    assertThat(log.summary().tally()).isEqualTo(Histories.summary(log).tally());
  }

  @Test
  void areNotBelievedForMoreThanTheLogHas() throws Exception {
    appendTurn();
    var place = new LogPlace(workspace.resolve(".attache/conversations/talk"), false);
    var derived = new LogDerived(place, LogMeter.NONE);
    derived.write(new LogAttachments("abc", 1000, List.of()));
    EventJson.Contents contents = Blobs.at(workspace.resolve(".attache/blobs"));
    assertThat(derived.readAttachments(state(1000), contents)).isNotNull();
    assertThat(derived.readAttachments(state(999), contents)).isNull();
  }

  private static LogState state(long size) {
    LogState none = LogState.none(ID);
    return new LogState(
        new LogStamp(size, 1, null), "abc", LogState.Checkpoint.NONE, none.summary(), -1, 0);
  }

  @Test
  void areReadInsteadOfTheWholeLog() throws Exception {
    random = new Random(9);
    for (int i = 0; i < 60; i++) {
      appendTurn();
    }
    long[] read = new long[1];
    EmbeddedStore counted = EmbeddedStore.at(workspace.resolve(".attache"), n -> read[0] += n);
    assertThat(counted.open(ID).summary().turns()).isEqualTo(60);
    assertThat(read[0]).isEqualTo(Files.size(file("summary.json")));
  }
}
