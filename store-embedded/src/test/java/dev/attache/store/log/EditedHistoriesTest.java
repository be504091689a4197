package dev.attache.store.log;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.Histories.declaration;
import static dev.attache.store.Histories.newestFirst;
import static dev.attache.store.Histories.oldestFirst;
import static dev.attache.store.Histories.request;
import static dev.attache.store.Histories.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationLog;
import dev.attache.history.StoreException;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories that are not as they were written any more, and what is said of them. */
class EditedHistoriesTest {

  private static final int PLACES = Boolean.getBoolean("attache.slow") ? 500 : 60; // of each way

  private static final String EDITED = " was edited or damaged since it was written";
  private static final String MOVED =
      " does not follow what was written before it: a line was removed, repeated, moved or edited";
  private static final String REMEDY =
      "; `attache conversation repair talk` shows what has changed";

  @TempDir Path workspace;
  private Path file;
  private byte[] summary = new byte[0];
  private List<String> written = List.of();

  /** What becomes of one line. */
  private enum Edit {
    CHANGED,
    REMOVED,
    REPEATED,
    MOVED;

    /** Does it somewhere; returns the index of the first line that is another one, or missing. */
    int in(List<String> lines, Random random) {
      List<String> before = List.copyOf(lines);
      while (lines.equals(before)) {
        int at = random.nextInt(lines.size());
        switch (this) {
          case CHANGED -> lines.set(at, changed(lines.get(at), random));
          case REMOVED -> lines.remove(at);
          case REPEATED -> lines.add(random.nextInt(lines.size() + 1), lines.get(at));
          default -> lines.add(random.nextInt(lines.size()), lines.remove(at));
        }
      }
      int first = 0;
      while (first < Math.min(lines.size(), before.size())
          && lines.get(first).equals(before.get(first))) {
        first++;
      }
      return first;
    }

    /** Replaces a letter or a digit by another one, so that most lines stay events. */
    private static String changed(String line, Random random) {
      int at = random.nextInt(line.length());
      while (!Character.isLetterOrDigit(line.charAt(at))) {
        at = random.nextInt(line.length());
      }
      char old = line.charAt(at);
      char first = Character.isDigit(old) ? '0' : Character.isUpperCase(old) ? 'A' : 'a';
      int count = Character.isDigit(old) ? 10 : 26;
      return line.substring(0, at)
          + (char) (first + (old - first + 1 + random.nextInt(count - 1)) % count)
          + line.substring(at + 1);
    }
  }

  @BeforeEach
  void writeAHistory() throws Exception {
    file = workspace.resolve(".attache/conversations/talk/events.jsonl");
    EmbeddedStore store = store();
    ConversationLog log = store.create(ID);
    log.append(null, now -> List.of(declaration(0, "a.txt"), request(0, "pay 100 to Bob")));
    for (int turn = 1; turn < 12; turn++) {
      append(log, "turn " + turn);
      appendTurn(store, log, "more", "f" + turn + ".txt", "g.txt");
      int next = log.summary().turns();
      log.append(
          null,
          now ->
              List.of(declaration(next, "x" + next), request(next, "a"), request(next + 1, "b")));
    }
    written = Files.readAllLines(file);
    summary = Files.readAllBytes(file.resolveSibling("summary.json"));
  }

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  private ConversationLog log() throws StoreException {
    return store().open(ID);
  }

  /** Puts lines there, beside what was known of the history when it was written. */
  private void put(List<String> lines) throws IOException {
    Files.write(file, lines);
    Files.write(file.resolveSibling("summary.json"), summary);
  }

  private List<String> verified() throws StoreException {
    var problems = new ArrayList<String>();
    store().verify(problems::add);
    return problems;
  }

  /** Accepts what has changed, or only looks at it. */
  private List<String> accepted(boolean isTrial) throws StoreException {
    var changes = new ArrayList<String>();
    store().accept(ID, isTrial, (problem, event) -> changes.add(problem + ": " + event));
    return changes;
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Edit.class)
  void areNamedWhereverALineIsNotAsItWas(Edit edit) throws Exception {
    var random = new Random(39);
    for (int i = 0; i < PLACES; i++) {
      var lines = new ArrayList<>(written);
      int first = edit.in(lines, random);
      put(lines);
      List<String> verified = verified();
      String change = edit + " at line " + (first + 1) + ": " + verified;
      assertNamed(verified, first, lines.size(), change);
      ConversationLog forward = log();
      List<ConversationEvent> events = oldestFirst(forward);
      assertThat(forward.problems())
          .as(change)
          .containsExactlyElementsOf(
              verified.stream().filter(each -> !each.contains(" names sha256:")).toList());
      ConversationLog rebuilt = log();
      assertThat(rebuilt.summary().turns()).isPositive();
      assertThat(verified()).as("%s, after another command", change).isEqualTo(verified);
      assertThat(newestFirst(log())).as(change).hasSameSizeAs(events);
    }
  }

  /**
   * The line is named, or the one after it where it is the first, whose damage shows only there.
   */
  private void assertNamed(List<String> problems, int first, int size, String change) {
    boolean isNamed =
        first < size
            ? isNamed(problems, first) || (first == 0 && isNamed(problems, 1))
            : problems.stream().anyMatch(each -> each.startsWith(file + " does not have its last"));
    assertThat(isNamed).as(change).isTrue();
  }

  private boolean isNamed(List<String> problems, int index) {
    return problems.stream()
        .anyMatch(each -> each.startsWith(file + ", line " + (index + 1) + " "));
  }

  @Tag("slow")
  @Test
  void areNamedWhereverABitIsFlipped() throws Exception {
    var random = new Random(41);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < 2 * PLACES; i++) {
      byte[] flipped = bytes.clone();
      int at = random.nextInt(bytes.length);
      int bit = random.nextInt(Byte.SIZE);
      flipped[at] ^= (byte) (1 << bit);
      Files.write(file, flipped);
      Files.write(file.resolveSibling("summary.json"), summary);
      assertThat(verified()).as("bit %d of byte %d", bit, at).isNotEmpty();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Edit.class)
  void areAsTheyWereWrittenOnceTheyAreAccepted(Edit edit) throws Exception {
    var random = new Random(40);
    for (int i = 0; i < PLACES / 5; i++) {
      var lines = new ArrayList<>(written);
      int unused = edit.in(lines, random);
      put(lines);
      List<ConversationEvent> events = oldestFirst(log());
      assertThat(accepted(true)).isNotEmpty();
      assertThat(verified()).as("a trial changes nothing").isNotEmpty();
      assertThat(accepted(false)).isNotEmpty();
      assertThat(verified()).allMatch(EditedHistoriesTest::isOfNoLine);
      assertThat(oldestFirst(log())).isEqualTo(events);
      append(log(), "after it");
      assertThat(verified()).allMatch(EditedHistoriesTest::isOfNoLine);
      assertThat(accepted(false)).isEmpty();
    }
  }

  /** Whether a problem is left when lines are accepted: what was set aside, or is not known. */
  private static boolean isOfNoLine(String problem) {
    return problem.contains(".torn-")
        || problem.contains(" unknown event ")
        || problem.contains(" names sha256:");
  }

  @Test
  void areReadAsTheyAreNow() throws Exception {
    put(written.stream().map(each -> each.replace("pay 100", "pay 900")).toList());
    ConversationLog log = log();
    assertThat(texts(log)).startsWith("pay 900 to Bob");
    assertThat(log.problems()).containsExactly(file + ", line 2" + EDITED + REMEDY);
    assertThat(verified()).isEqualTo(log.problems());
    assertThat(accepted(false))
        .containsExactly(file + ", line 2" + EDITED + ": " + request(0, "pay 900 to Bob"));
    assertThat(texts(log())).startsWith("pay 900 to Bob");
    assertThat(verified()).isEmpty();
  }

  @Test
  void areNamedOnceHoweverManyLinesHaveChanged() throws Exception {
    put(written.stream().map(each -> each.replace("\"by\":\"user\"", "\"by\":\"tool\"")).toList());
    long requests = written.stream().filter(each -> each.contains("\"by\":\"user\"")).count();
    assertThat(verified())
        .containsExactly(
            file
                + ", line 2"
                + EDITED
                + ", and "
                + (requests - 1)
                + " more after it are not as written"
                + REMEDY);
  }

  @Test
  void areNamedWhereAKeyIsAnotherOne() throws Exception {
    put(written.stream().map(each -> each.replace("\"resources\"", "\"resuorces\"")).toList());
    assertThat(verified()).singleElement().asString().contains(", line 4" + EDITED);
  }

  @Test
  void showForEverThatTheirEndIsLost() throws Exception {
    put(written.subList(0, written.size() - 1));
    String lost =
        file + " does not have its last lines any more: they were removed or edited" + REMEDY;
    assertThat(verified()).contains(lost);
    append(log(), "next");
    int next = Files.readAllLines(file).size();
    assertThat(verified()).contains(file + ", line " + next + MOVED + REMEDY);
  }

  @Test
  void namesALineByHandBetweenTheOthers() throws Exception {
    var lines = new ArrayList<>(written);
    lines.add(5, "{\"event\":\"response\",\"turn\":1,\"text\":\"by hand\"}");
    put(lines);
    assertThat(verified())
        .containsExactly(
            file + ", line 6 has no checksum, so it was edited or written by hand" + REMEDY);
  }

  /** As an early build has written it. */
  private static String withoutSum(String line) {
    return line.replaceFirst(",\"sum\":\"[0-9a-f]{8}-[0-9a-f]{8}\"}$", "}");
  }

  @Test
  void mayBeginWithoutChecksumsAndGoOnWithThem() throws Exception {
    Files.write(file, written.stream().map(EditedHistoriesTest::withoutSum).toList());
    Files.delete(file.resolveSibling("summary.json"));
    List<ConversationEvent> events = oldestFirst(log());
    assertThat(verified()).isEmpty();
    append(log(), "new");
    append(log(), "newer");
    assertThat(oldestFirst(log())).startsWith(events.get(0)).hasSize(events.size() + 2);
    assertThat(verified()).isEmpty();
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.stream().map(each -> each.replace("pay 100", "pay 900")).toList());
    assertThat(verified())
        .containsExactly(file + ", line " + (written.size() + 1) + MOVED + REMEDY);
    assertThat(accepted(false)).hasSize(1);
    assertThat(Files.readAllLines(file)).allMatch(each -> !withoutSum(each).equals(each));
    assertThat(verified()).isEmpty();
  }

  @Test
  void nameAnEventThatIsNotKnown() throws Exception {
    put(
        written.stream()
            .map(each -> each.replace("\"event\":\"config\"", "\"event\":\"holo\""))
            .toList());
    assertThat(verified())
        .contains(
            file
                + ", line 1 is in no request: unknown event (holo), which a later version may have"
                + " written");
  }
}
