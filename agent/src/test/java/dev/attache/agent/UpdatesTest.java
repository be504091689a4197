package dev.attache.agent;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.conversation.tools.AttachmentUpdates;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Reference;
import dev.attache.test.FakeWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a model is told, while it works, of changes of what is attached. */
@Tag("network")
class UpdatesTest {

  private static final String CHANGED = " has changed since turn 0: sha256:";

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void saysOnceBeforeTheNextRequestWhatHasChanged(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.write("a.txt", LoopWorkspace.LONG).ask("Change it.", "a.txt");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(call("c2", "idle", "{}"));
      loop.answers(text("Done."));
      loop(loop, Refresh.NOTIFY, edit(loop, "a.txt"), idle()).run();

      assertThat(updates(loop)).hasSize(1);
      assertThat(updates(loop).get(0).turn()).isEqualTo(1);
      assertThat(told(loop))
          .singleElement()
          .asString()
          .startsWith("The attached resource a.txt" + CHANGED)
          .endsWith("Call refresh_resource for the new content.");
      assertThat(count(loop.bodies().get(1), CHANGED)).isEqualTo(1);
      assertThat(count(loop.bodies().get(2), CHANGED)).isEqualTo(1);
      assertThat(loop.bodies().get(1)).doesNotContain("bline");
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesTheNewContentWhereThatIsWanted(FakeWire wire) throws IOException {
    try (var loop = LoopWorkspace.create(directory, wire)) {
      loop.write("a.txt", LoopWorkspace.LONG).ask("Change it.", "a.txt");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(call("c2", "refresh_resource", "{\"uri\": \"a.txt\"}"));
      loop.answers(text("Done."));
      loop(loop, Refresh.REFRESH, edit(loop, "a.txt")).run();

      Request update = updates(loop).get(0);
      assertThat(update.request().notices()).isEmpty();
      assertThat(update.request().resources()).hasSize(1);
      assertThat(loop.bodies().get(1)).contains("bline of a file");
      assertThat(loop.events(ToolResult.class).get(1).response().content().toString())
          .as("a reference to what the update has given")
          .contains("Reference[target=DeliveryPlace[turn=1, call=null, index=0]");
      assertThat(count(loop.bodies().get(2), "bline of a file")).isEqualTo(1);
    }
  }

  @Test
  void goesByThePolicyOfEachDeclaration() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", "a1").write("b.txt", "b1").write("c.txt", "c1");
      loop.conversation.declare(List.of(Reference.of(0, "a.txt")), Refresh.REFRESH);
      loop.conversation.declare(List.of(Reference.of(0, "b.txt")), Refresh.NOTIFY);
      loop.conversation.declare(List.of(Reference.of(0, "c.txt")), null);
      loop.attach("Change them.", "a.txt", "b.txt", "c.txt");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(text("Done."));
      loop(loop, Refresh.MANUAL, edit(loop, "a.txt", "b.txt", "c.txt")).run();

      Request update = updates(loop).get(0);
      assertThat(update.request().resources())
          .extracting(each -> each.snapshot().resource().uri().value())
          .singleElement()
          .asString()
          .endsWith("/a.txt");
      assertThat(told(loop)).singleElement().asString().contains("resource b.txt has changed");
    }
  }

  @Test
  void looksAtNothingWhereNobodyWantsIt() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", "one").ask("Change it.", "a.txt");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(text("Done."));
      loop(loop, Refresh.MANUAL, edit(loop, "a.txt")).run();
      assertThat(updates(loop)).isEmpty();
    }
  }

  @Test
  void saysNothingOfWhatTheModelHasReadAgainItself() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", "one").ask("Change it.", "a.txt");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(call("c2", "edit", "{}"), call("c3", "refresh_resource", "{\"uri\":\"a.txt\"}"));
      loop.answers(text("Done."));
      LoopTool edit =
          LoopWorkspace.tool(
              "edit",
              arguments -> {
                if (Files.readString(loop.workspace.resolve("a.txt")).equals("one")) {
                  loop.write("a.txt", "two");
                }
                return "edited";
              });
      loop(loop, Refresh.NOTIFY, edit).run();
      assertThat(told(loop)).as("after the first round only").hasSize(1);
    }
  }

  @Test
  void saysThatSomethingIsGoneAndThatItIsThereAgain() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", "one").ask("Remove it.", "a.txt");
      loop.answers(call("c1", "remove", "{}"));
      loop.answers(call("c2", "restore", "{}"));
      loop.answers(text("Done."));
      LoopTool remove =
          LoopWorkspace.tool(
              "remove",
              arguments -> {
                Files.delete(loop.workspace.resolve("a.txt"));
                return "removed";
              });
      LoopTool restore =
          LoopWorkspace.tool(
              "restore",
              arguments -> {
                loop.write("a.txt", "one");
                return "restored";
              });
      loop(loop, Refresh.REFRESH, remove, restore).run();
      assertThat(told(loop)).hasSize(2);
      assertThat(told(loop).get(0)).startsWith("The attached resource a.txt is gone: ");
      assertThat(told(loop).get(1))
          .startsWith("The attached resource a.txt is again as it was attached at turn 0: ");
    }
  }

  @Test
  void givesNoMoreThanFitsAndTellsTheRest() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      String half = "x".repeat(20 * 1024);
      loop.write("a.txt", "1").write("b.txt", "2").write("c.txt", "3");
      loop.ask("Change them.", "a.txt", "b.txt", "c.txt");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(text("Done."));
      LoopTool edit =
          LoopWorkspace.tool(
              "edit",
              arguments -> {
                loop.write("a.txt", half).write("b.txt", half).write("c.txt", "small");
                return "edited";
              });
      loop(loop, Refresh.REFRESH, edit).run();
      assertThat(updates(loop).get(0).request().resources())
          .extracting(each -> each.snapshot().resource().content().size())
          .containsExactly(20L * 1024, 5L);
      assertThat(told(loop)).singleElement().asString().contains("resource b.txt has changed");
    }
  }

  @Test
  void saysInOneLineHowManyMoreHaveChanged() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      var names = new ArrayList<String>();
      for (int i = 0; i < 30; i++) {
        names.add("f" + i + ".txt");
        loop.write("f" + i + ".txt", "one");
      }
      String[] files = names.toArray(String[]::new);
      loop.ask("Change them.", files);
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(call("c2", "idle", "{}"));
      loop.answers(text("Done."));
      loop(loop, Refresh.NOTIFY, edit(loop, files), idle()).run();
      assertThat(updates(loop)).as("said once, also of those without a line").hasSize(1);
      assertThat(updates(loop).get(0).request().notices()).hasSize(31);
      assertThat(told(loop)).hasSize(21);
      assertThat(told(loop).get(20))
          .isEqualTo(
              "10 more attached resources are no longer as you were given them. Call"
                  + " refresh_resource for those that you need.");
      assertThat(count(loop.bodies().get(1), CHANGED)).isEqualTo(20);
    }
  }

  @Test
  void goesOnAfterAnUpdateThatAStoppedProgramHasRecorded() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.ANTHROPIC)) {
      loop.write("a.txt", "one").ask("Change it.", "a.txt");
      loop.answers(call("c1", "edit", "{}"));
      LoopListener stopped =
          new LoopListener() {
            @Override
            public void updated(Request update) throws IOException {
              throw new IOException("killed");
            }
          };
      assertThatThrownBy(
              () ->
                  loop.loop()
                      .tools(List.of(edit(loop, "a.txt")))
                      .approval(ToolApproval.EVERYTHING)
                      .updates(of(loop, Refresh.NOTIFY))
                      .listener(stopped)
                      .build()
                      .run())
          .hasMessage("killed");
      try (var later = loop.reopened()) {
        later.answers(text("Done."));
        loop(later, Refresh.NOTIFY).run();
        assertThat(updates(later)).as("not said again").hasSize(1);
        assertThat(count(later.bodies().get(0), CHANGED)).isEqualTo(1);
        assertThat(later.events(ModelAnswer.class)).hasSize(2);
      }
    }
  }

  @Test
  void recordsNoAnswerInATurnThatSomebodyElseHasBegunMeanwhile() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", "one").ask("Change it.", "a.txt");
      loop.answers(call("c1", "edit", "{}"));
      LoopTool edit =
          LoopWorkspace.tool(
              "edit",
              arguments -> {
                loop.write("a.txt", "two");
                return "edited";
              });
      LoopListener other =
          new LoopListener() {
            @Override
            public void result(ToolResult result) throws IOException {
              loop.ask("Somebody else's question.");
            }
          };
      assertThatThrownBy(
              () ->
                  loop.loop()
                      .tools(List.of(edit))
                      .approval(ToolApproval.EVERYTHING)
                      .updates(of(loop, Refresh.NOTIFY))
                      .listener(other)
                      .build()
                      .run())
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
          .hasMessage("somebody else has begun a turn in loop");
      assertThat(updates(loop)).isEmpty();
    }
  }

  @Test
  void isTakenBackWithTheQuestionThatItWentOnWith() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", "one").ask("First.", "a.txt");
      loop.answers(text("Yes."));
      loop(loop, Refresh.NOTIFY).run();
      List<ConversationEvent> before = loop.events();
      loop.ask("Change it.");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(text("Done."));
      loop(loop, Refresh.NOTIFY, edit(loop, "a.txt")).run();
      assertThat(loop.conversation.summary().turns()).isEqualTo(3);
      loop.conversation.undo(ConversationId.of("aside"));
      assertThat(loop.events()).isEqualTo(before);
    }
  }

  @Test
  void leavesTheSchemaOfTheQuestionAsItWas() throws IOException {
    try (var loop = LoopWorkspace.create(directory, FakeWire.CHAT)) {
      loop.write("a.txt", "one").ask("First.", "a.txt");
      loop.answers(text("Yes."));
      loop(loop, Refresh.NOTIFY).run();
      loop.askForJson("Change it.");
      loop.answers(call("c1", "edit", "{}"));
      loop.answers(text("{}"));
      loop(loop, Refresh.NOTIFY, edit(loop, "a.txt")).run();
      assertThat(loop.bodies().get(2)).contains("json_schema").contains(CHANGED);
      assertThat(loop.conversation.lastSchema()).isNotNull();
    }
  }

  private static AgentLoop loop(LoopWorkspace loop, Refresh usual, LoopTool... tools)
      throws IOException {
    return loop.loop()
        .tools(List.of(tools))
        .approval(ToolApproval.EVERYTHING)
        .updates(of(loop, usual))
        .build();
  }

  private static AttachmentUpdates of(LoopWorkspace loop, Refresh usual) {
    return AttachmentUpdates.of(loop.conversation, loop.resolver, usual);
  }

  /** A tool that puts a letter before what is in some files. */
  private static LoopTool edit(LoopWorkspace loop, String... files) {
    return LoopWorkspace.tool(
        "edit",
        arguments -> {
          for (String file : files) {
            Path path = loop.workspace.resolve(file);
            loop.write(file, "b" + (Files.exists(path) ? Files.readString(path) : ""));
          }
          return "edited";
        });
  }

  private static LoopTool idle() {
    return LoopWorkspace.tool("idle", arguments -> "did nothing");
  }

  private static List<Request> updates(LoopWorkspace loop) throws IOException {
    return loop.events(Request.class).stream()
        .filter(each -> each.request().author() == Author.UPDATE)
        .toList();
  }

  private static List<String> told(LoopWorkspace loop) throws IOException {
    return updates(loop).stream()
        .flatMap(each -> each.request().told().stream())
        .map(Notice::text)
        .toList();
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
