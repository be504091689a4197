package dev.attache.delivery.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.Channel;
import dev.attache.delivery.MemoryLog;
import dev.attache.delivery.RandomHistory;
import dev.attache.delivery.Samples;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.answer.AnswerItem;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.test.Golden;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelMessagesTest {

  private static final Instant TIME = Instant.parse("2026-11-26T12:00:00Z");
  private static final ResourceUri URI = ResourceUri.of("demo:a");
  private static final int HISTORIES = Boolean.getBoolean("attache.slow") ? 5_000 : 250;

  @Test
  void hasAPartForEverythingThatAModelIsGiven() throws IOException {
    Golden.assertMatches(
        "delivery/messages.txt", MessagesText.of(Samples.everything(Channel.STRUCTURED)));
    Golden.assertMatches("delivery/messages-elided.txt", MessagesText.of(Samples.elided()));
    Golden.assertMatches("delivery/messages-hostile.txt", MessagesText.of(Samples.hostile()));
  }

  @Test
  void isTheBeginningOfWhatItIsAfterMoreTurns() throws IOException {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<ConversationEvent> events = RandomHistory.of(seed, 6, false);
      String whole = MessagesText.of(events);
      for (int end = 0; end < events.size(); end++) {
        if (events.get(end) instanceof Request) { // then the model was asked with what came before
          assertThat(whole)
              .as("seed %s, %s events", seed, end)
              .startsWith(MessagesText.of(events.subList(0, end)));
        }
      }
    }
  }

  @Test
  void keepsCallsOfOneAnswerTogetherAndTheirResultsInTheOrderOfTheCalls() throws IOException {
    assertThat(
            messages(
                request(0),
                new Response(TIME, 0, "Let me see."),
                call(0, "a"),
                call(0, "b"),
                result(0, "b"),
                result(0, "a"),
                call(0, "c"),
                result(0, "c"),
                new Response(TIME, 0, "Done."),
                request(1)))
        .containsExactly(
            "USER text",
            "ASSISTANT text a b",
            "TOOL a b",
            "ASSISTANT c",
            "TOOL c",
            "ASSISTANT text",
            "USER text");
  }

  @Test
  void takesEachAnswerForAMessageWithWhatOnlyItsProviderUnderstands() throws IOException {
    List<RenderedMessage> messages =
        of(
            request(0),
            answer(
                "calls",
                new AnswerItem.Opaque("{\"a\": 1}"),
                new AnswerItem.Text("I look."),
                new AnswerItem.Call("a", "read", "{ }")),
            result(0, "a"),
            answer("paused", new AnswerItem.Text("One moment.")),
            answer("end", new AnswerItem.Text("Done.")));
    assertThat(messages)
        .extracting(RenderedMessage::role)
        .map(Enum::name)
        .containsExactly("USER", "ASSISTANT", "TOOL", "ASSISTANT", "ASSISTANT");
    assertThat(messages.get(1).parts().get(0))
        .isEqualTo(new RenderedPart.Opaque(new PartPlace(0, null, -1), "wire", "{\"a\": 1}", "m"));
    assertThat(messages.get(1).parts().get(2))
        .isEqualTo(new RenderedPart.ToolCall(new PartPlace(0, null, -1), "a", "read", "{ }"));
  }

  @Test
  void givesBackNothingButTheTextsOfAnAnswerThatWasInterrupted() throws IOException {
    assertThat(
            messages(
                request(0),
                answer(
                    ModelAnswer.INTERRUPTED,
                    new AnswerItem.Opaque("{}"),
                    new AnswerItem.Text("Half"),
                    new AnswerItem.Call("a", "read", "{}"))))
        .containsExactly("USER text", "ASSISTANT text", "USER text"); // which says so
  }

  @Test
  void callsAResourceByItsTitleOrItsNameUnlessThatIsItsLabel() throws IOException {
    Resource page = Resource.builder(URI, ResourceContent.text("x")).build();

    assertThat(part(page).title()).isNull();
    assertThat(part(page.toBuilder().name("guide").build()).title()).isEqualTo("guide");
    assertThat(part(page.toBuilder().name("guide").title("The guide").build()).title())
        .isEqualTo("The guide");
    assertThat(part(page.toBuilder().name("demo:a").build()).title()).isNull();
  }

  @Test
  void tellsOfAConversionOnlyWhereItsResultIsGiven() throws IOException {
    Resource pdf =
        Resource.builder(URI, ResourceContent.blob(new byte[] {1}))
            .mimeType("application/pdf")
            .build();

    RenderedPart.Resource converted = part(pdf, "its text", "converted to Markdown by pdf 3");
    assertThat(converted.about()).as("what is sent of a PDF as it is").isNull();
    assertThat(converted.made()).isEqualTo("converted to Markdown by pdf 3");
    RenderedPart.Resource cut = part(pdf, null, "cut after 1 byte");
    assertThat(cut.about()).isEqualTo("note: cut after 1 byte");
    assertThat(cut.made()).isNull();
  }

  private static RenderedPart.Resource part(Resource resource) throws IOException {
    return part(resource, null);
  }

  private static RenderedPart.Resource part(
      Resource resource, @Nullable String formatted, String... notes) throws IOException {
    var type = new TypeDecision(null, null, null, "text/plain", "by content");
    var snapshot = new Snapshot(resource, resource.uri(), "demo", TIME, type, List.of(notes));
    ResourceContent form = formatted == null ? null : ResourceContent.text(formatted);
    var attachment = new Attachment(snapshot, form, "demo:a", null, Delivery.FULL);
    var asked = new ChatRequest(ChatRequest.Author.USER, "t", null, List.of(attachment), List.of());
    List<RenderedMessage> messages = of(new Request(TIME, 0, asked, List.of()));
    return (RenderedPart.Resource) messages.get(0).parts().get(0);
  }

  private static ModelAnswer answer(String stop, AnswerItem... items) {
    return new ModelAnswer(TIME, 0, "p", "wire", "m", stop, List.of(items), null, null);
  }

  @Test
  void saysOfACallWithoutAResultThatItWasNotRun() throws IOException {
    List<RenderedMessage> messages =
        of(request(0), call(0, "a"), call(0, "b"), result(0, "b"), request(1));
    var result = (RenderedPart.ToolResult) messages.get(2).parts().get(0);
    assertThat(result.id()).isEqualTo("a");
    assertThat(result.isError()).isTrue();
    assertThat(MessagesText.of(List.of(request(0), call(0, "a"))))
        .contains("[the call was not run: the history has no result of it]");
  }

  @Test
  void saysThatAnAnswerWasInterruptedSoThatTheModelIsNotAskedWithItsOwnWordsLast()
      throws IOException {
    ConversationEvent half = answer(ModelAnswer.INTERRUPTED, new AnswerItem.Text("Half of it."));
    ConversationEvent nothing = answer(ModelAnswer.INTERRUPTED);
    ConversationEvent rest = answer("end", new AnswerItem.Text("The rest."));
    assertThat(messages(request(0), half))
        .containsExactly("USER text", "ASSISTANT text", "USER text");
    assertThat(messages(request(0), half, nothing, rest, request(1)))
        .containsExactly("USER text", "ASSISTANT text", "USER text", "ASSISTANT text", "USER text");
    assertThat(of(request(0), half).get(2).parts())
        .containsExactly(
            new RenderedPart.Notice(
                new PartPlace(0, null, -1),
                "[your answer was interrupted here; continue from there unless asked otherwise]"));
  }

  @Test
  void hasACallForAResultWhoseCallIsNotInTheHistory() throws IOException {
    assertThat(messages(request(0), result(0, "a")))
        .containsExactly("USER text", "ASSISTANT a", "TOOL a");
  }

  @Test
  void namesCallsSoThatNoTwoOfTheConversationHaveOneName() throws IOException {
    assertThat(
            messages(
                request(0),
                call(0, "a"),
                result(0, "a"),
                request(1),
                call(1, "a"),
                result(1, "a"),
                request(2),
                call(2, "a-1"),
                result(2, "a-1")))
        .containsExactly(
            "USER text",
            "ASSISTANT a",
            "TOOL a",
            "USER text",
            "ASSISTANT a-1",
            "TOOL a-1",
            "USER text",
            "ASSISTANT a-1-2",
            "TOOL a-1-2");
  }

  @Test
  void refersToACallByTheNameThatItHasInTheMessages() throws IOException {
    DeliveredBlock content = DeliveredBlock.of(Samples.resource("x:a", "content").build());
    var before = DeliveryPlace.ofResult(1, "a", 0);
    List<RenderedMessage> messages =
        of(
            request(0),
            call(0, "a"),
            result(0, "a"),
            request(1),
            call(1, "a"),
            new ToolResult(TIME, 1, "a", "read", ToolResponse.of(content)),
            call(1, "b"),
            new ToolResult(
                TIME,
                1,
                "b",
                "read",
                ToolResponse.of(content.delivered(new Delivery.Reference(before, null)))));
    var result = (RenderedPart.ToolResult) messages.get(messages.size() - 1).parts().get(0);
    assertThat(result.content())
        .containsExactly(
            new RenderedPart.Reference(
                new PartPlace(1, "b", 0),
                "The content of x:a is identical to the result of tool call a-1 in turn 1"
                    + " (sha256:ed7002b439e9). It has not changed. Refer to that earlier result for"
                    + " the full contents.",
                new PartPlace(1, "a", 0)));
  }

  @Test
  void hasTheSchemaOfTheLastRequest() throws IOException {
    Map<String, Object> schema = Map.of("type", "object");
    var asks =
        new Request(
            TIME,
            0,
            new ChatRequest(ChatRequest.Author.USER, "Ask.", schema, List.of(), List.of()),
            List.of());
    assertThat(ModelMessages.of(new MemoryLog(List.of(asks))).schema()).isEqualTo(schema);
    assertThat(ModelMessages.of(new MemoryLog(List.of(asks, request(1)))).schema()).isNull();
  }

  @Test
  void hasAnImageOfAToolAsMediaWithTheLineThatStandsForIt() throws IOException {
    var image =
        new MediaBlock(
            MediaBlock.Kind.IMAGE,
            ResourceContent.blob(new byte[] {1, 2, 3}),
            "image/png",
            null,
            Map.of());
    var drawn = new ToolResult(TIME, 0, "a", "draw", ToolResponse.of(image));
    assertThat(MessagesText.of(List.of(request(0), call(0, "a"), drawn)))
        .endsWith(
            "    media | 0/a/0 | image/png | 3 bytes | [image, image/png, 3 bytes, not shown"
                + " because it is not text]\n");
  }

  @Test
  void givesInFullWhatAMessageThatIsLeftAwayHad() throws IOException {
    DeliveredBlock content = DeliveredBlock.of(Samples.resource("x:a", "content").build());
    DeliveredBlock other = DeliveredBlock.of(Samples.resource("x:a", "another").build());
    var first = new Delivery.Reference(DeliveryPlace.ofResult(0, "a", 0), null);
    var again =
        new Delivery.Reference(
            DeliveryPlace.ofResult(0, "b", 0), DeliveryPlace.ofResult(0, "c", 0), null);
    ModelMessages all =
        ModelMessages.of(
            new MemoryLog(
                List.of(
                    request(0),
                    call(0, "a"),
                    read("a", content),
                    call(0, "b"),
                    read("b", content.delivered(first)),
                    call(0, "c"),
                    read("c", other),
                    call(0, "d"),
                    read("d", content.delivered(again)))));
    assertThat(shown(all.without(Set.of(1, 2))))
        .containsExactly(
            "x:a in full",
            "x:a in full",
            "The content of x:a is identical to the result of tool call b in turn 0"
                + " (sha256:ed7002b439e9). Another version of it was delivered at turn 0 in"
                + " between. Refer to that earlier result for the full contents.");
    assertThat(shown(all.without(Set.of(1, 2, 5, 6))))
        .containsExactly(
            "x:a in full",
            "The content of x:a is identical to the result of tool call b in turn 0"
                + " (sha256:ed7002b439e9). It has not changed. Refer to that earlier result for"
                + " the full contents.");
  }

  @Test
  void refersToNothingThatIsNotThereWhicheverMessagesAreLeftAway() throws IOException {
    for (long seed = 0; seed < HISTORIES; seed++) {
      var random = new Random(seed);
      ModelMessages all = ModelMessages.of(new MemoryLog(RandomHistory.of(seed, 8, true)));
      var without = new HashSet<Integer>();
      for (int i = 0; i < all.messages().size(); i++) {
        if (random.nextInt(3) > 0) {
          without.add(i);
        }
      }
      var full = new HashSet<PartPlace>();
      for (RenderedPart part : parts(all.without(without).messages())) {
        if (part instanceof RenderedPart.Resource) {
          full.add(part.place());
        } else if (part instanceof RenderedPart.Reference line && line.target() != null) {
          assertThat(full).as("seed %s: %s", seed, line).contains(line.target());
        }
      }
    }
  }

  @Test
  void hasTheSameMessagesWithoutThoseThatAreLeftAway() throws IOException {
    ModelMessages all = ModelMessages.of(new MemoryLog(RandomHistory.of(3, 8, true)));
    assertThat(all.without(Set.of()).messages())
        .extracting(RenderedMessage::role)
        .containsExactlyElementsOf(all.messages().stream().map(RenderedMessage::role).toList());
    assertThat(all.without(Set.of(0)).messages()).hasSize(all.messages().size() - 1);
  }

  private static ToolResult read(String id, DeliveredBlock block) {
    return new ToolResult(TIME, 0, id, "read", ToolResponse.of(block));
  }

  /** The resources of messages, in full or as the lines in their place. */
  private static List<String> shown(ModelMessages messages) {
    return parts(messages.messages()).stream()
        .map(
            part ->
                part instanceof RenderedPart.Reference line
                    ? line.line()
                    : part instanceof RenderedPart.Resource each ? each.label() + " in full" : "")
        .filter(each -> !each.isEmpty())
        .toList();
  }

  private static List<RenderedPart> parts(List<RenderedMessage> messages) {
    var parts = new ArrayList<RenderedPart>();
    for (RenderedMessage message : messages) {
      for (RenderedPart part : message.parts()) {
        if (part instanceof RenderedPart.ToolResult result) {
          parts.addAll(result.content());
        } else {
          parts.add(part);
        }
      }
    }
    return parts;
  }

  private static Request request(int turn) {
    return new Request(TIME, turn, ChatRequest.of("Ask."), List.of());
  }

  private static ToolCall call(int turn, String id) {
    return new ToolCall(TIME, turn, id, "read", Map.of());
  }

  private static ToolResult result(int turn, String id) {
    return new ToolResult(TIME, turn, id, "read", ToolResponse.of(TextBlock.of("result of " + id)));
  }

  private static List<RenderedMessage> of(ConversationEvent... events) throws IOException {
    return ModelMessages.of(new MemoryLog(List.of(events))).messages();
  }

  /** Each message as its role and what its parts are. */
  private static List<String> messages(ConversationEvent... events) throws IOException {
    return of(events).stream()
        .map(
            message ->
                message.role()
                    + message.parts().stream()
                        .map(part -> " " + word(part, message.role()))
                        .reduce("", String::concat))
        .toList();
  }

  private static String word(RenderedPart part, Role role) {
    if (part instanceof RenderedPart.ToolCall call) {
      return call.id();
    } else if (part instanceof RenderedPart.ToolResult result) {
      assertThat(role).isEqualTo(Role.TOOL);
      return result.id();
    }
    return "text";
  }
}
