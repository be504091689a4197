package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.Attachment;
import dev.attache.history.BlobBatch;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationLog;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What things cost in bytes that are read, each time by a process that knows nothing yet. */
class EventLogGrowthTest {

  private static final int SNAPSHOTS_PER_TURN = 5;
  private static final int NAMES = 50;
  private static final int APPENDS = 150;

  @TempDir Path workspace;

  /** The bytes that some uses of a log read. */
  private record Costs(
      long size,
      long appends,
      long largestAppend,
      long thirtyTurns,
      long summary,
      long attachments) {}

  private long read;

  private EmbeddedStore store(String name) {
    read = 0;
    return EmbeddedStore.at(workspace.resolve(name), bytes -> read += bytes);
  }

  @Test
  void costNoMoreInAHistoryTenTimesAsLong() throws Exception {
    Costs small = costs("small", 200);
    Costs large = costs("large", 2000);
    assertThat(large.size()).isGreaterThan(9 * small.size());
    assertThat(large.appends()).isLessThan(small.appends() * 11 / 10);
    assertThat(large.largestAppend()).isLessThan(large.size() / 10);
    assertThat(large.thirtyTurns()).isLessThan(small.thirtyTurns() * 11 / 10);
    assertThat(large.summary()).isLessThan(small.summary() * 11 / 10);
    assertThat(large.attachments()).isLessThan(small.attachments() + (1 << 16));
    assertThat(large.attachments()).isLessThan(large.size() / 10);
  }

  private Costs costs(String name, int turns) throws IOException {
    write(name, turns);
    long size = Files.size(workspace.resolve(name).resolve("conversations/talk/events.jsonl"));
    long appends = 0;
    long largest = 0;
    for (int i = 0; i < APPENDS; i++) {
      append(name, turns + i);
      appends += read;
      largest = Math.max(largest, read);
    }
    store(name).open(ID).summary();
    long summary = read;
    store(name).open(ID).attachments();
    long attachments = read;
    readThirtyTurns(name, turns + APPENDS);
    return new Costs(size, appends, largest, read, summary, attachments);
  }

  private void readThirtyTurns(String name, int turns) throws StoreException {
    try (EventStream events = store(name).open(ID).newestFirst()) {
      ConversationEvent event = events.next();
      while (event != null && event.turn() > turns - 30) {
        event = events.next();
      }
      assertThat(event).isNotNull();
    }
  }

  private void append(String name, int turn) throws StoreException {
    EmbeddedStore store = store(name);
    try (BlobBatch batch = store.begin()) {
      ConversationEvent event = turn(turn, batch);
      store
          .open(ID)
          .append(
              batch,
              now -> {
                assertThat(now.summary().turns()).isEqualTo(turn);
                return List.of(event);
              });
    }
  }

  private void write(String name, int turns) throws StoreException {
    EmbeddedStore store = store(name);
    ConversationLog log = store.create(ID);
    try (BlobBatch batch = store.begin()) {
      var events = new ArrayList<ConversationEvent>();
      for (int turn = 0; turn < turns; turn++) {
        events.add(turn(turn, batch));
      }
      log.append(batch, now -> events);
    }
  }

  private static ConversationEvent turn(int turn, BlobBatch batch) throws StoreException {
    var attachments = new ArrayList<Attachment>();
    for (int i = 0; i < SNAPSHOTS_PER_TURN; i++) {
      String name = "file-" + (turn * SNAPSHOTS_PER_TURN + i) % NAMES;
      attachments.add(
          Histories.attachment(name, batch.add(ResourceContent.text("the text of " + name))));
    }
    return Histories.turn(turn, "what now", attachments, List.of());
  }
}
