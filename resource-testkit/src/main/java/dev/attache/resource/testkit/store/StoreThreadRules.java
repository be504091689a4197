package dev.attache.resource.testkit.store;

import static dev.attache.resource.testkit.store.SampleTurns.append;
import static dev.attache.resource.testkit.store.SampleTurns.lost;
import static dev.attache.resource.testkit.store.SampleTurns.newestFirst;
import static dev.attache.resource.testkit.store.SampleTurns.oldestFirst;
import static dev.attache.resource.testkit.store.SampleTurns.once;
import static dev.attache.resource.testkit.store.SampleTurns.request;
import static dev.attache.resource.testkit.store.SampleTurns.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.StoreException;
import dev.attache.history.StoreException.Kind;
import dev.attache.resource.testkit.trial.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of many threads at once: writers, readers, and who deletes what nobody needs. */
public abstract class StoreThreadRules extends StoreContentRules {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int WRITERS = 16;
  private static final int EACH = 8;

  StoreThreadRules() {}

  /** What one of several threads does. */
  @FunctionalInterface
  interface Task {
    void run(int number) throws Exception;
  }

  /** Starts threads at once, and waits for them; what one of them throws is thrown. */
  static void atOnce(int threads, String rule, Task task) throws Exception {
    var start = new CountDownLatch(threads);
    List<Trial<Integer>> all =
        IntStream.range(0, threads)
            .mapToObj(
                number ->
                    Trial.start(
                        () -> {
                          start.countDown();
                          start.await();
                          task.run(number);
                          return number;
                        }))
            .toList();
    for (Trial<Integer> each : all) {
      assertThat(each.endsWithin(PATIENCE)).as("%s: all come to an end", rule).isTrue();
    }
    for (Trial<Integer> each : all) {
      int unused = each.result();
    }
  }

  /** Checks that turns are numbered without gaps, and that each has its answer right after it. */
  static void assertWholeTurns(String rule, List<ConversationEvent> events) {
    int turns = 0;
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i) instanceof Request) {
        assertThat(events.get(i).turn()).as(rule).isEqualTo(turns++);
      } else {
        assertThat(events.get(i - 1)).as(rule).isInstanceOf(Request.class);
        assertThat(events.get(i).turn()).as(rule).isEqualTo(events.get(i - 1).turn());
      }
    }
    assertThat(events.stream().filter(Response.class::isInstance).count())
        .as(rule)
        .isEqualTo(turns);
  }

  static List<String> names(int writer) {
    return IntStream.range(0, EACH).mapToObj(i -> "writer " + writer + " turn " + i).toList();
  }

  @Test
  void keepsWhatManyThreadsAppend() throws Exception {
    String rule = "append() keeps all that many threads append to one conversation, one by one";
    once(null, store(), store().create(ID), "first", List.of("first"));
    atOnce(
        WRITERS,
        rule,
        writer -> {
          ConversationStore own = sameStore();
          ConversationLog log = own.open(ID);
          for (String name : names(writer)) {
            once(null, own, log, name, List.of(name), name);
          }
        });
    ConversationLog log = sameStore().open(ID);
    List<String> texts = texts(log);
    assertThat(texts).as(rule).hasSize(WRITERS * EACH + 1).doesNotHaveDuplicates();
    for (int writer = 0; writer < WRITERS; writer++) {
      assertThat(texts).as(rule).containsSubsequence(names(writer));
    }
    assertWholeTurns(rule, oldestFirst(log));
    assertThat(log.summary().turns()).as(rule).isEqualTo(WRITERS * EACH + 1);
    assertThat(log.attachments()).as(rule).hasSize(WRITERS * EACH);
    assertThat(lost(log)).as(rule).isEmpty();
  }

  @Test
  void appendsOnceWhatManyThreadsAppendWithOneToken() throws Exception {
    created(ID);
    var first = new AtomicInteger();
    var token = AppendToken.random();
    String rule = "of several appends with one token at the same time, one appends";
    atOnce(
        WRITERS,
        rule,
        writer -> {
          ConversationStore own = sameStore();
          if (!once(token, own, own.open(ID), "once", List.of()).isRepeated()) {
            first.incrementAndGet();
          }
        });
    assertThat(first).as(rule).hasValue(1);
    assertThat(texts(store().open(ID))).as(rule).containsExactly("hello", "once");
  }

  @Test
  void letsOneOfManyCreators() throws Exception {
    var refused = new AtomicInteger();
    String rule = "of several that append the first event of a conversation, one makes it";
    atOnce(
        WRITERS,
        rule,
        writer -> {
          try {
            append(sameStore().create(ID), "first");
          } catch (StoreException e) {
            assertThat(e.kind()).as(rule).isEqualTo(Kind.EXISTS);
            refused.incrementAndGet();
          }
        });
    assertThat(refused).as(rule).hasValue(WRITERS - 1);
    assertThat(texts(store().open(ID))).as(rule).containsExactly("first");
  }

  @Test
  void letsManyWritersReadWhatTheyGoOnWith() throws Exception {
    String rule =
        "what a composer reads from its view needs nothing that another append may hold, such as a"
            + " second connection";
    atOnce(
        WRITERS,
        rule,
        writer -> {
          ConversationStore own = sameStore();
          ConversationLog log = own.create(ConversationId.of("talk-" + writer));
          for (int i = 0; i < EACH; i++) {
            log.append(
                null,
                now -> {
                  int before = newestFirst(now).size() + now.attachments().size();
                  LockSupport.parkNanos(10_000_000); // so that all are in the middle of theirs
                  return List.of(request(before, "turn"));
                });
          }
        });
    for (int writer = 0; writer < WRITERS; writer++) {
      assertThat(store().open(ConversationId.of("talk-" + writer)).summary().turns())
          .as(rule)
          .isEqualTo(EACH);
    }
  }

  @Test
  void showsReadersWholeAppends() throws Exception {
    String rule = "who reads sees all events of an append or none, and no fewer than before";
    ConversationStore own = sameStore();
    once(null, own, own.create(ID), "first", List.of("first"), "first");
    var isDone = new AtomicBoolean();
    List<Trial<Integer>> readers =
        List.of(
            Trial.start(() -> reads(rule, isDone, true)),
            Trial.start(() -> reads(rule, isDone, false)));
    try {
      atOnce(
          2,
          rule,
          writer -> {
            ConversationLog log = own.open(ID);
            for (int i = 0; i < 3 * EACH; i++) {
              String name = writer + " " + i;
              once(null, own, log, name, List.of(name.repeat(500)), name);
            }
          });
    } finally {
      isDone.set(true);
    }
    for (Trial<Integer> reader : readers) {
      assertThat(reader.endsWithin(PATIENCE)).as(rule).isTrue();
      assertThat(reader.result()).as(rule).isPositive();
    }
  }

  private int reads(String rule, AtomicBoolean isDone, boolean isForward) throws StoreException {
    ConversationStore own = sameStore();
    int count = 0;
    int before = 0;
    while (!isDone.get() || count == 0) {
      ConversationLog log = count % 2 == 0 ? own.open(ID) : store().open(ID);
      var events = new ArrayList<>(isForward ? oldestFirst(log) : newestFirst(log));
      if (!isForward) {
        Collections.reverse(events);
      }
      assertWholeTurns(rule, events);
      assertThat(events).as(rule).hasSizeGreaterThanOrEqualTo(before);
      assertThat(lost(log)).as("what is attached can be read at once").isEmpty();
      assertThat(log.problems()).isEmpty();
      before = events.size();
      count++;
    }
    return count;
  }

  @Test
  void deletesNothingThatIsOnItsWay() throws Exception {
    String rule = "collect() deletes no content that a writer is about to append";
    created(ID);
    var isDone = new AtomicBoolean();
    Trial<Integer> collector =
        Trial.start(
            () -> {
              ConversationStore own = sameStore();
              int count = 0;
              for (; !isDone.get() || count == 0; count++) {
                Collected unused = count % 2 == 0 ? own.collect(false) : own.collect(() -> true);
              }
              return count;
            });
    try {
      atOnce(
          4,
          rule,
          writer -> {
            ConversationStore own = sameStore();
            ConversationLog log = own.open(ID);
            for (String name : names(writer)) {
              SampleTurns.attachAfter(
                  own, log, name, () -> LockSupport.parkNanos(2_000_000)); // while it collects
            }
          });
    } finally {
      isDone.set(true);
    }
    assertThat(collector.endsWithin(PATIENCE)).as(rule).isTrue();
    assertThat(collector.result()).as(rule).isPositive();
    ConversationLog log = sameStore().open(ID);
    assertThat(log.attachments()).as(rule).hasSize(4 * EACH);
    assertThat(lost(log)).as(rule).isEmpty();
    assertThat(problems()).as(rule).isEmpty();
  }
}
