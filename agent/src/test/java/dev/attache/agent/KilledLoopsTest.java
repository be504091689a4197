package dev.attache.agent;

import static dev.attache.test.LongWait.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.EnumMap;
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
 * Programs that are killed while they run loops in several conversations, one for each wire, each
 * of which the next program takes over from: at any moment, since the time until then is by chance.
 */
@Tag("process")
@Tag("network")
class KilledLoopsTest {

  private static final int KILLS =
      Integer.getInteger("attache.kills", Boolean.getBoolean("attache.slow") ? 200 : 3);
  private static final int KILLS_OF_ONE_STORE = 50;
  private static final int KILLED = 128 + 9; // the status of a program that was
  private static final long SEED = Long.getLong("attache.seed", 22);

  @TempDir Path directory;

  private final Random random = new Random(SEED);

  @Test
  void takesOverFromWhereAProgramWasKilled() throws Exception {
    int left = 0;
    int ran = 0;
    int diffs = 0;
    for (int kill = 0; kill < KILLS; kill += KILLS_OF_ONE_STORE) {
      Path workspace = Files.createDirectory(directory.resolve("w" + kill)).toRealPath();
      Files.writeString(workspace.resolve(LoopProgram.FILE), LoopProgram.content(0));
      var talks = new ArrayList<Talk>();
      for (FakeWire wire : FakeWire.values()) {
        talks.add(new Talk(wire, SEED + kill));
      }
      try {
        kill(workspace, talks, Math.min(KILLS_OF_ONE_STORE, KILLS - kill));
      } finally {
        talks.forEach(Talk::close);
      }
      var problems = new ArrayList<String>();
      LoopProgram.store(workspace).verify(problems::add);
      assertThat(problems).isEmpty();
      for (Talk talk : talks) {
        talk.requireUnbroken();
        Map<String, Integer> runs = runs(workspace, talk.wire);
        assertThat(runs.values()).as("how often each call ran").containsOnly(1);
        ran += runs.size();
        left += check(workspace, talk.wire, runs);
        diffs += talk.diffs;
      }
    }
    assertThat(ran).as("calls that ran").isGreaterThan(KILLS);
    assertThat(left).as("calls that a program has left, so that this tests something").isPositive();
    assertThat(diffs).as("diffs").isPositive();
  }

  /** Kills programs, and lets the last one answer what it has been left. */
  private void kill(Path workspace, List<Talk> talks, int kills) throws Exception {
    Map<FakeWire, String> urls = new EnumMap<>(FakeWire.class);
    talks.forEach(talk -> urls.put(talk.wire, talk.fake.url()));
    Process next = LoopProgram.start(workspace, urls);
    for (int kill = 0; kill <= kills; kill++) {
      Process process = next;
      try (var said = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
        assertThat(said.readLine()).isEqualTo("ready");
        int asked = requests(talks);
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        if (kill < kills) {
          next = LoopProgram.start(workspace, urls); // it gets ready meanwhile
          int more = random.nextInt(3 * talks.size()); // how far it comes before it is killed
          await().until(() -> !process.isAlive() || requests(talks) >= asked + more);
          Thread.sleep(random.nextInt(60)); // the moment within what it does then
        } else {
          process.getOutputStream().close();
          assertThat(said.lines().toList())
              .hasSizeGreaterThanOrEqualTo(talks.size())
              .allMatch(line -> line.matches("answered \\w+ (ANSWERED|REPEATS)"));
        }
      } finally {
        process.toHandle().destroyForcibly();
        process.waitFor();
      }
      talks.forEach(Talk::requireUnbroken);
      assertThat(process.exitValue()).as("how it ended").isEqualTo(kill < kills ? KILLED : 0);
    }
  }

  private static int requests(List<Talk> talks) {
    return talks.stream().mapToInt(talk -> talk.fake.requests().size()).sum();
  }

  /** A conversation that is seen by its provider. */
  private static final class Talk implements AutoCloseable {
    final FakeWire wire;
    final FakeProvider fake = FakeProvider.start(this::answer);
    private final BodyRules rules = new BodyRules(true);
    private final Random model;
    private int calls;
    private int diffs;
    private @Nullable String lastSent;
    private @Nullable Throwable broken;

    Talk(FakeWire wire, long seed) {
      this.wire = wire;
      this.model = new Random(seed * 31 + List.of(FakeWire.values()).indexOf(wire));
      for (int version = 0; version < LoopProgram.VERSIONS; version++) {
        String text = LoopProgram.content(version);
        byte[] bytes = text.getBytes(UTF_8);
        String digest = ContentDigest.sha256(bytes).shortForm();
        rules.know(new Content(LoopProgram.FILE, digest, text, true, bytes.length));
      }
    }

    private synchronized Answer answer(Received received) {
      try {
        SeenBody body = SeenBody.of(wire, received.body());
        diffs += rules.check(body, turns(body), false).diffs();
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

    synchronized void requireUnbroken() {
      if (broken != null) {
        throw new AssertionError("seed " + SEED + ", " + wire + ": " + broken.getMessage(), broken);
      }
    }

    private int random(int bound) {
      return model.nextInt(bound);
    }

    private static List<BodyRules.Turn> turns(SeenBody body) {
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
        String id = "c" + calls++;
        says.add(
            switch (random(7)) {
              case 0, 1 -> FakeWire.call(id, "refresh_resource", "{\"uri\":\"a.txt\"}");
              case 2 ->
                  FakeWire.call(id, "edit", "{\"to\":\"" + random(LoopProgram.VERSIONS) + "\"}");
              default -> FakeWire.call(id, "count", "{\"n\":\"n" + id + "\"}");
            });
      }
      return says;
    }

    @Override
    public void close() {
      fake.close();
    }
  }

  private static Map<String, Integer> runs(Path workspace, FakeWire wire) throws IOException {
    var runs = new HashMap<String, Integer>();
    for (String line : Files.readAllLines(LoopProgram.runs(workspace, wire))) {
      runs.merge(line, 1, Integer::sum);
    }
    return runs;
  }

  /** Checks the history, and returns how many calls have a result that says they were not run. */
  private static int check(Path workspace, FakeWire wire, Map<String, Integer> runs)
      throws IOException {
    Conversation conversation = LoopProgram.conversation(LoopProgram.store(workspace), wire);
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
