package dev.attache.store.log;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.newestFirst;
import static dev.attache.store.Histories.oldestFirst;
import static dev.attache.store.Histories.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationLog;
import dev.attache.history.StoreException;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.Histories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLogDamageTest {

  private static final String CUT_OFF = "{\"event\":\"requ";

  @TempDir Path workspace;
  private Path file;

  @BeforeEach
  void writeThreeTurns() throws Exception {
    file = workspace.resolve(".attache/conversations/talk/events.jsonl");
    ConversationLog log = store().create(ID);
    for (String text : List.of("a", "b", "c")) {
      append(log, text);
    }
  }

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  private ConversationLog log() throws StoreException {
    return store().open(ID);
  }

  private void add(String end) throws IOException {
    Files.writeString(file, end, StandardOpenOption.APPEND);
  }

  private List<String> lines() throws IOException {
    return new ArrayList<>(Files.readAllLines(file));
  }

  private String torn(int number) throws IOException {
    return Files.readString(file.resolveSibling("events.jsonl.torn-" + number));
  }

  private List<String> verified() throws StoreException {
    var problems = new ArrayList<String>();
    store().verify(problems::add);
    return problems;
  }

  /** What is read of a line is up to the reader of JSON; the rest of the message is ours. */
  private static void assertProblem(List<String> problems, String start, String end) {
    assertThat(problems).singleElement().asString().startsWith(start).endsWith(end);
  }

  @Test
  void passesOverALineThatWasCutOffAndSaysSo() throws Exception {
    add(CUT_OFF);
    ConversationLog log = log();
    assertThat(texts(log)).containsExactly("a", "b", "c");
    assertProblem(log.problems(), file + ", line 4 was skipped: cut off; ", "");
    assertThat(newestFirst(log)).hasSize(3);
    assertThat(log.summary().turns()).isEqualTo(3);
    assertThat(log.problems()).hasSize(1);
    assertThat(lines()).hasSize(4).endsWith(CUT_OFF);
  }

  @Test
  void setsALineAsideThatWasCutOffBeforeTheNextOne() throws Exception {
    add(CUT_OFF);
    ConversationLog log = log();
    append(log, "d");
    assertThat(torn(1)).isEqualTo(CUT_OFF);
    assertProblem(
        log.problems(),
        file + ", line 4 was skipped: cut off; ",
        "; set aside as events.jsonl.torn-1");
    assertThat(lines()).hasSize(4);
    assertThat(texts(log())).containsExactly("a", "b", "c", "d");
    assertThat(verified())
        .containsExactly(
            file.resolveSibling("events.jsonl.torn-1")
                + " was set aside: 14 bytes of the log that are not an event; check whether they can"
                + " be saved, then delete it");
  }

  @Test
  void overwritesNothingThatWasSetAside() throws Exception {
    add(CUT_OFF);
    append(log(), "d");
    add("{}x");
    append(log(), "e");
    assertThat(torn(1)).isEqualTo(CUT_OFF);
    assertThat(torn(2)).isEqualTo("{}x");
    assertThat(texts(log())).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void setsALastLineAsideThatIsNoEvent() throws Exception {
    add("this is no event\n\n");
    ConversationLog log = log();
    append(log, "d");
    assertThat(torn(1)).isEqualTo("this is no event\n\n");
    assertThat(texts(log())).containsExactly("a", "b", "c", "d");
    assertProblem(
        log.problems(), file + ", line 4 was skipped: ", "; set aside as events.jsonl.torn-1");
  }

  @Test
  void countsALastLineWithoutALineFeedIfItIsAnEvent() throws Exception {
    String content = Files.readString(file);
    Files.writeString(file, content.stripTrailing());
    assertThat(texts(log())).containsExactly("a", "b", "c");
    assertThat(log().summary().turns()).isEqualTo(3);
    ConversationLog log = log();
    append(log, "d");
    assertThat(Files.readString(file)).startsWith(content);
    assertThat(texts(log())).containsExactly("a", "b", "c", "d");
    assertThat(log.problems()).isEmpty();
    assertThat(verified()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4096, 100_000})
  void setsNulBytesAsideThatAPowerFailureLeft(int count) throws Exception {
    String before = Files.readString(file);
    add("\0".repeat(count));
    ConversationLog log = log();
    assertThat(texts(log)).containsExactly("a", "b", "c");
    append(log, "d");
    assertThat(torn(1)).isEqualTo("\0".repeat(count));
    assertThat(Files.readString(file)).startsWith(before).doesNotContain("\0");
    assertThat(texts(log())).containsExactly("a", "b", "c", "d");
    assertThat(log.problems())
        .containsExactly(
            file
                + ", line 4 was skipped: cut off; nothing but NUL bytes; set aside as"
                + " events.jsonl.torn-1");
  }

  @Test
  void keepsTheEventThatNulBytesFollow() throws Exception {
    Files.writeString(file, Files.readString(file).stripTrailing() + "\0\0\0");
    ConversationLog log = log();
    assertThat(texts(log)).containsExactly("a", "b", "c");
    append(log, "d");
    assertThat(torn(1)).isEqualTo("\0\0\0");
    assertThat(lines()).hasSize(4).noneMatch(line -> line.contains("\0"));
    assertThat(texts(log())).containsExactly("a", "b", "c", "d");
    assertThat(log.problems())
        .containsExactly(file + " ended with NUL bytes; set aside as events.jsonl.torn-1");
  }

  @Test
  void leavesLinesInTheMiddleWhereTheyAre() throws Exception {
    List<String> lines = lines();
    lines.add(1, "// a note between the lines");
    lines.add(3, "{\"event\":");
    Files.write(file, lines);
    ConversationLog forward = log();
    assertThat(texts(forward)).containsExactly("a", "b", "c");
    ConversationLog backward = log();
    assertThat(newestFirst(backward)).hasSize(3);
    assertThat(backward.problems())
        .hasSize(2)
        .anyMatch(problem -> problem.startsWith(file + ", line 2 was skipped: "))
        .anyMatch(problem -> problem.startsWith(file + ", line 4 was skipped: "));
    assertThat(backward.problems()).containsExactlyInAnyOrderElementsOf(forward.problems());
    append(forward, "d");
    assertThat(lines().subList(0, 5)).isEqualTo(lines);
    assertThat(lines()).hasSize(6);
    assertThat(verified()).isEqualTo(forward.problems());
  }

  @Test
  void readsWhatEditorsMakeOfLines() throws Exception {
    List<String> lines = lines();
    Files.writeString(
        file,
        "\ufeff" + lines.get(0) + "\r\n\r\n  \t\n" + lines.get(1) + "  \r\n\t" + lines.get(2));
    ConversationLog log = log();
    assertThat(texts(log)).containsExactly("a", "b", "c");
    append(log, "d");
    assertThat(texts(log())).containsExactly("a", "b", "c", "d");
    assertThat(newestFirst(log())).hasSize(4);
    assertThat(log.problems()).isEmpty();
  }

  @Test
  void takesWhatWasEditedForWhatHappened() throws Exception {
    ConversationLog log = log();
    assertThat(log.summary().title()).isEqualTo("a");
    List<String> lines = lines();
    lines.set(0, lines.get(0).replace("\"a\"", "\"x\"").replace("\"turn\":0", "\"turn\":7"));
    lines.remove(2);
    Files.write(file, lines);
    assertThat(log.summary().title()).isEqualTo("x");
    assertThat(log().summary().turns()).isEqualTo(8);
    assertThat(append(log, "d").turns()).isEqualTo(9);
    assertThat(texts(log())).containsExactly("x", "b", "d");
  }

  @Test
  void goesOnAfterAllEventsWereDeletedByHand() throws Exception {
    ConversationLog log = log();
    Files.writeString(file, "");
    assertThat(log.summary().turns()).isZero();
    assertThat(newestFirst(log)).isEmpty();
    append(log, "d");
    assertThat(oldestFirst(log())).containsExactly(Histories.request(0, "d"));
  }

  @Test
  void findsNoConversationByALink() throws Exception {
    Path elsewhere = workspace.resolve("elsewhere");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);
    assertThat(store().conversations(false)).isEmpty();
    assertThatThrownBy(this::log)
        .hasMessage(
            file
                + " is a symbolic link to "
                + elsewhere
                + ", which a store does not follow: replace it with its target, or delete it");
  }

  @Test
  void doesNotFollowALinkToAConversationsDirectory() throws Exception {
    Path elsewhere = workspace.resolve("elsewhere");
    Files.move(file.getParent(), elsewhere);
    Files.createSymbolicLink(file.getParent(), elsewhere);
    assertThat(store().conversations(false)).isEmpty();
    assertThatThrownBy(() -> store().remove(ID))
        .hasMessageStartingWith(file.getParent() + " is a symbolic link to " + elsewhere);
    assertThat(elsewhere.resolve("events.jsonl")).exists();
  }
}
