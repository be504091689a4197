package dev.attache.langchain4j;

import static dev.attache.langchain4j.TestMemory.call;
import static dev.attache.langchain4j.TestMemory.calls;
import static dev.attache.langchain4j.TestMemory.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.conversation.TurnDraft;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.models.anthropic.AnthropicProvider;
import dev.attache.models.openai.OpenAiCompatible;
import dev.attache.resource.spi.Requester;
import dev.attache.test.ModelSamples;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttacheChatMemoryTest {

  @TempDir Path temporary;
  private TestMemory talk;

  @BeforeEach
  void begin() throws IOException {
    talk = new TestMemory(temporary).file("a.txt", "old");
  }

  @Test
  void givesWhatIsAttachedBeforeTheQuestionAndOnce() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    memory.attachAll(talk.resolver, "a.txt");
    memory.add(UserMessage.from("What is it?"), AiMessage.from("A file."));
    memory.attachAll(talk.resolver, "a.txt");
    assertThat(words(memory.messages()))
        .containsExactly(
            "user: <a.txt old>",
            "user: What is it?",
            "model: A file.",
            "user: The content of a.txt is identical to the attachment at turn 0"
                + " (sha256:"
                + digest(memory)
                + "). It has not changed. Refer to the attached"
                + " content.");
  }

  private static String digest(AttacheChatMemory memory) throws IOException {
    return memory
        .conversation()
        .log()
        .attachments()
        .get(0)
        .attachment()
        .resource()
        .content()
        .digest()
        .shortForm();
  }

  @Test
  void saysWhatCannotBeAttached() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    assertThat(memory.attachAll(talk.resolver, "none.txt"))
        .containsExactly("not attached: none.txt: no such file or directory");
    assertThat(words(memory.messages()))
        .singleElement()
        .asString()
        .startsWith("user: not attached: none.txt: no such file or directory");
  }

  @Test
  void givesWhatIsAttachedWithAQuestionThatTheConversationItselfHasBegun() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    try (TurnDraft turn = memory.conversation().begin("What is it?", null);
        Resolution resolution = talk.resolver.resolve(List.of("a.txt"))) {
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), "a.txt", Requester.USER);
      }
      turn.record();
    }
    assertThat(words(memory.messages())).containsExactly("user: <a.txt old> What is it?");
  }

  @Test
  void givesInFullWhatFallsOutOfTheWindow() throws IOException {
    AttacheChatMemory memory = talk.builder().maxMessages(3).build();
    memory.attachAll(talk.resolver, "a.txt");
    memory.add(UserMessage.from("One?"), AiMessage.from("1"));
    memory.attachAll(talk.resolver, "a.txt");
    memory.add(UserMessage.from("Two?"), AiMessage.from("2"));
    assertThat(words(memory.messages()))
        .containsExactly("user: <a.txt old>", "user: Two?", "model: 2");
    assertThat(words(talk.builder().maxMessages(6).build().messages()))
        .hasSize(6)
        .startsWith("user: <a.txt old>", "user: One?");
  }

  @Test
  void keepsTheQuestionAndTheLastResultsOfAnExchangeThatIsLongerThanTheWindow() {
    AttacheChatMemory memory = talk.builder().maxMessages(3).build();
    memory.add(UserMessage.from("Before?"), AiMessage.from("Yes."), UserMessage.from("Now?"));
    memory.add(calls("a", "x"), result("a", "1"), calls("b", "x", "c", "x", "d", "x"));
    memory.add(result("b", "2"), result("c", "3"), result("d", "4"));
    assertThat(words(memory.messages()))
        .containsExactly(
            "user: Now?", "model: [b] [c] [d]", "result b: 2", "result c: 3", "result d: 4");
  }

  @Test
  void beginsAWindowWithAQuestion() {
    AttacheChatMemory memory = talk.builder().maxMessages(3).build();
    memory.add(UserMessage.from("One?"), AiMessage.from("1"));
    memory.add(UserMessage.from("Two?"), AiMessage.from("2"));
    assertThat(words(memory.messages())).containsExactly("user: Two?", "model: 2");
  }

  @Test
  void keepsAWindowOfTokens() {
    AttacheChatMemory memory = talk.builder().maxTokens(7, new LetterCount()).build();
    memory.add(UserMessage.from("One"), AiMessage.from("1"), UserMessage.from("Three"));
    assertThat(words(memory.messages())).containsExactly("user: Three");
    memory.add(AiMessage.from("33"), UserMessage.from("xx"));
    assertThat(words(memory.messages())).containsExactly("user: xx");
    memory.add(AiMessage.from("44444"));
    assertThat(words(memory.messages())).containsExactly("user: xx", "model: 44444");
  }

  @Test
  void keepsTheLastInstructionsOfTheSystemAndCountsThem() {
    AttacheChatMemory memory = talk.builder().maxMessages(3).build();
    memory.add(UserMessage.from("One?"), AiMessage.from("1"));
    memory.add(SystemMessage.from("Be long."), SystemMessage.from("Be short."));
    memory.add(UserMessage.from("Two?"), AiMessage.from("2"));
    assertThat(words(memory.messages()))
        .containsExactly("system: Be short.", "user: Two?", "model: 2");
    assertThat(words(talk.builder().build().messages()))
        .startsWith("system: Be short.", "user: One?");
  }

  @Test
  void neverGivesACallWithoutAResultNorAResultWithoutACall() {
    AttacheChatMemory memory = talk.builder().build();
    memory.add(UserMessage.from("Go."), calls("a", "x", "b", "x"), result("b", "B"));
    assertThat(words(memory.messages()))
        .containsExactly(
            "user: Go.",
            "model: [a] [b]",
            "result a: [the call was not run: the history has no result of it]",
            "result b: B");
    memory.add(result("a", "A"));
    memory.add(result("c", "C"));
    assertThat(words(memory.messages()))
        .containsExactly(
            "user: Go.",
            "model: [a] [b]",
            "result a: A",
            "result b: B",
            "model: [c]",
            "result c: C");
  }

  @Test
  @SuppressWarnings("NullAway") // some providers give no ids
  void tellsCallsApartThatHaveOneIdOrNone() {
    AttacheChatMemory memory = talk.builder().build();
    memory.add(UserMessage.from("Go."));
    memory.add(calls("a", "x", "a", "y"), result("a", "1"), result("a", "2"));
    memory.add(calls(null, "x", null, "y"), result(null, "3"), result(null, "4"));
    memory.add(UserMessage.from("Again."), calls("a", "x"), result("a", "5"));
    assertThat(words(memory.messages()))
        .containsExactly(
            "user: Go.",
            "model: [a] [a-1]",
            "result a: 1",
            "result a-1: 2",
            "model: [call-0] [call-1]",
            "result call-0: 3",
            "result call-1: 4",
            "user: Again.",
            "model: [a-2]",
            "result a-2: 5");
  }

  @Test
  void rememberAnswersWithThoughtsAndAttributes() {
    AttacheChatMemory memory = talk.builder().build();
    AiMessage answer =
        AiMessage.builder()
            .text("Yes.")
            .thinking("Hm.")
            .toolExecutionRequests(List.of(call("a", "t", "{\"n\": 1}")))
            .attributes(Map.of("thinking_signature", "Es==", "numbers", List.of(1, 2)))
            .build();
    memory.add(UserMessage.from("Go."), answer, result("a", "1"));
    assertThat(memory.messages().get(1)).isEqualTo(answer);
  }

  @Test
  void isTheSameInTheNextProgram() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    memory.add(SystemMessage.from("Be short."));
    memory.attachAll(talk.resolver, "a.txt");
    memory.add(UserMessage.from("Go."), calls("a", "x"), result("a", "1"), AiMessage.from("Yes."));
    assertThat(talk.builder().build().messages()).isEqualTo(memory.messages());
    assertThat(memory.id()).isEqualTo("talk");
    assertThat(talk.builder().id(7).build().id()).isEqualTo(7);
  }

  @Test
  void forgetsWhatIsClearedButNotWhatIsAttached() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    memory.attachAll(talk.resolver, "a.txt");
    memory.add(SystemMessage.from("Be short."), UserMessage.from("Go."), AiMessage.from("Yes."));
    memory.clear();
    assertThat(memory.messages()).isEmpty();
    memory.add(AiMessage.from("A greeting."));
    memory.attachAll(talk.resolver, "a.txt");
    assertThat(words(memory.messages())).containsExactly("model: A greeting.", "user: <a.txt old>");
    assertThat(memory.conversation().summary().turns()).isEqualTo(4);
  }

  @Test
  void putsMessagesInThePlaceOfAllOthersAndKeepsWhatTheyAre() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    memory.attachAll(talk.resolver, "a.txt");
    memory.add(UserMessage.from("One?"), AiMessage.from("1"));
    memory.attachAll(talk.resolver, "a.txt");
    memory.add(UserMessage.from("Two?"), calls("a", "x"), result("a", "2"), AiMessage.from("3"));
    List<ChatMessage> messages = memory.messages();
    var summed = new ArrayList<ChatMessage>();
    summed.add(SystemMessage.from("Be short."));
    summed.add(UserMessage.from("You said 1."));
    summed.addAll(messages.subList(3, messages.size()));
    memory.set(summed);
    assertThat(words(memory.messages()))
        .containsExactly(
            "system: Be short.",
            "user: You said 1.",
            "user: <a.txt old>",
            "user: Two?",
            "model: [a-6]",
            "result a-6: 2",
            "model: 3");
    assertThatThrownBy(() -> memory.set(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("messages must not be empty");
  }

  @Test
  void letsResultsComeAfterMessagesWereSet() {
    AttacheChatMemory memory = talk.builder().build();
    memory.add(UserMessage.from("Go."), calls("a", "x"), result("a", "1"), calls("b", "x"));
    var rolledBack = new ArrayList<>(memory.messages());
    rolledBack.set(2, result("a", "rolled back")); // as LangChain4j does while calls run
    memory.set(rolledBack);
    memory.add(result("b", "2"));
    assertThat(words(memory.messages()))
        .containsExactly(
            "user: Go.",
            "model: [a-1]",
            "result a-1: rolled back",
            "model: [b-1]",
            "result b-1: 2");
  }

  @Test
  void givesImagesAndFilesOfTheUserAgain() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    memory.add(
        UserMessage.from(
            TextContent.from("What are these?"),
            ImageContent.from(base64("image/png"), "image/png"),
            PdfFileContent.from(base64("application/pdf"), "application/pdf"),
            ImageContent.from("https://u:secret@example.org/a.png"),
            AudioContent.from(base64("audio/wav"), "audio/wav")));
    assertThat(words(memory.messages()))
        .singleElement()
        .asString()
        .matches(
            "user: \\[resource uri=\"upload:image-[0-9a-f]{12}\" mimeType=\"image/png\""
                + " sha256=[0-9a-f]{12}\\] \\[image/png\\]"
                + " \\[resource uri=\"upload:file-[0-9a-f]{12}\" mimeType=\"application/pdf\""
                + " sha256=[0-9a-f]{12}\\] \\[pdf\\]"
                + " \\[resource uri=\"upload:audio-[0-9a-f]{12}\" mimeType=\"audio/wav\" bytes=\\d+"
                + " sha256=[0-9a-f]{12} not deliverable to this model: wav: not taken by"
                + " openai-chat\\]"
                + " \\[image https://REDACTED@example.org/a.png: not kept in this conversation\\]"
                + " What are these\\?");
  }

  private static PdfFileContent pdf(String text) throws IOException {
    try (var document = new PDDocument()) {
      var page = new PDPage();
      document.addPage(page);
      try (var content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(new PDType1Font(FontName.HELVETICA), 12);
        content.newLineAtOffset(72, 700);
        content.showText(text);
        content.endText();
      }
      var bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return PdfFileContent.from(
          Base64.getEncoder().encodeToString(bytes.toByteArray()), "application/pdf");
    }
  }

  @Test
  void givesTheTextOfAFileOfTheUserToAModelThatTakesNoFiles() throws IOException {
    try (DocumentConverter documents =
        DocumentConverter.builder().addClassPath(getClass().getClassLoader()).build()) {
      Resolver resolver = Resolver.builder(HandlerRegistry.of()).documents(() -> documents).build();
      AttacheChatMemory memory =
          AttacheChatMemory.builder(
                  talk.conversation(), new OpenAiCompatible().profiles().of("qwen3-coder"))
              .resolver(resolver)
              .build();
      memory.add(
          UserMessage.from(TextContent.from("What is it?"), pdf("The bridge is closed in May.")));
      assertThat(words(memory.messages()))
          .singleElement()
          .asString()
          .matches(
              "user: <resource uri=\"upload:file-[0-9a-f]{12}\" .*note=\"converted to Markdown by"
                  + " pdf 3: 1 page\".*> The bridge is closed in May. </resource> What is it\\?");
    }
  }

  @Test
  void namesAFileOfTheUserWhereNothingConvertsIt() throws IOException {
    AttacheChatMemory memory =
        AttacheChatMemory.builder(
                talk.conversation(), new OpenAiCompatible().profiles().of("qwen3-coder"))
            .build();
    memory.add(UserMessage.from(pdf("The bridge is closed in May.")));
    assertThat(words(memory.messages()))
        .singleElement()
        .asString()
        .contains("not deliverable to this model: pdf: not taken by openai-compatible");
  }

  @Test
  void givesAnImageOfAToolInTheResultOrAfterItAsTheModelTakesIt() throws IOException {
    AttacheChatMemory memory = talk.builder().build();
    var drawn =
        ToolExecutionResultMessage.builder()
            .id("a")
            .toolName("draw")
            .contents(
                TextContent.from("Here:"), ImageContent.from(base64("image/png"), "image/png"))
            .build();
    memory.add(UserMessage.from("Draw."), AiMessage.from(call("a", "draw", "{}")), drawn);
    assertThat(words(memory.messages()).subList(2, 4))
        .satisfiesExactly(
            result -> assertThat(result).matches("result a: Here: .*stands in the next message]"),
            moved -> assertThat(moved).matches("user: .*of the result of tool call a] .*/png]"));
    assertThat(
            words(
                AttacheChatMemory.builder(
                        talk.conversation(), new AnthropicProvider().profiles().standard())
                    .build()
                    .messages()))
        .hasSize(3)
        .last()
        .asString()
        .matches("result a: Here: .*\\] \\[image/png\\]");
  }

  @Test
  void refusesWhatOnlyAProviderKnowsAndWindowsThatHaveNoRoom() {
    AttacheChatMemory memory = talk.builder().build();
    assertThatThrownBy(() -> memory.add(CustomMessage.from(Map.of("a", 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("message (CUSTOM) must be of the system, a user, a model or a tool");
    assertThatThrownBy(() -> talk.builder().maxMessages(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("max messages (0) must be at least 1");
    assertThatThrownBy(() -> talk.builder().maxTokens(0, new LetterCount()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("max tokens (0) must be at least 1");
  }

  private static ToolExecutionResultMessage result(String id, String text) {
    return ToolExecutionResultMessage.from(id, "refresh_resource", text);
  }

  private static String base64(String type) throws IOException {
    try (InputStream in = ModelSamples.ofType(type).open()) {
      return Base64.getEncoder().encodeToString(in.readAllBytes());
    }
  }
}
