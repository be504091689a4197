package dev.attache.agent;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.cut;
import static dev.attache.test.FakeWire.text;
import static dev.attache.test.FakeWire.thought;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.agent.LoopOutcome.End;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.tool.ToolCaller;
import dev.attache.delivery.OmissionCost;
import dev.attache.delivery.names.UriNames;
import dev.attache.history.ConversationEvent.Answer;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Question;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.OfferedTool;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("network")
class AgentLoopTest {

  private static final String REFRESH = "{\"uri\": \"a.txt\"}";

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void answersATurnWithWhatItsToolsSay(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.write("a.txt", LoopWorkspace.LONG).ask("Change it and look again.", "a.txt");
      loop.answers(thought("I edit."), text("Editing. "), call("c1", "edit", "{\"to\": \"b\"}"));
      loop.answers(call("c2", "refresh_resource", REFRESH));
      loop.answers(call("c3", "refresh_resource", REFRESH));
      loop.answers(call("c4", "refresh_resource", REFRESH));
      loop.answers(text("It says b now."));
      LoopTool edit =
          LoopWorkspace.tool(
              "edit",
              arguments -> {
                loop.write("a.txt", arguments.get("to") + LoopWorkspace.LONG);
                return "edited";
              });
      LoopOutcome outcome =
          loop.loop().tools(List.of(edit)).approval(ToolApproval.EVERYTHING).build().run();

      assertThat(outcome.end()).isEqualTo(End.ANSWERED);
      assertThat(outcome.text()).isEqualTo("It says b now.");
      assertThat(outcome.requests()).isEqualTo(5);
      assertThat(loop.events(ToolResult.class))
          .extracting(AgentLoopTest::shown)
          .containsExactly("edited", "diff", "reference", "full");
      assertThat(loop.events(ModelAnswer.class)).hasSize(5);
      assertThat(loop.bodies()).hasSize(5);
      assertThat(loop.bodies().subList(2, 5))
          .as("the same in each request")
          .allMatch(body -> body.contains("\\n-line of a file") && body.contains("\\n+bline of"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsOfAnAnswerWhatWasSentAndWhatItTook(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.ask("Hello?").answers(thought("Hm."), text("Hello, "), text("world."));
      ModelUsage usage = loop.loop().build().run().usage();
      ModelAnswer answer = loop.events(ModelAnswer.class).get(0);
      byte[] sent = loop.bodies().get(0).getBytes(UTF_8);
      assertThat(answer.sent())
          .isEqualTo(new ModelAnswer.Sent(ContentDigest.sha256(sent), sent.length));
      assertThat(usage).isEqualTo(answer.usage());
      assertThat(usage.input() + usage.cacheRead() + usage.cacheWrite()).isEqualTo(115);
      assertThat(usage.output()).isEqualTo(20);
      assertThat(answer.stop()).isEqualTo("end");
      assertThat(answer.parts()).hasSize(1);
      assertThat(answer.provider()).isEqualTo(wire.provider());
    }
  }

  @ParameterizedTest
  @EnumSource
  void runsCallsOfOneAnswerAtOnceAndRecordsThemInTheirOrder(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.ask("Do both.");
      loop.answers(call("x", "first", "{}"), call("y", "second", "{}"));
      loop.answers(text("Done."));
      var barrier = new CyclicBarrier(2);
      var slow = new CountDownLatch(1);
      LoopTool first =
          LoopWorkspace.tool(
              "first",
              arguments -> {
                await(barrier);
                await(slow);
                return "one";
              });
      LoopTool second =
          LoopWorkspace.tool(
              "second",
              arguments -> {
                await(barrier);
                slow.countDown();
                return "two";
              });
      loop.loop().tools(List.of(first, second)).approval(ToolApproval.EVERYTHING).build().run();
      assertThat(loop.events(ToolResult.class))
          .extracting(AgentLoopTest::shown)
          .containsExactly("one", "two");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "OLLAMA", mode = EnumSource.Mode.EXCLUDE) // which has ids of its own
  void givesThePartsOfALongOutputThatTheModelAsksFor(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.ask("Run it.");
      loop.answers(call("x", "run", "{}"));
      loop.answers(
          call("y", "refresh_resource", "{\"uri\":\"tool-output:0/x\",\"lines\":\"50000-50001\"}"));
      loop.answers(text("Done."));
      LoopTool run =
          LoopWorkspace.tool(
              "run",
              arguments ->
                  IntStream.rangeClosed(1, 100_000)
                      .mapToObj(i -> "line " + i + "\n")
                      .collect(Collectors.joining()));
      loop.loop().tools(List.of(run)).approval(ToolApproval.EVERYTHING).build().run();
      assertThat(loop.bodies().get(1))
          .hasSizeLessThan(80_000)
          .contains("line 1\\nline 2\\n", "of 100000 are left out; to read on", "line 99999\\n")
          .doesNotContain("line 50000\\n");
      assertThat(loop.bodies().get(2)).contains(" lines 50000-50001 of 100000\\nline 50000\\nline");
    }
  }

  @Test
  void approvesAllCallsOfAnAnswerBeforeOneRuns() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Do both.");
      loop.answers(call("x", "first", "{}"), call("y", "first", "{}"));
      loop.answers(text("Done."));
      List<String> order = Collections.synchronizedList(new ArrayList<>());
      LoopTool first = LoopWorkspace.tool("first", arguments -> "" + order.add("runs"));
      ToolApproval approval =
          (tool, arguments) -> {
            order.add("approved");
            return null;
          };
      loop.loop().tools(List.of(first)).approval(approval).build().run();
      assertThat(order).containsExactly("approved", "approved", "runs", "runs");
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesTheContentOnceWhereOneAnswerAsksForItSixteenTimes(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.write("a.txt", LoopWorkspace.LONG).ask("Look.", "a.txt");
      loop.write("a.txt", "new\n" + LoopWorkspace.LONG);
      var calls = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < 16; i++) {
        calls.add(call("c" + i, "refresh_resource", REFRESH));
      }
      loop.fake.answer(wire.streamed(calls));
      loop.answers(text("Seen."));
      loop.loop().build().run();
      List<String> shown =
          loop.events(ToolResult.class).stream().map(AgentLoopTest::shown).toList();
      assertThat(shown).hasSize(16).startsWith("diff");
      assertThat(shown.subList(1, 16)).containsOnly("reference");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {REFRESH, "{\"uri\":\"a.txt\",\"force\":true}"})
  void refersToTheFirstResultWhereOneAnswerHasTheSameCallSixteenTimes(String arguments)
      throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", LoopWorkspace.LONG).ask("Look.", "a.txt");
      var calls = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < 16; i++) {
        calls.add(call("c" + i, "refresh_resource", arguments));
      }
      for (int round = 0; round < 2; round++) {
        loop.fake.answer(loop.wire.streamed(calls));
      }
      loop.answers(text("Seen."));
      assertThat(loop.loop().build().run().end()).isEqualTo(End.ANSWERED);
      List<String> shown =
          loop.events(ToolResult.class).stream().map(AgentLoopTest::shown).toList();
      assertThat(shown).hasSize(32);
      assertThat(shown.subList(1, 16)).containsOnly("reference");
      assertThat(shown.subList(17, 32)).containsOnly("reference");
    }
  }

  @Test
  void runsACallThatIsRepeatedInOneAnswerOnceOnlyIfItChangesNothing() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Look.");
      var calls = new ArrayList<FakeWire.Say>();
      for (int i = 0; i < 16; i++) {
        calls.add(call("r" + i, "read", "{}"));
        calls.add(call("w" + i, "write", "{}"));
        calls.add(call("f" + i, "fail", "{}"));
      }
      loop.fake.answer(loop.wire.streamed(calls));
      loop.answers(call("other", "read", "{\"n\":1}"));
      loop.answers(text("Seen."));
      List<String> runs = Collections.synchronizedList(new ArrayList<>());
      List<String> approved = Collections.synchronizedList(new ArrayList<>());
      LoopTool read = readOnly(LoopWorkspace.tool("read", arguments -> ran(runs, "read")));
      LoopTool write = LoopWorkspace.tool("write", arguments -> ran(runs, "write"));
      LoopTool fail =
          readOnly(
              LoopWorkspace.tool(
                  "fail",
                  arguments -> {
                    throw new IllegalStateException("no");
                  }));
      ToolApproval approval =
          (tool, arguments) -> {
            approved.add(tool.offer().name());
            return null;
          };
      LoopOutcome outcome =
          loop.loop().tools(List.of(read, write, fail)).approval(approval).build().run();
      assertThat(outcome.end()).isEqualTo(End.ANSWERED);
      assertThat(Collections.frequency(runs, "read")).isEqualTo(2);
      assertThat(Collections.frequency(runs, "write")).isEqualTo(16);
      assertThat(Collections.frequency(approved, "read")).isEqualTo(2);
      List<ToolResult> results = loop.events(ToolResult.class);
      List<String> ofRead =
          results.stream()
              .filter(each -> each.name().equals("read"))
              .map(AgentLoopTest::shown)
              .toList();
      assertThat(ofRead).startsWith("read").endsWith("read").hasSize(17);
      assertThat(ofRead.subList(1, 16))
          .containsOnly("[the same call was made before in this answer; its result is above]");
      assertThat(results)
          .filteredOn(each -> each.name().equals("fail"))
          .hasSize(16)
          .allMatch(each -> each.response().isError());
    }
  }

  private static String ran(List<String> runs, String name) {
    runs.add(name);
    return name;
  }

  private static LoopTool readOnly(LoopTool tool) {
    return new LoopTool() {
      @Override
      public OfferedTool offer() {
        return tool.offer();
      }

      @Override
      public String source() {
        return tool.source();
      }

      @Override
      public boolean needsApproval() {
        return true;
      }

      @Override
      public boolean isReadOnly() {
        return true;
      }

      @Override
      public Answered call(Map<String, Object> arguments) throws IOException {
        return tool.call(arguments);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void asksOnceMoreWhereTheModelAnswersNothing(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      var told = new ArrayList<String>();
      var listener =
          new LoopListener() {
            @Override
            public void answeredNothing() {
              told.add("nothing");
            }
          };
      loop.ask("Hello?").answers(thought("Hm.")).answers(text("Hello."));
      assertThat(loop.loop().listener(listener).build().run())
          .satisfies(outcome -> assertThat(outcome.end()).isEqualTo(End.ANSWERED))
          .satisfies(outcome -> assertThat(outcome.text()).isEqualTo("Hello."))
          .satisfies(outcome -> assertThat(outcome.requests()).isEqualTo(2));
      assertThat(told).hasSize(1);
      assertThat(loop.bodies().get(1)).isEqualTo(loop.bodies().get(0));

      loop.ask("And now?").answers(text(" \n")).answers();
      assertThat(loop.loop().listener(listener).build().run().end()).isEqualTo(End.EMPTY);
      assertThat(told).hasSize(2);
      assertThat(AgentLoop.recorded(loop.conversation, 1)).isEmpty();

      loop.answers(text("Here."));
      assertThat(loop.loop().listener(listener).build().run().text()).isEqualTo("Here.");
      assertThat(told).hasSize(2);
      assertThat(loop.bodies().get(4)).isEqualTo(loop.bodies().get(2));
    }
  }

  @ParameterizedTest
  @EnumSource
  void estimatesForItsBudgetWhatNobodyCounts(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.ask("x".repeat(40_000));
      for (int i = 0; i < 2; i++) {
        loop.fake.answer(
            wire.changed(FakeWire::uncounted, List.of(call("c" + i, "none" + i, "{}"))));
      }
      LoopOutcome outcome = loop.loop().limits(LoopLimits.STANDARD.tokens(15_000L)).build().run();
      assertThat(outcome.end()).isEqualTo(End.TOKENS);
      assertThat(outcome.requests()).isEqualTo(2);
      assertThat(outcome.usage()).isEqualTo(ModelUsage.ZERO);
      assertThat(loop.events(ModelAnswer.class)).allMatch(each -> each.usage() == null);
    }
  }

  @ParameterizedTest
  @EnumSource
  void attachesWhatAPolicyAllowsAndGivesItOnce(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.write("a.txt", LoopWorkspace.LONG).write("b.txt", "b" + LoopWorkspace.LONG).ask("Look.");
      loop.answers(
          call("x", "attach_resource", "{\"uri\": \"a.txt\"}"),
          call("y", "attach_resource", "{\"uri\": \"none.txt\"}"),
          call("z", "attach_resource", "{\"uri\": \"b.txt\"}"));
      loop.answers(call("w", "refresh_resource", REFRESH));
      loop.answers(text("Seen."));
      var policy = new AttachPolicy(Set.of(), Set.of());
      LoopTool attach =
          LoopTool.attach(AttachResourceTool.of(loop.conversation, loop.resolver, policy), policy);
      LoopOutcome outcome = loop.loop().tools(List.of(attach)).build().run();
      assertThat(outcome.text()).isEqualTo("Seen.");
      assertThat(loop.events(ToolResult.class).stream().map(AgentLoopTest::shown))
          .containsExactly(
              "full", "none.txt is not there: no such file or directory.", "full", "reference");
      assertThat(loop.conversation.summary().turns()).isEqualTo(3);
      assertThat(loop.bodies().get(2)).containsOnlyOnce("b" + LoopWorkspace.LONG.substring(0, 40));
    }
  }

  @Test
  void goesOnWhereAProgramWasStoppedBetweenTwoResults() throws IOException {
    try (var stopped = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      stopped.ask("Do both.");
      stopped.answers(call("x", "first", "{}"), call("y", "second", "{}"));
      var runs = new ArrayList<String>();
      LoopTool first = LoopWorkspace.tool("first", arguments -> note(runs, "first"));
      LoopListener dies =
          new LoopListener() {
            @Override
            public void result(ToolResult result) throws IOException {
              throw new IOException("killed");
            }
          };
      LoopTool second = LoopWorkspace.tool("second", arguments -> untilItIsStopped());
      AgentLoop loop =
          stopped
              .loop()
              .tools(List.of(first, second))
              .approval(ToolApproval.EVERYTHING)
              .listener(dies)
              .build();
      assertThatThrownBy(loop::run).hasMessage("killed");
      try (LoopWorkspace later = stopped.reopened()) {
        later.answers(text("Both done."));
        LoopOutcome outcome =
            later
                .loop()
                .tools(List.of(first, second))
                .approval(ToolApproval.EVERYTHING)
                .build()
                .run();
        assertThat(outcome.text()).isEqualTo("Both done.");
        assertThat(later.events(ToolResult.class))
            .extracting(AgentLoopTest::shown)
            .containsExactly(
                "first",
                "The call was not run to its end: the program that ran it was stopped. Call again"
                    + " if needed.");
        assertThat(later.bodies()).hasSize(1);
      }
    }
  }

  @Test
  void asksNothingOfATurnThatIsAnswered() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Hello?").answers(text("Hello."));
      loop.loop().build().run();
      LoopOutcome again = loop.loop().build().run();
      assertThat(again.requests()).isZero();
      assertThat(again.text()).isEqualTo("Hello.");
      assertThat(loop.bodies()).hasSize(1);
    }
  }

  @Test
  void saysOfATurnThatIsAnsweredHowItsAnswerEnded() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Hello?").answers(text("Hel"), cut());
      assertThat(loop.loop().build().run().end()).isEqualTo(End.LENGTH);
      assertThat(loop.loop().build().run().end()).isEqualTo(End.LENGTH);
      assertThat(loop.bodies()).hasSize(1);
    }
  }

  @Test
  void recordsNoResultInATurnThatSomebodyElseHasBegun() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Look.").answers(call("a", "look", "{}"));
      LoopTool look =
          LoopWorkspace.tool(
              "look",
              arguments -> {
                loop.ask("And this?");
                return "seen";
              });
      AgentLoop running =
          loop.loop().tools(List.of(look)).approval(ToolApproval.EVERYTHING).build();
      assertThatThrownBy(running::run)
          .hasMessage(
              "another turn of loop has begun, and the result of a call of this one cannot be"
                  + " recorded any more");
      assertThat(loop.events(ToolResult.class)).isEmpty();

      loop.answers(text("This is it."));
      assertThat(loop.loop().build().run().text()).isEqualTo("This is it.");
      assertThat(loop.bodies().get(1)).contains("the call was not run");
    }
  }

  @Test
  void recordsNoAnswerToATurnThatAnotherLoopAnswersMeanwhile() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Hello?").answers(text("One."), text(" And more.")).answers(text("Two."));
      var besides =
          new LoopListener() {
            @Override
            public void asking(int number, RequestBody body, List<String> lost) throws IOException {
              loop.loop().build().run();
            }
          };
      assertThatThrownBy(loop.loop().listener(besides).build()::run)
          .isInstanceOf(StoreException.class)
          .hasMessage("another program is answering the same turn of loop");
      assertThat(loop.events(ModelAnswer.class)).hasSize(1);
      assertThat(loop.loop().build().run().text()).isEqualTo("One. And more.");
    }
  }

  @Test
  void asksNoMoreOnceAnotherLoopHasTakenOver() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Look.").answers(call("a", "look", "{}")).answers(text("Seen."));
      LoopTool look =
          LoopWorkspace.tool(
              "look",
              arguments -> {
                loop.loop().build().run();
                return "seen";
              });
      AgentLoop running =
          loop.loop().tools(List.of(look)).approval(ToolApproval.EVERYTHING).build();
      assertThatThrownBy(running::run).hasMessage("call a has a result in turn 0");
      assertThat(loop.bodies()).hasSize(2);
      assertThat(loop.bodies().get(1)).contains("The call was not run");
    }
  }

  @ParameterizedTest
  @EnumSource
  void keepsWhatHadComeOfAnAnswerThatBreaksOff(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.ask("Hello?");
      FakeProvider.Answer whole =
          wire.streamed(text("Half of it."), call("c", "refresh_resource", REFRESH));
      loop.fake.answer(whole.cutAfter(bytesUntil(wire, "Half of it.")));
      AgentLoop broken =
          AgentLoop.builder(loop.conversation, loop.model(loop.settings().tries(1).build()))
              .build();
      assertThatThrownBy(broken::run)
          .isInstanceOfSatisfying(
              ModelException.class,
              e -> assertThat(e.kind()).isEqualTo(ModelException.Kind.NETWORK));
      ModelAnswer answer = loop.events(ModelAnswer.class).get(0);
      assertThat(answer.isInterrupted()).isTrue();
      assertThat(answer.items()).containsExactly(new AnswerItem.Text("Half of it."));

      loop.answers(text("The rest."));
      LoopOutcome outcome = loop.loop().build().run();
      assertThat(outcome.text()).isEqualTo("The rest.");
      assertThat(loop.bodies().get(1)).contains("Half of it.");
    }
  }

  @Test
  void answersCallsThatCannotBeRun() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Try.");
      loop.answers(
          call("a", "nothing", "{}"),
          call("b", "refresh_resource", "{\"uri\": "),
          call("c", "refresh_resource", "[1]"),
          call("d", "edit", "{}"));
      loop.answers(text("I see."));
      LoopTool edit = LoopWorkspace.tool("edit", arguments -> "edited");
      loop.loop().tools(List.of(edit)).build().run();
      assertThat(loop.events(ToolResult.class))
          .extracting(AgentLoopTest::shown)
          .containsExactly(
              "There is no tool nothing. There are: refresh_resource, edit.",
              "The arguments of refresh_resource are not a JSON object: Unexpected end-of-input"
                  + " within/between Object entries (at character 8).",
              "The arguments of refresh_resource are not a JSON object: they are another JSON"
                  + " value.",
              "The call was not run: nobody is there to approve it.");
      assertThat(loop.events(ToolResult.class)).allMatch(each -> each.response().isError());
    }
  }

  @Test
  void tellsAModelThatItRepeatsItselfAndEndsAtLast() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Try.");
      for (int i = 0; i < 6; i++) {
        loop.answers(call("c", "look", "{}"));
      }
      LoopTool look = LoopWorkspace.tool("look", arguments -> "nothing");
      LoopOutcome outcome =
          loop.loop().tools(List.of(look)).approval(ToolApproval.EVERYTHING).build().run();
      assertThat(outcome.end()).isEqualTo(End.REPEATS);
      assertThat(outcome.requests()).isEqualTo(5);
      assertThat(loop.events(ToolResult.class).get(2).response().content())
          .last()
          .isEqualTo(
              TextBlock.of(
                  "[this call was made 3 times and gave the same answer each time; do something"
                      + " else]"));
      assertThat(loop.events(ModelAnswer.class).stream().flatMap(each -> each.calls().stream()))
          .extracting(AnswerItem.Call::id)
          .containsExactly("c", "c-2", "c-3", "c-4", "c-5");
    }
  }

  @Test
  void goesNoFurtherThanItsLimits() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Try.");
      loop.answers(call("a", "refresh_resource", "{}"))
          .answers(call("b", "refresh_resource", "{}"));
      assertThat(loop.loop().limits(LoopLimits.STANDARD.requests(2)).build().run().end())
          .isEqualTo(End.REQUESTS);
      loop.answers(call("c", "refresh_resource", "{}"));
      assertThat(loop.loop().limits(LoopLimits.STANDARD.tokens(135L)).build().run().end())
          .isEqualTo(End.TOKENS);
      loop.answers(text("It is lo"), call("d", "refresh_resource", "{}"), cut());
      LoopOutcome outcome = loop.loop().limits(LoopLimits.STANDARD.outputTokens(77)).build().run();
      assertThat(outcome.end()).isEqualTo(End.LENGTH);
      assertThat(loop.bodies().get(3)).contains("77");
      assertThat(loop.events(ToolResult.class).get(3).response().content())
          .containsExactly(
              TextBlock.of("The call was not run: the answer that has it was cut short."));
    }
  }

  @Test
  void endsACallThatSomebodyCancels() throws Exception {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Wait.").answers(call("a", "wait", "{}"), call("b", "wait", "{}"));
      var begun = new CountDownLatch(2);
      var never = new CountDownLatch(1);
      LoopTool wait =
          LoopWorkspace.tool(
              "wait",
              arguments -> {
                begun.countDown();
                await(never);
                return "waited";
              });
      AgentLoop running =
          loop.loop().tools(List.of(wait)).approval(ToolApproval.EVERYTHING).build();
      var canceller =
          new Thread(
              () -> {
                await(begun);
                running.cancel();
              });
      canceller.start();
      assertThat(running.run().end()).isEqualTo(End.CANCELLED);
      canceller.join();
      assertThat(loop.events(ToolResult.class))
          .extracting(AgentLoopTest::shown)
          .containsExactly(
              "The call was cancelled before it ended.", "The call was cancelled before it ended.");
    }
  }

  @Test
  void endsAnAnswerThatSomebodyCancels() throws Exception {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.ask("Wait.");
      loop.fake.answer(
          FakeWire.CHAT
              .streamed(text("Half of it."))
              .cutAfter(bytesUntil(FakeWire.CHAT, "Half of it."))
              .thenSilence());
      var cancelling = new AgentLoop[1];
      AgentLoop running =
          loop.loop()
              .listener(
                  new LoopListener() {
                    @Override
                    public void event(ModelEvent event) {
                      cancelling[0].cancel();
                    }
                  })
              .build();
      cancelling[0] = running;
      LoopOutcome outcome = running.run();
      assertThat(outcome.end()).isEqualTo(End.CANCELLED);
      assertThat(outcome.text()).isEqualTo("Half of it.");
      assertThat(loop.events(ModelAnswer.class)).allMatch(ModelAnswer::isInterrupted);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ANTHROPIC, messages.0.content.1.document.source: Could not process this.",
    "RESPONSES, Invalid input[0].content[3].image_url.",
    "CHAT, Invalid messages[0].content[3].image_url.url.",
    "OPENROUTER, Invalid messages[0].content[2].image_url.url.",
    "GEMINI, contents[0].parts[3].inline_data: Unable to process this."
  })
  void leavesOutTheImageThatAProviderRefusesAndAsksOnceMore(FakeWire wire, String message)
      throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      String sound = base64(loop.picture("a.png", 1));
      String refused = base64(loop.picture("logo.png", 2));
      loop.ask("What is this?", "a.png", "logo.png");
      loop.refuses(message).answers(text("A dot."));
      var said = new ArrayList<String>();
      LoopListener listener =
          new LoopListener() {
            @Override
            public void leftOut(String what, ModelException why) {
              said.add(what + ": " + why.message());
            }
          };
      LoopOutcome outcome = loop.loop().listener(listener).build().run();
      assertThat(outcome.text()).isEqualTo("A dot.");
      assertThat(outcome.requests()).isEqualTo(2);
      assertThat(said).hasSize(1);
      assertThat(said.get(0)).startsWith("logo.png: ").contains(message);
      assertThat(loop.events(Elision.class))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.reason()).isEqualTo("quarantined");
                assertThat(each.dropped()).containsExactly(DeliveryPlace.ofAttachment(0, 1));
              });
      loop.ask("And now?").answers(text("Still."));
      loop.loop().build().run();
      assertThat(loop.bodies().get(0)).contains(sound, refused);
      for (String body : loop.bodies().subList(1, 3)) {
        assertThat(body)
            .contains(sound, " at turn 0 is left out: the provider of a model refused it.")
            .doesNotContain(refused);
      }
    }
  }

  @Test
  void leavesOutWhatAToolAnsweredThatAProviderRefuses() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      byte[] picture = loop.picture("a.png", 1);
      LoopTool shot =
          LoopWorkspace.answering(
              "shot",
              arguments ->
                  new MediaBlock(
                      MediaBlock.Kind.IMAGE,
                      ResourceContent.blob(picture),
                      "image/png",
                      null,
                      Map.of()));
      loop.ask("Look.").answers(call("c", "shot", "{}"));
      loop.refuses("Could not process image").answers(text("I cannot see it."));
      LoopOutcome outcome =
          loop.loop()
              .tools(List.of(shot))
              .approval(ToolApproval.EVERYTHING)
              .limits(LoopLimits.STANDARD.requests(2))
              .build()
              .run();
      assertThat(outcome.text()).isEqualTo("I cannot see it.");
      assertThat(loop.bodies().get(1)).contains(base64(picture));
      assertThat(loop.bodies().get(2))
          .contains("The image that shot answered (image/png, sha256:")
          .doesNotContain(base64(picture));
    }
  }

  @Test
  void makesRoomWhenTheWindowIsNearlyFull() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      LoopTool look = LoopWorkspace.tool("look", arguments -> LoopWorkspace.LONG);
      AskedModel model = loop.modelOfWindow(168); // of which each answer and its request take 135
      loop.ask("Look.").answers(call("c", "look", "{}")).answers(text("I see."));
      AgentLoop first =
          AgentLoop.builder(loop.conversation, model)
              .tools(List.of(look))
              .approval(ToolApproval.EVERYTHING)
              .keptTurns(1)
              .build();
      assertThat(first.run().text()).isEqualTo("I see.");
      assertThat(loop.bodies().get(1))
          .as("in the turn that is kept")
          .contains(json(LoopWorkspace.LONG));
      var costs = new ArrayList<OmissionCost>();
      LoopListener listener =
          new LoopListener() {
            @Override
            public void madeRoom(Elision elision, OmissionCost cost) {
              costs.add(cost);
            }
          };
      loop.ask("And now?").answers(text("Nothing."));
      AgentLoop second =
          AgentLoop.builder(loop.conversation, model)
              .tools(List.of(look))
              .keptTurns(1)
              .listener(listener)
              .build();
      assertThat(second.run().text()).isEqualTo("Nothing.");
      assertThat(costs).hasSize(1);
      assertThat(costs.get(0).before()).isGreaterThan(1000);
      assertThat(costs.get(0).after()).isLessThan(100);
      assertThat(loop.bodies().get(2))
          .contains("The text that look answered (text/plain, sha256:", "is left out to make room.")
          .doesNotContain(json(LoopWorkspace.LONG));
    }
  }

  @ParameterizedTest
  @CsvSource({"169, 1", "168,"})
  void makesNoRoomWhereThereIsEnoughOrNobodyWantsIt(long window, @Nullable Integer keptTurns)
      throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      LoopTool look = LoopWorkspace.tool("look", arguments -> LoopWorkspace.LONG);
      loop.ask("Look.").answers(call("c", "look", "{}")).answers(text("I see."));
      for (String question : List.of("And now?", "Really?")) {
        AgentLoop.builder(loop.conversation, loop.modelOfWindow(window))
            .tools(List.of(look))
            .approval(ToolApproval.EVERYTHING)
            .keptTurns(keptTurns)
            .build()
            .run();
        loop.ask(question).answers(text("Yes."));
      }
      assertThat(loop.events(Elision.class)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void hasTheModelAnswerWhatItsToolsAskAside(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      AskedModel model = loop.model();
      AssistantAnswers answers = AssistantAnswers.of(loop.conversation, model);
      var caller = new ToolCaller(List.of(answers.of("deploy")), (schema, value) -> List.of());
      LoopTool deploy = LoopTool.of(asking("Which branch?"), caller, null, Duration.ofSeconds(9));
      loop.ask("Deploy.").answers(call("c", "deploy", "{}"));
      loop.answers(text("```json\n{\"answer\": \"main\"}\n```")).answers(text("Done."));
      LoopOutcome outcome =
          AgentLoop.builder(loop.conversation, model)
              .tools(List.of(loop.refresh(), deploy))
              .approval(ToolApproval.EVERYTHING)
              .assistantAnswers(answers)
              .build()
              .run();
      assertThat(outcome.text()).isEqualTo("Done.");
      assertThat(outcome.requests()).isEqualTo(3);
      ModelUsage one = Objects.requireNonNull(loop.events(ModelAnswer.class).get(0).usage());
      assertThat(outcome.usage()).isEqualTo(one.plus(one).plus(one));
      assertThat(loop.bodies().get(1))
          .contains(
              "The tool deploy asks you this.\\nIt is late.\\nWhich branch?\\nAnswer with",
              "[the tool waits for an answer to what it asks]");
      assertThat(loop.bodies().get(2)).contains("deployed main").doesNotContain("Which branch?");
      assertThat(loop.events(Question.class))
          .singleElement()
          .satisfies(each -> assertThat(each.question().text()).isEqualTo("Which branch?"));
      assertThat(loop.events(Answer.class))
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.value()).isEqualTo("main");
                assertThat(each.by()).isEqualTo("assistant");
              });
      assertThat(loop.events(ModelAnswer.class)).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void asksTheModelWithAllThatStandsBeforeTheQuestion(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      byte[] picture = loop.picture("p.png", 7);
      AskedModel model = loop.model();
      AssistantAnswers answers = AssistantAnswers.of(loop.conversation, model);
      var caller = new ToolCaller(List.of(answers.of("deploy")), (schema, value) -> List.of());
      Tool asking =
          asking(
              "Apply?",
              ContentBlock.ResourceBlock.of(
                  Resource.builder(
                          ResourceUri.of("file://" + loop.workspace.resolve("a.diff")),
                          ResourceContent.text("THE-DIFF"))
                      .build()),
              ContentBlock.ResourceBlock.of(
                  Resource.builder(ResourceUri.of("demo:x"), ResourceContent.text("raw"))
                      .formatted("FORMATTED")
                      .build()),
              new ContentBlock.MediaBlock(
                  ContentBlock.MediaBlock.Kind.IMAGE,
                  ResourceContent.blob(picture),
                  "image/png",
                  null,
                  Map.of()));
      LoopTool deploy =
          LoopTool.of(asking, caller, loop.workspace.toString(), Duration.ofSeconds(9));
      loop.ask("Deploy.").answers(call("c", "deploy", "{}"));
      loop.answers(text("{\"answer\": \"main\"}")).answers(text("Done."));
      AgentLoop.builder(loop.conversation, model)
          .tools(List.of(deploy))
          .approval(ToolApproval.EVERYTHING)
          .assistantAnswers(answers)
          .build()
          .run();
      String aside = loop.bodies().get(1);
      assertThat(aside)
          .contains("THE-DIFF", "path=\\\"a.diff\\\"", "FORMATTED")
          .contains(Base64.getEncoder().encodeToString(picture))
          .doesNotContain(loop.workspace.toString());
      assertThat(aside.indexOf("FORMATTED")).isLessThan(aside.indexOf("Apply?\\nAnswer with"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void showsTheModelNamesInPlaceOfDirectories(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.write("a.txt", LoopWorkspace.LONG).ask("Look.", "a.txt");
      Conversation named = loop.conversation.naming(UriNames.of("workspace", loop.workspace));
      loop.write("a.txt", "new\n" + LoopWorkspace.LONG);
      loop.answers(
          call("c", "refresh_resource", "{\"uri\": \"workspace:/a.txt\"}"),
          call("d", "refresh_resource", "{\"uri\": \"workspace:/none.txt\"}"));
      loop.answers(text("Seen."));
      LoopTool refresh = LoopTool.refresh(RefreshResourceTool.of(named, loop.resolver));
      AgentLoop.builder(named, loop.model()).tools(List.of(refresh)).build().run();
      assertThat(loop.events(ToolResult.class)).extracting(AgentLoopTest::shown).contains("diff");
      assertThat(loop.bodies()).noneMatch(body -> body.contains(loop.workspace.toString()));
    }
  }

  @Test
  void refusesAConversationWhoseModelReadsTextOnly() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      Conversation text = loop.conversation.with(ConversationOptions.DEFAULT);
      AskedModel model = loop.model();
      assertThatThrownBy(() -> AgentLoop.builder(text, model))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the conversation must be opened with"
                  + " ConversationOptions.channel(Channel.STRUCTURED), since the model is given"
                  + " more than text");
    }
  }

  @Test
  void countsTheRequestsAsideAmongThoseThatMayGoOut() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      AskedModel model = loop.model();
      AssistantAnswers answers = AssistantAnswers.of(loop.conversation, model);
      var caller = new ToolCaller(List.of(answers.of("deploy")), (schema, value) -> List.of());
      LoopTool deploy = LoopTool.of(asking("Which branch?"), caller, null, Duration.ofSeconds(9));
      loop.ask("Deploy.").answers(call("c", "deploy", "{}"));
      loop.answers(text("{\"answer\": \"main\"}"));
      var aside = new ArrayList<RequestBody>();
      LoopListener listener =
          new LoopListener() {
            @Override
            public void askingAside(RequestBody body) {
              aside.add(body);
            }
          };
      LoopOutcome outcome =
          AgentLoop.builder(loop.conversation, model)
              .tools(List.of(deploy))
              .approval(ToolApproval.EVERYTHING)
              .assistantAnswers(answers)
              .limits(LoopLimits.STANDARD.requests(2))
              .listener(listener)
              .build()
              .run();
      assertThat(outcome.end()).isEqualTo(End.REQUESTS);
      assertThat(outcome.requests()).isEqualTo(2);
      assertThat(aside).hasSize(1);
    }
  }

  @Test
  void saysToTheModelThatAToolNeedsAnAnswerThatItDidNotGive() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      AskedModel model = loop.model();
      AssistantAnswers answers = AssistantAnswers.of(loop.conversation, model);
      var caller = new ToolCaller(List.of(answers.of("deploy")), (schema, value) -> List.of());
      LoopTool deploy = LoopTool.of(asking("Which branch?"), caller, null, Duration.ofSeconds(9));
      loop.ask("Deploy.").answers(call("c", "deploy", "{}"));
      loop.answers(text("I do not know.")).answers(text("Not done."));
      AgentLoop.builder(loop.conversation, model)
          .tools(List.of(deploy))
          .approval(ToolApproval.EVERYTHING)
          .assistantAnswers(answers)
          .build()
          .run();
      assertThat(loop.bodies().get(1)).contains("\"tool_choice\":{\"type\":\"none\"}");
      assertThat(loop.bodies().get(0)).doesNotContain("tool_choice");
      assertThat(shown(loop.events(ToolResult.class).get(0)))
          .startsWith("deploy needs input, and cannot ask without a terminal:");
    }
  }

  /** A tool that asks before it answers. */
  private static Tool asking(String question, ContentBlock... before) {
    return new Tool() {
      @Override
      public String name() {
        return "deploy";
      }

      @Override
      public String description() {
        return "Deploys.";
      }

      @Override
      public Map<String, Object> inputSchema() {
        return Map.of("type", "object");
      }

      @Override
      public String source() {
        return Tool.LOCAL;
      }

      @Override
      public ToolResponse call(ToolContext context, Duration timeout) {
        Object branch = context.answers().get("branch");
        if (branch != null) {
          return ToolResponse.of(TextBlock.of("deployed " + branch));
        }
        var blocks = new ArrayList<ContentBlock>(List.of(TextBlock.of("It is late.")));
        blocks.addAll(List.of(before));
        blocks.add(QuestionBlock.of(InputRequest.of("branch", question, Map.of("type", "string"))));
        return ToolResponse.of(blocks.toArray(ContentBlock[]::new));
      }
    };
  }

  private static String json(String text) {
    return text.replace("\n", "\\n");
  }

  @Test
  void endsWithWhatAProviderRefusesThatNobodyCanFind() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      loop.picture("a.png", 1);
      loop.picture("b.png", 2);
      loop.ask("Look.", "a.png", "b.png").refuses("Could not process image");
      AgentLoop refused = loop.loop().build();
      assertThatThrownBy(refused::run)
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("Could not process image");
      assertThat(loop.events(Elision.class)).isEmpty();
      loop.answers(text("Two dots."));
      assertThat(loop.loop().build().run().text()).isEqualTo("Two dots.");
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Blocks until the call is cancelled: a call that returns would be recorded with the rest. */
  private static String untilItIsStopped() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "stopped";
  }

  private static String note(List<String> runs, String name) {
    assertThat(runs).doesNotContain(name);
    runs.add(name);
    return name;
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(3, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(3, TimeUnit.MINUTES)) {
        throw new AssertionError("nobody came");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many bytes of a stream there are up to the end of the piece that has a text. */
  private static int bytesUntil(FakeWire wire, String text) {
    return wire.bytesUntil(text, text(text));
  }

  private static String shown(ToolResult result) {
    if (result.response().content().get(0) instanceof DeliveredBlock block) {
      return block.delivery() instanceof Delivery.Full
          ? "full"
          : block.delivery() instanceof Delivery.Delta ? "diff" : "reference";
    }
    try (InputStream in = ((TextBlock) result.response().content().get(0)).text().open()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
