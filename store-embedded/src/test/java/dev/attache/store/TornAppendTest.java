package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.declaration;
import static dev.attache.store.Histories.newestFirst;
import static dev.attache.store.Histories.oldestFirst;
import static dev.attache.store.Histories.request;
import static dev.attache.store.Histories.response;
import static dev.attache.store.Histories.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.ConversationLog;
import dev.attache.history.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An append of several events, of which a crash has left the first part. */
class TornAppendTest {

  private static final String MARK = ",\"more\":true,\"sum\":\"[0-9a-f]{8}-[0-9a-f]{8}\"}";
  private static final String WHY = "what was to be added with it is missing";

  @TempDir Path workspace;
  private Path file;
  private final List<ConversationEvent> before = List.of(declaration(0, "x.txt"), request(0, "a"));
  private final List<ConversationEvent> together =
      List.of(declaration(1, "y.txt"), request(1, "b"), response(1, "c"));
  private int wholeBefore;

  @BeforeEach
  void appendThreeEventsAtOnce() throws Exception {
    file = workspace.resolve(".attache/conversations/talk/events.jsonl");
    ConversationLog log = EmbeddedStore.at(workspace.resolve(".attache")).create(ID);
    log.append(null, now -> before);
    wholeBefore = (int) Files.size(file);
    Path summary = file.resolveSibling("summary.json");
    byte[] known = Files.readAllBytes(summary);
    log.append(null, now -> together);
    Files.write(summary, known); // which is written last, so that a crash leaves the old one
  }

  private ConversationLog log() throws StoreException {
    return EmbeddedStore.at(workspace.resolve(".attache")).open(ID);
  }

  private List<String> lines() throws IOException {
    return new ArrayList<>(Files.readAllLines(file));
  }

  private List<String> verified() throws StoreException {
    var problems = new ArrayList<String>();
    EmbeddedStore.at(workspace.resolve(".attache")).verify(problems::add);
    return problems;
  }

  @Test
  void marksAllLinesOfAnAppendButTheLast() throws Exception {
    assertThat(lines().stream().map(line -> line.matches(".*" + MARK)))
        .containsExactly(false, false, true, true, false);
    assertThat(oldestFirst(log())).startsWith(before.get(0)).endsWith(together.get(2)).hasSize(5);
    assertThat(verified()).isEmpty();
  }

  @Test
  void isThereWithAllItsEventsOrWithNoneWhereverItIsCutOff() throws Exception {
    byte[] all = Files.readAllBytes(file);
    var whole = new ArrayList<>(before);
    whole.addAll(together);
    for (int size = wholeBefore; size <= all.length; size++) {
      Files.write(file, Arrays.copyOf(all, size));
      boolean isWhole = size >= all.length - 1; // the line feed may be missing
      List<ConversationEvent> expected = isWhole ? whole : before;
      assertThat(oldestFirst(log())).as("%d bytes", size).isEqualTo(expected);
      List<ConversationEvent> backward = newestFirst(log());
      assertThat(backward).hasSize(expected.size()).endsWith(before.get(0));
      assertThat(log().summary().turns()).isEqualTo(isWhole ? 2 : 1);
      assertThat(log().summary().declarations()).hasSize(isWhole ? 2 : 1);
      assertThat(log().problems()).isEmpty();
    }
  }

  @Test
  void isSetAsideByTheNextAppendAndNamed() throws Exception {
    byte[] all = Files.readAllBytes(file);
    int cut = all.length - 20;
    Files.write(file, Arrays.copyOf(all, cut));
    assertThat(verified())
        .hasSize(3)
        .startsWith(file + ", line 3 was skipped: " + WHY, file + ", line 4 was skipped: " + WHY);
    ConversationLog log = log();
    append(log, "d");
    assertThat(oldestFirst(log())).isEqualTo(concat(before, request(1, "d")));
    assertThat(Files.readAllBytes(file.resolveSibling("events.jsonl.torn-1")))
        .isEqualTo(Arrays.copyOfRange(all, wholeBefore, cut));
    assertThat(log.problems())
        .hasSize(3)
        .startsWith(
            file + ", line 3 was skipped: " + WHY + "; set aside as events.jsonl.torn-1",
            file + ", line 4 was skipped: " + WHY + "; set aside as events.jsonl.torn-1")
        .allMatch(line -> line.endsWith("; set aside as events.jsonl.torn-1"));
    assertThat(verified())
        .singleElement()
        .asString()
        .startsWith(file.resolveSibling("events.jsonl.torn-1") + " was set aside: ");
  }

  private static List<ConversationEvent> concat(
      List<ConversationEvent> first, ConversationEvent last) {
    var all = new ArrayList<>(first);
    all.add(last);
    return all;
  }

  @Test
  void isNamedByWhoReadsItInBothDirections() throws Exception {
    List<String> lines = lines();
    Files.write(file, lines.subList(0, 4));
    ConversationLog forward = log();
    assertThat(oldestFirst(forward)).isEqualTo(before);
    ConversationLog backward = log();
    assertThat(newestFirst(backward)).hasSize(2);
    String[] problems = {
      file + ", line 3 was skipped: " + WHY, file + ", line 4 was skipped: " + WHY
    };
    assertThat(forward.problems()).containsExactly(problems);
    assertThat(backward.problems()).containsExactlyInAnyOrder(problems);
  }

  @Test
  void mattersAtTheEndOfTheFileOnly() throws Exception {
    List<String> lines = lines();
    lines.remove(4);
    lines.add("a note by hand");
    lines.add(lines.get(1).replace("\"turn\":0", "\"turn\":2"));
    Files.write(file, lines);
    assertThat(oldestFirst(log())).hasSize(5);
    append(log(), "d");
    assertThat(file.resolveSibling("events.jsonl.torn-1")).doesNotExist();
    assertThat(texts(log())).endsWith("d");
  }

  @Test
  void isNotToBeReadFromAFieldOfThatNameInAnEvent() throws Exception {
    var other = new Other(Histories.START, 2, "else", "{\"more\":true}");
    log().append(null, now -> List.of(other));
    assertThat(lines().get(5)).contains(",\"more\":true ,\"sum\":");
    assertThat(oldestFirst(log())).hasSize(6).endsWith(other);
    log().append(null, now -> List.of(other, request(2, "z")));
    assertThat(oldestFirst(log())).hasSize(8).endsWith(other, request(2, "z"));
  }

  @Test
  void aTokenIsNotToBeReadFromAFieldOfThatNameInAnEvent() throws Exception {
    var token = AppendToken.of("x");
    var other = new Other(Histories.START, 2, "else", "{\"append\":\"x\"}");
    log().append(null, now -> List.of(other));
    assertThat(lines().get(5)).contains(",\"append\":\"x\" ,\"sum\":");
    assertThat(oldestFirst(log())).hasSize(6).endsWith(other);
    assertThat(log().appended(token)).isEmpty();
    log().append(token, null, now -> List.of(other, request(2, "z")));
    assertThat(lines().get(6))
        .contains(",\"append\":\"x\",\"append\":\"x\",\"more\":true,\"sum\":");
    assertThat(log().appended(token)).containsExactly(other, request(2, "z"));
    assertThat(oldestFirst(log())).hasSize(8).endsWith(other, request(2, "z"));
  }

  @Test
  void hasNoTokenThatIsKnownAgain() throws Exception {
    var token = AppendToken.of("once");
    log().append(token, null, now -> List.of(request(2, "d"), response(2, "e")));
    Files.write(file, lines().subList(0, 6));
    assertThat(log().appended(token)).isEmpty();
    assertThat(log().append(token, null, now -> List.of(request(2, "again"))).isRepeated())
        .isFalse();
    assertThat(log().appended(token)).containsExactly(request(2, "again"));
  }

  @Test
  void isNotHiddenFromTheNextWriterByAReader() throws Exception {
    List<String> lines = lines();
    Files.write(file, lines.subList(0, 3));
    Files.delete(file.resolveSibling("summary.json"));
    assertThat(log().summary().turns()).isOne();
    append(log(), "d");
    assertThat(file.resolveSibling("events.jsonl.torn-1")).hasContent(lines.get(2) + "\n");
    assertThat(oldestFirst(log())).isEqualTo(concat(before, request(1, "d")));
  }
}
