package dev.attache.conversation;

import static dev.attache.conversation.Turns.snapshot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.memory.MemoryStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many writers of a store that has few connections: none waits for one that it holds itself. */
class PooledStoreTest {

  private static final int WRITERS = 16;
  private static final int CONNECTIONS = 6;
  private static final int TURNS = 8;

  private final ConversationStore memory = MemoryStore.of(1 << 24);
  private final PooledStore pooled = new PooledStore(memory, CONNECTIONS);
  private final ConversationStore store = pooled.store();

  private static ConversationOptions options() {
    var superseded = new SupersededSettings(Mode.DROP, Duration.ofMinutes(5), 10, 1.25, 0.1);
    return new ConversationOptions(
        DedupSettings.DEFAULT, superseded, Channel.TEXT, Consents.OWN_HISTORY, Clock.systemUTC());
  }

  /** Records turns and results of tools, each of which reads back what was delivered before. */
  private static void talk(Conversation conversation, String name) throws StoreException {
    for (int i = 0; i < TURNS; i++) {
      Request request;
      try (TurnDraft turn = conversation.begin(name + " " + i, null)) {
        turn.declare(Requester.USER, "x:" + name)
            .attach(snapshot("x:" + name, "same"), "x:" + name, Requester.USER)
            .attach(snapshot("y:" + name, "version " + i), "y:" + name, Requester.USER);
        request = turn.record();
      }
      conversation.callWithResult(
          name + "-" + i,
          "read",
          Map.of(),
          ToolResponse.of(DeliveredBlock.of(Turns.resource("z:" + name, "result " + i))));
      conversation.leaveOut(
          Elision.COMPACTED, List.of(DeliveryPlace.ofResult(request.turn(), name + "-" + i, 0)));
      conversation.respond("It is " + i);
    }
  }

  private interface Writing {
    void run(int writer) throws Exception;
  }

  private static void atOnce(Writing writing) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      var start = new CountDownLatch(WRITERS);
      var all = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        all.add(
            threads.submit(
                () -> {
                  start.countDown();
                  start.await();
                  writing.run(writer);
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void nobodyStarvesInConversationsOfTheirOwn() throws Exception {
    atOnce(
        writer -> {
          ConversationId id = ConversationId.of("talk-" + writer);
          talk(Conversation.create(store, id, options()), "writer-" + writer);
        });
    assertThat(pooled.free()).isEqualTo(CONNECTIONS);
    for (int i = 0; i < WRITERS; i++) {
      Conversation read = Conversation.open(memory, ConversationId.of("talk-" + i), options());
      List<Request> requests = Turns.events(read, Request.class);
      assertThat(requests).extracting(Request::turn).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
      assertThat(requests.stream().skip(1).map(Turns::delivery))
          .as("what was there already")
          .allMatch(Delivery.Reference.class::isInstance);
    }
  }

  @Test
  void nobodyStarvesInOneConversation() throws Exception {
    ConversationId id = ConversationId.of("talk");
    memory.create(id).append(null, now -> List.of(Turns.request(0, "Hello")));
    atOnce(
        writer -> {
          Conversation conversation = Conversation.open(store, id, options());
          for (int i = 0; i < TURNS; i++) {
            Turns.attachTo(conversation, "x:" + i, "same");
          }
        });
    assertThat(memory.open(id).summary().turns()).isEqualTo(WRITERS * TURNS + 1);
  }

  @Test
  void whoReadsThroughTheLogWaitsForItsOwnConnection() throws Exception {
    ConversationStore single = new PooledStore(memory, 1).store();
    ConversationLog log = single.create(ConversationId.of("talk"));
    assertThatThrownBy(
            () -> log.append(null, now -> List.of(Turns.request(log.summary().turns(), ""))))
        .hasMessage("no connection is free");
    assertThat(log.append(null, now -> List.of(Turns.request(now.summary().turns(), ""))).turns())
        .isOne();
  }
}
