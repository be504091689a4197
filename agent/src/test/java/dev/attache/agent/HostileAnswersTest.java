package dev.attache.agent;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.text;
import static dev.attache.test.FakeWire.thought;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.agent.SeenBody.Message;
import dev.attache.agent.SeenBody.Piece;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.answer.AnswerItem;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ListedModel;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that no model gives which means well, in the words of every wire. */
@Tag("network")
class HostileAnswersTest {

  private static final String MEBIBYTE = "word ".repeat((1 << 20) / 5 + 1).substring(0, 1 << 20);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void givesEachCallBeyondTheLimitAResultOfItsOwn(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var told = new ArrayList<Integer>();
      var listener =
          new LoopListener() {
            @Override
            public void notRun(List<ToolResult> results) {
              told.add(results.size());
            }
          };
      var calls = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < 200; i++) {
        calls.add(call("c" + i, "look", "{\"n\":" + i + "}"));
      }
      loop.ask("Look.").fake.answer(wire.streamed(calls));
      loop.answers(text("Seen."));
      LoopOutcome outcome =
          loop.loop()
              .tools(List.of(LoopWorkspace.tool("look", arguments -> "seen")))
              .approval(ToolApproval.EVERYTHING)
              .listener(listener)
              .build()
              .run();
      assertThat(told).containsExactly(72);
      List<String> results = loop.events(ToolResult.class).stream().map(this::shown).toList();
      assertThat(results).hasSize(200);
      assertThat(results.subList(0, 128)).containsOnly("seen");
      assertThat(results.subList(128, 200))
          .containsOnly(
              "The call was not run: one answer may have 128 calls, and this one had 200. Make"
                  + " fewer at a time.");
      assertThat(outcome.text()).isEqualTo("Seen.");
      assertEachCallHasItsResult(loop, 200);
    }
  }

  @Test
  void runsAsManyCallsAsItIsTold() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      var files = new String[300];
      var calls = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < files.length; i++) {
        files[i] = i + ".txt";
        loop.write(files[i], i + "\n" + LoopWorkspace.LONG);
        calls.add(call("c" + i, "refresh_resource", "{\"uri\": \"" + files[i] + "\"}"));
      }
      loop.ask("Look.", files).fake.answer(loop.wire.streamed(calls));
      for (String file : files) {
        loop.write(file, "new " + LoopWorkspace.LONG.repeat(2));
      }
      loop.answers(text("Seen."));
      LoopOutcome outcome = loop.loop().limits(LoopLimits.STANDARD.calls(300)).build().run();
      assertThat(outcome.text()).isEqualTo("Seen.");
      assertThat(loop.events(ToolResult.class))
          .hasSize(300)
          .allMatch(each -> each.response().content().get(0) instanceof DeliveredBlock);
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsCallsApartThatAllHaveOneId(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var calls = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < 128; i++) {
        calls.add(call("same", "none" + i, "{}"));
      }
      loop.ask("Look.").fake.answer(wire.streamed(calls));
      loop.answers(text("Seen."));
      loop.loop().build().run();
      assertEachCallHasItsResult(loop, 128);
    }
  }

  @ParameterizedTest
  @EnumSource
  void sendsBackNoNameThatAProviderRefuses(FakeWire wire) throws IOException {
    List<String> names =
        List.of(
            "",
            "functions.refresh_resource",
            "assistant<|channel|>json",
            "\u001b[31mred\u202eevil\nnl",
            "x".repeat(2_000_000));
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var calls = new ArrayList<FakeWire.Say>();
      for (String name : names) {
        calls.add(call("id " + name, name, "{\"uri\":\"a\"}"));
      }
      loop.ask("Look.").fake.answer(wire.streamed(calls));
      loop.answers(text("Seen."));
      loop.loop().build().run();
      assertThat(loop.events(ToolResult.class))
          .hasSize(names.size())
          .allMatch(each -> shown(each).startsWith("There is no tool "));
      assertThat(loop.bodies().get(1)).hasSizeLessThan(20_000);
      Set<String> sent = new HashSet<>();
      for (Piece.Call each : assertEachCallHasItsResult(loop, names.size())) {
        assertThat(each.id()).matches(Tool.NAME);
        assertThat(each.name()).matches(Tool.NAME).isNotEqualTo("refresh_resource");
        sent.add(each.name());
      }
      assertThat(sent).hasSize(names.size());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ANTHROPIC", "RESPONSES", "CHAT", "COMPATIBLE", "OPENROUTER"})
  void sendsBackAnObjectWhateverTheArgumentsAre(FakeWire wire) throws IOException {
    List<String> arguments = List.of("{\"uri\":", "null", "[1]", "go", "{} {}", "{\"a\":1}");
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var calls = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < arguments.size(); i++) {
        calls.add(call("c" + i, "refresh_resource", arguments.get(i)));
      }
      loop.ask("Look.").fake.answer(wire.streamed(calls));
      loop.answers(text("Seen."));
      loop.loop().build().run();
      List<Piece.Call> sent = assertEachCallHasItsResult(loop, arguments.size());
      for (int i = 0; i < arguments.size() - 1; i++) {
        assertThat(sent.get(i).arguments().path("INVALID_JSON").asText())
            .isEqualTo(arguments.get(i));
      }
      assertThat(sent.get(arguments.size() - 1).arguments()).hasToString("{\"a\":1}");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ANTHROPIC", "RESPONSES", "CHAT", "COMPATIBLE", "OPENROUTER", "GEMINI"})
  void sendsBackTheSameShortIdInCallAndResultToEachWire(FakeWire wire) throws IOException {
    List<String> ids = List.of("x".repeat(41), "x".repeat(65), "x".repeat(1324), "a.b", "", "ä");
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var calls = new ArrayList<FakeWire.Say>();
      for (String id : ids) {
        calls.add(call(id, "none" + calls.size(), "{}"));
      }
      loop.ask("Look.").fake.answer(wire.streamed(calls));
      loop.answers(text("Seen."));
      loop.loop().build().run();
      assertThat(assertEachCallHasItsResult(loop, ids.size()))
          .allSatisfy(each -> assertThat(each.id()).matches("[-_A-Za-z0-9]{1,40}"));
    }
  }

  @Test
  void takesTheObjectInATextForTheArguments() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Look.").answers(call("c", "look", "\"{\\\"n\\\": 1}\"")).answers(text("Seen."));
      var given = new ArrayList<Object>();
      loop.loop()
          .tools(List.of(LoopWorkspace.tool("look", arguments -> "" + given.add(arguments))))
          .approval(ToolApproval.EVERYTHING)
          .build()
          .run();
      assertThat(given).containsExactly(Map.of("n", 1));
      assertThat(assertEachCallHasItsResult(loop, 1).get(0).arguments()).hasToString("{\"n\":1}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsEightMebibytesOfATextThatDoesNotEnd(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var says = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < 9; i++) {
        says.add(text(MEBIBYTE));
      }
      loop.ask("Talk.").fake.answer(wire.streamed(says));
      assertCut(loop);
      assertThat(loop.events(ModelAnswer.class))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.isInterrupted()).isTrue();
                assertThat(RecordedAnswer.text(each.items())).isEqualTo(MEBIBYTE.repeat(8));
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsWhatWasSaidBeforeArgumentsThatDoNotEnd(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      String arguments = "{\"uri\":\"" + MEBIBYTE.repeat(9) + "\"}";
      loop.ask("Talk.").answers(text("I look."), call("c", "refresh_resource", arguments));
      assertCut(loop);
      assertThat(loop.events(ModelAnswer.class))
          .singleElement()
          .satisfies(
              each -> assertThat(each.items()).containsExactly(new AnswerItem.Text("I look.")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void endsThoughtsThatDoNotEnd(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var says = new ArrayList<FakeWire.Say>();
      says.add(text("I think."));
      for (int i = 0; i < 9; i++) {
        says.add(thought(MEBIBYTE));
      }
      loop.ask("Talk.").fake.answer(wire.streamed(says));
      assertCut(loop);
      assertThat(loop.events(ModelAnswer.class))
          .singleElement()
          .satisfies(
              each -> assertThat(each.items()).containsExactly(new AnswerItem.Text("I think.")));
    }
  }

  private static void assertCut(LoopWorkspace loop) throws IOException {
    assertThatThrownBy(loop.loop().build()::run)
        .isInstanceOf(ModelException.class)
        .hasMessage(loop.wire.provider() + ": the answer was cut at 8 MiB");
  }

  @Test
  void keepsWhatHadComeWhenMemoryEnds() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Talk.");
      AskedModel model = loop.model();
      var asked =
          new AskedModel(
              model.name(),
              model.provider(),
              new Greedy(),
              model.profile(),
              model.model(),
              model.settings());
      assertThatThrownBy(AgentLoop.builder(loop.conversation, asked).build()::run)
          .isInstanceOf(ModelException.class)
          .hasMessage("out of memory while the answer came; Java needs more (-Xmx)");
      assertThat(loop.events(ModelAnswer.class))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.isInterrupted()).isTrue();
                assertThat(RecordedAnswer.text(each.items())).isEqualTo("So far");
              });
      loop.answers(text(" so good."));
      assertThat(loop.loop().build().run().text()).isEqualTo(" so good.");
    }
  }

  /** A connector to a model that says something, and takes all memory. */
  private static final class Greedy implements ModelConnector {

    @Override
    public String name() {
      return "greedy";
    }

    @Override
    public List<ListedModel> listModels(ModelProfile profile, ModelSettings settings) {
      return List.of();
    }

    @Override
    public OptionalLong countTokens(
        ModelRequest request, RequestBody body, ModelSettings settings) {
      return OptionalLong.empty();
    }

    @Override
    public ModelCall open(ModelRequest request, RequestBody body, ModelSettings settings) {
      return new ModelCall() {
        private boolean hasBegun;

        @Override
        public ModelEvent next() {
          if (hasBegun) {
            throw new OutOfMemoryError("Java heap space");
          }
          hasBegun = true;
          return new ModelEvent.TextDelta("So far");
        }

        @Override
        public @Nullable String requestId() {
          return null;
        }

        @Override
        public void cancel() {}

        @Override
        public void close() {}
      };
    }
  }

  /** Returns the calls that went back with the second request, each of which has one result. */
  private static List<Piece.Call> assertEachCallHasItsResult(LoopWorkspace loop, int count) {
    var calls = new ArrayList<Piece.Call>();
    var results = new ArrayList<String>();
    for (Message each : SeenBody.of(loop.wire, loop.bodies().get(1)).messages()) {
      calls.addAll(each.pieces(Piece.Call.class));
      each.pieces(Piece.Result.class).forEach(result -> results.add(result.id()));
    }
    assertThat(calls).hasSize(count);
    assertThat(results)
        .doesNotHaveDuplicates()
        .containsExactlyElementsOf(calls.stream().map(Piece.Call::id).toList());
    return calls;
  }

  private String shown(ToolResult result) {
    try (InputStream in = ((TextBlock) result.response().content().get(0)).text().open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
