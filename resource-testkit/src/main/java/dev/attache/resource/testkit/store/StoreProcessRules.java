package dev.attache.resource.testkit.store;

import static dev.attache.resource.testkit.store.SampleTurns.append;
import static dev.attache.resource.testkit.store.SampleTurns.lost;
import static dev.attache.resource.testkit.store.SampleTurns.oldestFirst;
import static dev.attache.resource.testkit.store.SampleTurns.once;
import static dev.attache.resource.testkit.store.SampleTurns.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.attache.history.ConversationLog;
import dev.attache.resource.testkit.trial.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules of several processes, and of those that are killed while they write. */
public abstract class StoreProcessRules extends StoreThreadRules {

  private static final int PROCESSES = 3;
  private static final int TURNS = 15;
  private static final int CRASHES = 4;
  private static final int FAR = 1_000_000;

  StoreProcessRules() {}

  /** Returns where other processes find the store, in which there is a conversation. */
  private String sharedPlace() throws Exception {
    String place = place();
    if (place == null) {
      return abort("override place() and open(String) to test this rule");
    }
    once(null, store(), store().create(ID), "first", List.of("first"));
    return place;
  }

  private StoreWriter writer(String place, String name, int first, int end) throws Exception {
    return StoreWriter.start(getClass(), place, name, first, end);
  }

  private static List<String> names(String writer, int count) {
    return IntStream.range(0, count).mapToObj(i -> StoreWriter.name(writer, i)).toList();
  }

  @Test
  @Tag("process")
  @Tag("slow")
  void keepsWhatManyProcessesAppend() throws Exception {
    String rule = "append() keeps all that several processes append to one conversation";
    String place = sharedPlace();
    var writers = new ArrayList<StoreWriter>();
    var isDone = new AtomicBoolean();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        writers.add(writer(place, "process" + i, 0, TURNS));
      }
      created(OTHER);
      Trial<Integer> collector = Trial.start(() -> collects(isDone));
      for (int i = 0; i < PROCESSES; i++) {
        assertThat(writers.get(i).rest()).as(rule).isEqualTo(names("process" + i, TURNS));
        assertThat(writers.get(i).exitCode()).as(rule).isZero();
      }
      isDone.set(true);
      assertThat(collector.result()).isPositive();
    } finally {
      isDone.set(true);
      for (StoreWriter each : writers) {
        each.close();
      }
    }
    ConversationLog log = sameStore().open(ID);
    List<String> texts = texts(log);
    assertThat(texts).as(rule).hasSize(PROCESSES * TURNS + 1).doesNotHaveDuplicates();
    for (int i = 0; i < PROCESSES; i++) {
      assertThat(texts).as(rule).containsSubsequence(names("process" + i, TURNS));
    }
    assertWholeTurns(rule, oldestFirst(log));
    assertThat(lost(log))
        .as("collect() deletes no content that another process is about to append")
        .isEmpty();
    assertThat(problems()).isEmpty();
  }

  /** Writes another conversation and deletes what nobody needs, for as long as others write. */
  private int collects(AtomicBoolean isDone) throws Exception {
    int count = 0;
    for (; !isDone.get() || count == 0; count++) {
      append(store().open(OTHER), "here " + count);
      store().collect(false);
      Thread.sleep(10);
    }
    return count;
  }

  /**
   * Kills writers at random points. The next one begins with the last turn that was acknowledged,
   * as if that answer had got lost, and goes on with the one of which nobody knows.
   */
  @Test
  @Tag("process")
  @Tag("slow")
  void losesNothingAndDoublesNothingWhenWritersAreKilled() throws Exception {
    String place = sharedPlace();
    long seed = System.nanoTime();
    var random = new Random(seed);
    int safe = 0;
    for (int crash = 0; crash < CRASHES; crash++) {
      try (StoreWriter writer = writer(place, "killed", Math.max(0, safe - 1), FAR)) {
        int first = Math.max(0, safe - 1);
        int count = 1 + random.nextInt(TURNS);
        for (int i = 0; i < count; i++) {
          assertThat(writer.next())
              .as("append() goes on where a writer was killed (seed %s)", seed)
              .isEqualTo(StoreWriter.name("killed", first + i));
        }
        Thread.sleep(random.nextInt(20)); // the point within a write
        writer.kill();
        safe = first + count + writer.rest().size();
      }
      assertAllThere("after crash " + (crash + 1) + " (seed " + seed + ")", safe, safe + 1);
    }
    try (StoreWriter last = writer(place, "killed", safe - 1, safe + 2)) {
      assertThat(last.rest()).hasSize(3);
      assertThat(last.exitCode()).isZero();
    }
    assertAllThere("after all (seed " + seed + ")", safe + 2, safe + 2);
  }

  /**
   * Kills a process at random points that deletes what nobody needs in small parts, while this one
   * appends, partly what is about to be deleted.
   */
  @Test
  @Tag("process")
  @Tag("slow")
  void losesNothingAndLeavesNothingWhenCollectorsAreKilled() throws Exception {
    String place = sharedPlace();
    long seed = System.nanoTime();
    var random = new Random(seed);
    int turn = 0;
    for (int crash = 0; crash < CRASHES; crash++) {
      String of = "crash" + crash + "-";
      String[] gone = IntStream.range(0, TURNS).mapToObj(i -> of + i).toArray(String[]::new);
      once(null, store(), store().create(OTHER), "gone", List.of(), gone);
      store().remove(OTHER);
      try (StoreWriter collector = writer(place, StoreWriter.COLLECTOR, 0, FAR)) {
        int count = 1 + random.nextInt(TURNS);
        for (int i = 0; i < count; i++) {
          assertThat(collector.next())
              .as("collect() goes on where another was killed (seed %s)", seed)
              .isEqualTo(StoreWriter.name(StoreWriter.COLLECTOR, i));
          once(null, store(), store().open(ID), "turn", List.of(), gone[i], "new" + turn++);
        }
        Thread.sleep(random.nextInt(5)); // the point within a part
        collector.kill();
      }
      assertThat(lost(sameStore().open(ID)))
          .as("collect() deletes nothing that is needed, killed or not (seed %s)", seed)
          .isEmpty();
    }
    assertThat(sameStore().collect(false).isDone()).isTrue();
    ConversationLog log = sameStore().open(ID);
    assertThat(lost(log)).as("and nothing in the end (seed %s)", seed).isEmpty();
    assertThat(store().usage().blobs())
        .as("collect() leaves nothing that nobody needs (seed %s)", seed)
        .isEqualTo(log.attachments().size());
    assertThat(problems()).isEmpty();
  }

  private void assertAllThere(String when, int least, int most) throws Exception {
    ConversationLog log = sameStore().open(ID);
    List<String> texts = texts(log);
    assertThat(texts)
        .as("append() loses nothing it has acknowledged, %s", when)
        .hasSizeGreaterThan(least);
    assertThat(texts.subList(1, texts.size()))
        .as("append() appends once what is tried again with its token, %s", when)
        .isEqualTo(names("killed", texts.size() - 1));
    assertThat(texts.size() - 1)
        .as("an append is there or not, %s", when)
        .isLessThanOrEqualTo(most);
    assertWholeTurns("a crash leaves whole appends, " + when, oldestFirst(log));
    assertThat(log.summary().turns()).as("summary() agrees, %s", when).isEqualTo(texts.size());
    assertThat(log.attachments()).as("attachments() agree, %s", when).hasSize(texts.size() - 1);
    assertThat(lost(log)).as("contents are safe before what names them, %s", when).isEmpty();
  }
}
