package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.attache.agent.BodyRules.Content;
import dev.attache.agent.SeenBody.Piece;
import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.EventStream;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.store.EmbeddedStore;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeProvider.Received;
import dev.attache.test.FakeWire;
import dev.attache.test.FakeWire.Say;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that are killed while they run a loop, each of which the next one takes over from: at
 * any moment, since the time until then is by chance.
 */
@Tag("process")
@Tag("network")
class KilledLoopsTest {

  private static final int KILLS =
      Integer.getInteger("attache.kills", Boolean.getBoolean("attache.slow") ? 200 : 40);
  private static final int CONVERSATIONS = 4;
  private static final long SEED = Long.getLong("attache.seed", 22);

  @TempDir Path directory;

  private final Random random = new Random(SEED);
  private final Random model = new Random(SEED);
  private final BodyRules rules = new BodyRules();
  private FakeWire wire = FakeWire.CHAT;
  private int calls;
  private @Nullable String lastSent;
  private @Nullable Throwable broken;

  @Test
  void takesOverFromWhereAProgramWasKilled() throws Exception {
    int left = 0;
    int ran = 0;
    List<FakeWire> wires =
        List.of(FakeWire.ANTHROPIC, FakeWire.RESPONSES, FakeWire.GEMINI, FakeWire.OLLAMA);
    for (int i = 0; i < CONVERSATIONS; i++) {
      wire = wires.get(i);
      lastSent = null;
      Path workspace = Files.createDirectory(directory.resolve("w" + i)).toRealPath();
      Files.writeString(workspace.resolve(LoopProgram.FILE), content());
      try (FakeProvider fake = FakeProvider.start(this::answer)) {
        kill(workspace, fake, KILLS / CONVERSATIONS);
      }
      if (broken != null) {
        throw new AssertionError(broken.getMessage(), broken);
      }
      Map<String, Integer> runs = runs(workspace);
      assertThat(runs.values()).as("how often each call ran").containsOnly(1);
      ran += runs.size();
      left += check(workspace, runs);
    }
    assertThat(ran).as("calls that ran").isGreaterThan(KILLS);
    assertThat(left).as("calls that a program has left, so that this tests something").isPositive();
  }

  /** Kills programs, and lets the last one answer what it has been left. */
  private void kill(Path workspace, FakeProvider fake, int kills) throws Exception {
    Process next = LoopProgram.start(workspace, wire, fake.url());
    for (int kill = 0; kill <= kills; kill++) {
      Process process = next;
      try (var said = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
        assertThat(said.readLine()).isEqualTo("ready");
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        if (kill < kills) {
          next = LoopProgram.start(workspace, wire, fake.url()); // it gets ready meanwhile
          int asked = fake.requests().size();
          int more = random.nextInt(3); // how far it comes before it is killed
          await()
              .atMost(Duration.ofMinutes(1))
              .until(() -> !process.isAlive() || fake.requests().size() >= asked + more);
          Thread.sleep(random.nextInt(60)); // the moment within what it does then
        } else {
          assertThat(said.readLine()).matches("answered (ANSWERED|REPEATS)");
        }
      } finally {
        process.toHandle().destroyForcibly();
        process.waitFor();
      }
    }
  }

  private String content() {
    String name = LoopProgram.FILE + ", version 0 of " + SEED + "\n";
    String text = "begin of " + name + "a line of it\n".repeat(200) + "end of " + name;
    byte[] bytes = text.getBytes(UTF_8);
    rules.know(
        new Content(
            LoopProgram.FILE, ContentDigest.sha256(bytes).shortForm(), text, true, bytes.length));
    return text;
  }

  private synchronized Answer answer(Received received) {
    try {
      SeenBody body = SeenBody.of(wire, received.body());
      List<BodyRules.Turn> turns = turns(body);
      rules.check(body, turns, false);
      if (lastSent != null) {
        assertThat(body.text()).startsWith(lastSent);
      }
      lastSent = body.text();
      return wire.streamed(says()).inPieces(200, random(2));
    } catch (Throwable e) { // on a thread of the server: told to the test
      broken = broken == null ? e : broken;
      return Answer.json(400, "{\"error\":{\"message\":\"the test has failed\"}}");
    }
  }

  private int random(int bound) {
    return model.nextInt(bound);
  }

  private List<BodyRules.Turn> turns(SeenBody body) {
    int count = 0;
    for (SeenBody.Message message : body.messages()) {
      for (Piece.Words words : message.pieces(Piece.Words.class)) {
        count += words.text().split("Question \\d+ of this talk", -1).length - 1;
      }
    }
    var turns = new ArrayList<BodyRules.Turn>();
    for (int i = 0; i < count; i++) {
      turns.add(new BodyRules.Turn(i, List.of()));
    }
    return turns;
  }

  private List<Say> says() {
    var says = new ArrayList<Say>();
    says.add(FakeWire.text("Answer " + calls + "."));
    for (int i = random(5); i > 0; i--) {
      says.add(
          random(4) == 0
              ? FakeWire.call("c" + calls++, "refresh_resource", "{\"uri\":\"a.txt\"}")
              : FakeWire.call("c" + calls, "count", "{\"n\":\"n" + calls++ + "\"}"));
    }
    return says;
  }

  private static Map<String, Integer> runs(Path workspace) throws IOException {
    var runs = new HashMap<String, Integer>();
    for (String line : Files.readAllLines(workspace.resolve("runs"))) {
      runs.merge(line, 1, Integer::sum);
    }
    return runs;
  }

  /** Checks the history, and returns how many calls have a result that says they were not run. */
  private static int check(Path workspace, Map<String, Integer> runs) throws IOException {
    var problems = new ArrayList<String>();
    EmbeddedStore.at(workspace.resolve(".attache")).verify(problems::add);
    assertThat(problems).isEmpty();
    Conversation conversation = LoopProgram.conversation(workspace);
    assertThat(conversation.log().problems()).isEmpty();
    var open = new HashMap<String, AnswerItem.Call>();
    var done = new HashSet<String>();
    int left = 0;
    try (EventStream events = conversation.log().oldestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof ModelAnswer answer) {
          assertThat(open).isEmpty();
          answer.calls().forEach(call -> open.put(call.id(), call));
        } else if (event instanceof ToolResult result) {
          AnswerItem.Call call = open.remove(result.id());
          assertThat(call).as(result.id()).isNotNull();
          String text = text(result);
          left += text.startsWith("The call was not run") ? 1 : 0;
          if (text.startsWith("counted ")) {
            assertThat(runs).containsKey(text.substring(8));
            assertThat(done.add(text)).isTrue();
          }
        }
      }
    }
    assertThat(open).isEmpty();
    return left;
  }

  private static String text(ToolResult result) throws IOException {
    return result.response().content().get(0) instanceof TextBlock text
        ? new String(text.text().open().readAllBytes(), UTF_8)
        : "";
  }
}
