package dev.attache.store.log;

import static dev.attache.store.Histories.ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.store.AppendingProgram;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.Histories;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogWritersTest {

  private static final boolean IS_SLOW = Boolean.getBoolean("attache.slow");
  private static final int ROUNDS = IS_SLOW ? 12 : 3;
  private static final int LEAST = IS_SLOW ? 3000 : 240;
  private static final int EACH = IS_SLOW ? 100 : 15;

  @TempDir Path workspace;

  private Path directory() {
    return workspace.resolve(".attache");
  }

  private ConversationLog log() throws IOException {
    return EmbeddedStore.at(directory()).open(ID);
  }

  @BeforeEach
  void begin() throws Exception {
    Histories.append(EmbeddedStore.at(directory()).create(ID), "first 0");
  }

  @Test
  @Tag("process")
  @Tag("slow")
  void keepsWhatWasAcknowledgedWhenWritersAreKilled() throws Exception {
    long seed = System.nanoTime();
    System.out.println("EventLogWritersTest: the seed is " + seed);
    var random = new Random(seed);
    var acknowledged = new ArrayList<String>(List.of("first 0"));
    for (int round = 0; round < ROUNDS; round++) {
      Process writer = AppendingProgram.start(directory(), "w" + round, 10_000);
      try (BufferedReader out = reader(writer)) {
        int left = LEAST / ROUNDS + random.nextInt(60);
        for (int collect = random.nextInt(left); left > 0; left--) {
          acknowledged.add(String.valueOf(out.readLine()));
          if (round % 3 == 0 && left == collect) {
            EmbeddedStore.at(directory()).collect(false);
          }
        }
        Thread.sleep(0, random.nextInt(1_000_000)); // the point within a write
        writer.toHandle().destroyForcibly(); // which leaves what was printed
        writer.waitFor();
        out.lines().forEach(acknowledged::add);
      }
      assertThat(Histories.texts(log())).containsSubsequence(acknowledged);
    }
    assertThat(acknowledged).hasSizeGreaterThan(LEAST);
    Histories.append(log(), "last");
    assertIsWhole(acknowledged.size() + 1, acknowledged.size() + 1 + ROUNDS);
    assertThat(problems()).allMatch(line -> line.contains("events.jsonl.torn-"));
  }

  private List<String> problems() throws IOException {
    var problems = new ArrayList<String>();
    EmbeddedStore.at(directory()).verify(problems::add);
    return problems;
  }

  /** Turns have their numbers without gaps, and what is derived is what it is derived from. */
  private void assertIsWhole(int least, int most) throws IOException {
    ConversationLog log = log();
    List<ConversationEvent> events = Histories.oldestFirst(log);
    int turn = 0;
    for (ConversationEvent event : events) {
      if (event instanceof Request) {
        assertThat(event.turn()).isEqualTo(turn++);
      }
    }
    assertThat(turn).isBetween(least, most);
    assertThat(log.summary()).isEqualTo(Histories.summary(log));
    assertThat(log.attachments()).isEqualTo(Histories.attachments(log));
  }

  @Test
  @Tag("process")
  void letsFourWritersInTwoProcessesAppendWhileOthersRead() throws Exception {
    var isDone = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Future<Integer> forward = threads.submit(reading(isDone, true));
      Future<Integer> backward = threads.submit(reading(isDone, false));
      List<Process> processes =
          List.of(
              AppendingProgram.start(directory(), "a", EACH),
              AppendingProgram.start(directory(), "b", EACH));
      Future<List<String>> here = threads.submit(() -> appended("c"));
      Future<List<String>> there = threads.submit(() -> appended("d"));
      for (Process process : processes) {
        try (BufferedReader out = reader(process)) {
          List<String> lines = out.lines().toList();
          assertThat(lines).hasSize(EACH);
          assertThat(Histories.texts(log())).containsSubsequence(lines);
        }
        assertThat(process.waitFor()).isZero();
      }
      List<String> appendedHere = here.get();
      List<String> appendedThere = there.get();
      assertThat(appendedHere).hasSize(EACH);
      assertThat(Histories.texts(log()))
          .containsSubsequence(appendedHere)
          .containsSubsequence(appendedThere);
      isDone.set(true);
      assertThat(forward.get()).isPositive();
      assertThat(backward.get()).isPositive();
    } finally {
      isDone.set(true);
      threads.shutdown();
    }
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertIsWhole(4 * EACH + 1, 4 * EACH + 1);
    assertThat(problems()).isEmpty();
  }

  private List<String> appended(String name) throws IOException {
    var out = new ByteArrayOutputStream();
    AppendingProgram.append(
        directory(), name, EACH, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Reads all the time, and sees nothing but whole turns in their order, and no problems. */
  private Callable<Integer> reading(AtomicBoolean isDone, boolean isForward) {
    return () -> {
      int count = 0;
      for (; !isDone.get(); count++) {
        ConversationLog log = log();
        List<ConversationEvent> events =
            isForward ? Histories.oldestFirst(log) : Histories.newestFirst(log);
        int last = -1;
        for (int i = 0; i < events.size(); i++) {
          ConversationEvent event = events.get(isForward ? i : events.size() - 1 - i);
          assertThat(event.turn()).isEqualTo(event instanceof Response ? last : last + 1);
          last = event.turn();
        }
        assertThat(log.summary().turns()).isGreaterThan(last);
        assertThat(log.attachments().size()).isLessThanOrEqualTo(2);
        assertThat(log.problems()).isEmpty();
      }
      return count;
    };
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  @Test
  void letsOneOfManyCreators() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 20; round++) {
        var id = ConversationId.of("new-" + round);
        var attempts = new ArrayList<Future<@Nullable String>>();
        for (int i = 0; i < 4; i++) {
          attempts.add(
              threads.submit(
                  () -> {
                    try {
                      Histories.append(EmbeddedStore.at(directory()).create(id), "x");
                      return null;
                    } catch (IOException e) {
                      return e.getMessage();
                    }
                  }));
        }
        var messages = new ArrayList<String>();
        for (Future<@Nullable String> attempt : attempts) {
          String message = attempt.get();
          if (message != null) {
            messages.add(message);
          }
        }
        assertThat(messages)
            .hasSize(3)
            .containsOnly(
                "conversation " + id + " already exists; resume it, or choose another name");
        assertThat(Histories.texts(EmbeddedStore.at(directory()).open(id))).containsExactly("x");
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
