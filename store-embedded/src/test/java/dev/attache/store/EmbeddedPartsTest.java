package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.appendTurn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.ConversationStore.Verified;
import dev.attache.history.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of a store in a directory, and the deleting in it, in parts. */
class EmbeddedPartsTest {

  private static final int CONVERSATIONS = 6;
  private static final int MANY = 200;

  @TempDir Path workspace;

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve("store"));
  }

  private Path marks() {
    return workspace.resolve("store/conversations/.marks");
  }

  private Path log(ConversationId id) {
    return workspace.resolve("store/conversations").resolve(id.value()).resolve("events.jsonl");
  }

  private static ConversationId id(int number) {
    return ConversationId.of("talk-" + number);
  }

  /** Has a file look as if nobody had written it for long. */
  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
  }

  private void create(ConversationId id, String... names) throws IOException {
    EmbeddedStore store = store();
    appendTurn(store, store.create(id), "1", names);
  }

  private void append(ConversationId id, String... names) throws IOException {
    EmbeddedStore store = store();
    appendTurn(store, store.open(id), "1", names);
  }

  /** Makes conversations with three contents each, and as many that nobody needs. */
  private void fill() throws IOException {
    for (int i = 0; i < CONVERSATIONS; i++) {
      create(id(i), "a" + i, "b" + i, "c" + i);
      age(log(id(i)));
    }
    create(ID, "gone-1", "gone-2", "gone-3");
    store().remove(ID);
  }

  private static void assertAllThere(EmbeddedStore store) throws IOException {
    for (ConversationId each : store.conversations(false)) {
      for (var state : store.open(each).attachments()) {
        try (var in = state.attachment().snapshot().resource().content().open()) {
          assertThat(in.readAllBytes()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void marksWhatItHasLookedAtForWhoeverGoesOn() throws Exception {
    fill();
    for (int part = 1; part <= CONVERSATIONS; part++) {
      assertThat(store().collect(() -> true)).isEqualTo(new Collected(0, 0, 0, false));
      assertThat(Files.readString(marks()).lines().filter(each -> !each.isEmpty())).hasSize(part);
    }
    long deleted = 0;
    Collected last = new Collected(0, 0, 0, false);
    for (int part = 0; part < MANY && !last.isDone(); part++) {
      last = store().collect(() -> true);
      deleted += last.blobs();
    }
    assertThat(last.isDone()).isTrue();
    assertThat(deleted).isEqualTo(3);
    assertThat(last.kept()).isEqualTo(3L * CONVERSATIONS);
    assertThat(marks()).doesNotExist();
    assertAllThere(store());
  }

  @Test
  void keepsNoMarksOfARunThatEnds() throws Exception {
    fill();
    assertThat(store().collect(false).blobs()).isEqualTo(3);
    assertThat(marks()).doesNotExist();
    assertThat(store().collect(true)).isEqualTo(new Collected(0, 0, 3L * CONVERSATIONS));
    assertThat(marks()).doesNotExist();
  }

  @Test
  void marksNothingThatWasWrittenJustNow() throws Exception {
    create(ID, "a");
    create(id(1), "gone");
    store().remove(id(1));
    assertThat(store().collect(() -> true).blobs()).isOne();
    assertThat(marks()).doesNotExist();
  }

  @Test
  void looksAgainAtWhatHasChangedSinceItsMark() throws Exception {
    fill();
    for (int part = 0; part < CONVERSATIONS; part++) {
      assertThat(store().collect(() -> true).isDone()).isFalse();
    }
    append(id(2), "gone-2");
    age(log(id(2)));
    Files.delete(log(id(3)));
    assertThat(store().collect(() -> false)).extracting(Collected::blobs).isEqualTo(5L);
    assertThat(store().open(id(2)).attachments()).hasSize(4);
    assertAllThere(store());
  }

  private void appendWhatWasGone() {
    try {
      append(id(0), "gone-2");
      append(id(1), "gone-2");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void letsOthersWriteWhileItLooksAtWhatIsNeeded() throws Exception {
    fill();
    var seen = new AtomicInteger();
    Collected collected =
        store()
            .collect(
                () -> {
                  if (seen.getAndIncrement() == 0) {
                    assertThat(CompletableFuture.runAsync(this::appendWhatWasGone))
                        .succeedsWithin(Duration.ofSeconds(30));
                  }
                  return false;
                });
    assertThat(seen).hasValueGreaterThan(1);
    assertThat(collected.blobs()).isEqualTo(2);
    assertAllThere(store());
  }

  @Test
  void believesNoMarkThatIsBroken() throws Exception {
    fill();
    for (int part = 0; part < CONVERSATIONS; part++) {
      assertThat(store().collect(() -> true).isDone()).isFalse();
    }
    String written = Files.readString(marks());
    for (String broken :
        List.of(
            written.replaceAll(" [0-9a-f]{64}", " " + "0".repeat(64)),
            written.substring(0, written.length() - 30),
            written.replace(" talk-", " talk"),
            "0 \n\n x",
            "\0\0\0")) {
      Files.writeString(marks(), broken);
      assertThat(store().collect(() -> true).blobs()).isLessThanOrEqualTo(3);
      assertAllThere(store());
    }
    Files.write(marks(), new byte[] {(byte) 0xff, '\n'});
    assertThat(store().collect(false).kept()).isEqualTo(3L * CONVERSATIONS);
    assertAllThere(store());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  private static void damage(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  private static boolean isPack(Path file) {
    return file.getFileName().toString().endsWith(".pack");
  }

  private List<Path> files(String under) throws IOException {
    try (Stream<Path> all = Files.walk(workspace.resolve("store/blobs").resolve(under))) {
      return all.filter(Files::isRegularFile)
          .filter(each -> isPack(each) || each.getFileName().toString().matches("[0-9a-f]{62}"))
          .sorted()
          .toList();
    }
  }

  /** Breaks a bit of everything. */
  private void breakAll() throws IOException {
    fill();
    String[] many = IntStream.range(0, 20).mapToObj(i -> "packed-" + i).toArray(String[]::new);
    create(ID, many);
    append(id(4), many);
    Path pack = files("packs").get(files("packs").size() - 1);
    damage(pack, 40);
    List<Path> loose = files("").stream().filter(each -> !isPack(each)).toList();
    assertThat(loose).hasSizeGreaterThan(2);
    for (Path each : loose.subList(0, 2)) {
      damage(each, Math.toIntExact(Files.size(each)) - 1);
    }
    Files.writeString(workspace.resolve("store/blobs/strange"), "?");
    String line = Files.readString(log(id(1)));
    Files.writeString(
        log(id(1)), line + "broken\n" + line.replaceAll("[0-9a-f]{64}", "1".repeat(64)));
  }

  private static List<String> said(List<String> problems, Path root) {
    return problems.stream().map(each -> each.replace(root.toString(), "ROOT")).sorted().toList();
  }

  @Test
  void saysInPartsWhatItSaysAtOnce() throws Exception {
    breakAll();
    Path other = workspace.resolve("other");
    copy(workspace.resolve("store"), other);
    var atOnce = new ArrayList<String>();
    store().verify(atOnce::add);
    var inParts = new ArrayList<String>();
    String next = null;
    for (int part = 0; part == 0 || next != null; part++) {
      assertThat(part).isLessThan(MANY);
      Verified verified = EmbeddedStore.at(other).verify(next, () -> true, inParts::add);
      next = verified.next();
    }
    assertThat(said(inParts, other))
        .isEqualTo(said(atOnce, workspace.resolve("store")))
        .hasSizeGreaterThan(3)
        .anySatisfy(
            each -> assertThat(each).contains("; conversations talk, talk-4 need it; moved"))
        .anySatisfy(each -> assertThat(each).contains("names sha256:" + "1".repeat(64)))
        .anySatisfy(each -> assertThat(each).isEqualTo("blobs/strange: does not belong here"));
  }

  @Test
  void stopsWhenItsThreadIsInterruptedAndGoesOn() throws Exception {
    fill();
    var problems = new ArrayList<String>();
    Usage usage = Usage.NONE;
    String next = null;
    for (int part = 0; part == 0 || next != null; part++) {
      assertThat(part).isLessThan(MANY);
      Verified verified;
      if (part % 2 == 0) {
        Thread.currentThread().interrupt();
        verified = store().verify(next, () -> false, problems::add);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(verified.next()).isNotNull();
        assertThat(verified.usage().conversations() + verified.usage().blobs()).isZero();
      } else {
        verified = store().verify(next, () -> true, problems::add);
      }
      usage = usage.plus(verified.usage());
      next = verified.next();
    }
    assertThat(problems).isEmpty();
    assertThat(usage.conversations()).isEqualTo(CONVERSATIONS);
    assertThat(usage.blobs()).isEqualTo(3L * CONVERSATIONS + 3);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store().verify(problems::add))
        .isInstanceOf(StoreException.class)
        .hasMessage("the store was not read to its end: interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(problems).isEmpty();
  }

  @Test
  void takesNoPlaceButItsOwn() {
    for (String each : List.of("", "x", "content:", "content:sha256:12", "12:talk")) {
      assertThatThrownBy(() -> store().verify(each, () -> false, problem -> {}))
          .hasMessage(
              each + " is no place where this store has stopped; begin again, without a place");
    }
  }
}
