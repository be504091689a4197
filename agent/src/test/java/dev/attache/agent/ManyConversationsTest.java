package dev.attache.agent;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.Channel;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.EventStream;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.store.memory.MemoryStore;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeProvider.Received;
import dev.attache.test.FakeWire;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many conversations in one JVM, of two users with a key each, and with a provider that is slow.
 */
@Tag("network")
class ManyConversationsTest {

  private static final int TALKS = 50;
  private static final List<FakeWire> WIRES = List.of(FakeWire.values());
  private static final List<String> KEYS = List.of("key-of-anna", "key-of-berta");
  private static final Pattern TALK = Pattern.compile("talk-(\\d+)-");
  private static final int ATTACHED_LINES = 1_000;
  private static final TypeDecision TYPE = new TypeDecision(null, null, null, "text/plain", "why");

  private final ConversationStore store = MemoryStore.of(1L << 24);
  private final Map<Integer, Integer> requests = new ConcurrentHashMap<>();
  private final List<String> crossed = new ArrayList<>();
  private final Set<Thread> before = Thread.getAllStackTraces().keySet();
  private final AtomicReference<String> figures = new AtomicReference<>();
  private final AtomicInteger ours = new AtomicInteger();
  private final CyclicBarrier allRun =
      new CyclicBarrier(TALKS, this::measure); // all at once, or this hangs

  @Test
  void letsNothingCrossFromOneToAnother() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(TALKS);
    try (FakeProvider quick = FakeProvider.start(received -> answer(received, false));
        FakeProvider slow = FakeProvider.start(received -> answer(received, true))) {
      var talks = new ArrayList<Callable<LoopOutcome>>();
      for (int talk = 0; talk < TALKS; talk++) {
        int number = talk;
        talks.add(() -> run(number, number % 5 == 0 ? slow : quick));
      }
      List<Future<LoopOutcome>> outcomes = threads.invokeAll(talks);
      for (int talk = 0; talk < TALKS; talk++) {
        LoopOutcome outcome = outcomes.get(talk).get();
        assertThat(outcome.text()).isEqualTo("Answer to talk-" + talk + "-.");
        assertThat(outcome.requests()).isEqualTo(2);
        assertThat(history(talk)).contains("talk-" + talk + "-").doesNotContain(KEYS);
        assertThat(talksIn(history(talk))).containsExactly(talk);
        assertThat(requests).containsEntry(talk, 2);
      }
      assertThat(crossed).isEmpty();
      System.out.println(TALKS + " conversations at once: " + figures);
      // One for each call that runs, and one for each request that has just been sent, or was
      // again.
      assertThat(ours.get()).as("our threads").isBetween(TALKS, 3 * TALKS);
    } finally {
      threads.shutdownNow();
    }
    await().untilAsserted(() -> assertThat(ourThreads()).as("threads that are left").isEmpty());
  }

  /** Takes the figures while each conversation runs a call. */
  private void measure() {
    Set<Thread> all = new HashSet<>(Thread.getAllStackTraces().keySet());
    all.removeAll(before);
    long count = all.stream().filter(thread -> thread.getName().startsWith("attache-")).count();
    ours.set((int) count);
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    figures.set(
        String.format(
            Locale.ROOT,
            "%d threads of ours, %d of the JVM, %.1f MiB of heap after a collection",
            count,
            threads,
            heap / 1048576.0));
  }

  private static List<String> ourThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("attache-"))
        .toList();
  }

  private static FakeWire wire(int talk) {
    return WIRES.get(talk % WIRES.size());
  }

  private static String key(int talk) {
    return KEYS.get(talk % KEYS.size());
  }

  private LoopOutcome run(int talk, FakeProvider fake) throws IOException {
    Conversation conversation =
        Conversation.create(
            store,
            ConversationId.of("c" + talk),
            ConversationOptions.DEFAULT.channel(Channel.STRUCTURED));
    try (TurnDraft turn = conversation.begin("Question of talk-" + talk + "-.", null)) {
      turn.attach(attached(talk), "notes", Requester.USER);
      turn.record();
    }
    LoopTool look =
        LoopWorkspace.tool(
            "look",
            arguments -> {
              awaitAll();
              return "Seen in talk-" + talk + "-, asked by " + arguments.get("by");
            });
    AskedModel model =
        LoopWorkspace.model(wire(talk), LoopWorkspace.settings(fake).key(() -> key(talk)).build());
    return AgentLoop.builder(conversation, model)
        .tools(List.of(look))
        .approval(ToolApproval.EVERYTHING)
        .build()
        .run();
  }

  /** A text of its own for each conversation. */
  private static Snapshot attached(int talk) {
    String text = "A line of the notes of talk-" + talk + "-, which is attached.\n";
    Resource resource =
        Resource.builder(
                ResourceUri.of("file:///w/notes-" + talk),
                ResourceContent.text(text.repeat(ATTACHED_LINES)))
            .mimeType("text/plain")
            .build();
    return new Snapshot(resource, resource.uri(), "file", Instant.EPOCH, TYPE, List.of());
  }

  private void awaitAll() {
    try {
      allRun.await(3, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("not all run at once", e);
    }
  }

  private Answer answer(Received received, boolean isSlow) {
    List<Integer> talks = talksIn(received.body());
    int talk = talks.get(0);
    int request = requests.merge(talk, 1, Integer::sum);
    String headers = received.line() + received.headers();
    if (talks.size() != 1
        || !headers.contains(key(talk))
        || headers.contains(key(talk + 1))
        || KEYS.stream().anyMatch(received.body()::contains)) {
      synchronized (crossed) {
        crossed.add(talks + " " + headers);
      }
    }
    String by = "{\"by\":\"talk-" + talk + "-\"}";
    Answer answer =
        request == 1
            ? wire(talk).streamed(FakeWire.call("call", "look", by))
            : wire(talk).streamed(FakeWire.text("Answer to talk-" + talk + "-."));
    return isSlow ? answer.inPieces(50, 20) : answer;
  }

  /** The talks that a text is of. */
  private static List<Integer> talksIn(String text) {
    var talks = new TreeSet<Integer>();
    for (Matcher m = TALK.matcher(text); m.find(); ) {
      talks.add(Integer.parseInt(m.group(1)));
    }
    return List.copyOf(talks);
  }

  private String history(int talk) throws IOException {
    var text = new StringBuilder();
    try (EventStream events =
        Conversation.open(store, ConversationId.of("c" + talk), ConversationOptions.DEFAULT)
            .log()
            .oldestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        text.append(event).append('\n');
      }
    }
    return text.toString();
  }
}
