package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ToolOutputLimit;
import dev.attache.core.tool.AnswerSource;
import dev.attache.core.tool.InquiryException;
import dev.attache.core.tool.QuestionAnswer;
import dev.attache.core.tool.QuestionAnswer.By;
import dev.attache.delivery.ReferenceTargets;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.delivery.form.PromptText;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.model.call.ModelCall;
import dev.attache.model.call.ModelEvent;
import dev.attache.model.call.ModelException;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.support.json.JsonLines;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the model to what its tools ask. It is asked aside: with the conversation so far
 * and the same tools, of which it may call none, for a JSON value that fits the question; the
 * conversation gets the question and the answer, and no turn.
 *
 * <p>A loop is told of it ({@link AgentLoop.Builder#assistantAnswers}), and tools have it among
 * their sources of answers. Thread-safe: calls of one answer run at once.
 */
public final class AssistantAnswers {

  private static final String ANSWER = "answer";

  private static final String WAITING = "[the tool waits for an answer to what it asks]";

  /** How each wire says that no tool is to be called. */
  private static final Map<String, Map<String, Object>> NO_CALLS =
      Map.of(
          "anthropic-messages", Map.of("tool_choice", Map.of("type", "none")),
          "openai-responses", Map.of("tool_choice", "none"),
          "openai-chat", Map.of("tool_choice", "none"),
          "openrouter-chat", Map.of("tool_choice", "none"),
          "gemini", Map.of("toolConfig", Map.of("functionCallingConfig", Map.of("mode", "NONE"))));

  private final Conversation conversation;
  private final AskedModel asked;
  private List<OfferedTool> tools = List.of();
  private @Nullable String system;
  private LoopListener listener = LoopListener.NOBODY;
  private ModelUsage usage = ModelUsage.ZERO;
  private long estimated;
  private int requests;

  private AssistantAnswers(Conversation conversation, AskedModel asked) {
    this.conversation = conversation;
    this.asked = asked;
  }

  /**
   * {@return those of a model that is asked in a conversation}
   *
   * @param conversation where questions and answers are recorded
   * @param asked the model, usually that of the loop
   */
  public static AssistantAnswers of(Conversation conversation, AskedModel asked) {
    return new AssistantAnswers(conversation, asked);
  }

  /** Takes what each request of a loop begins with. */
  synchronized void begin(
      List<OfferedTool> offered, @Nullable String instructions, LoopListener watching) {
    listener = watching;
    tools = offered;
    system = instructions;
    usage = ModelUsage.ZERO;
    estimated = 0;
    requests = 0;
  }

  /** What its requests took since the loop began. */
  synchronized ModelUsage usage() {
    return usage;
  }

  /** The estimated tokens of requests that the provider did not report. */
  synchronized long estimated() {
    return estimated;
  }

  /** How many requests went out since the loop began. */
  synchronized int requests() {
    return requests;
  }

  /**
   * {@return the source of answers for one tool; it has none if the model does not give any}
   *
   * @param tool the tool that asks, by the name that the model calls it by
   */
  public AnswerSource of(String tool) {
    return (question, before) -> {
      if (question.isSecret()) {
        return Optional.empty(); // which no model is to know, let alone make up
      }
      try {
        return answer(tool, question, before);
      } catch (ModelException e) {
        if (e.kind() == ModelException.Kind.CANCELLED) {
          throw InquiryException.cancelled("cancelled before the model had answered");
        }
        return Optional.empty();
      } catch (IOException e) {
        return Optional.empty(); // of the store; the loop finds it when it records the result
      }
    };
  }

  private Optional<QuestionAnswer> answer(
      String tool, InputRequest question, List<ContentBlock> before) throws IOException {
    var messages = new ArrayList<>(soFar());
    int turn = conversation.summary().turns() - 1;
    messages.add(
        new RenderedMessage(RenderedMessage.Role.USER, turn, parts(tool, question, before, turn)));
    Object json = json(ask(messages, question));
    return json instanceof Map<?, ?> object && object.containsKey(ANSWER)
        ? Optional.of(new QuestionAnswer(object.get(ANSWER), By.ASSISTANT))
        : Optional.empty();
  }

  private String ask(List<RenderedMessage> messages, InputRequest question) throws IOException {
    ModelRequest request;
    LoopListener told;
    synchronized (this) {
      told = listener;
      request =
          new ModelRequest(
              asked.profile(),
              asked.model(),
              system,
              tools,
              messages,
              schema(question),
              null,
              true,
              tools.isEmpty() ? Map.of() : NO_CALLS.getOrDefault(asked.profile().wire(), Map.of()));
      requests++;
    }
    var reading = new AnswerReading(new LinkedHashSet<>());
    var body = new DigestedBody(asked.provider().render(request));
    told.askingAside(body);
    long begun = System.nanoTime();
    ModelException failure = null;
    try (ModelCall call = asked.open(request, body)) {
      for (ModelEvent event = call.next(); event != null; event = call.next()) {
        reading.add(event);
      }
    } catch (ModelException e) {
      failure = e;
    }
    take(reading, body);
    told.asked(asked, reading.usage(), failure, Duration.ofNanos(System.nanoTime() - begun));
    if (failure != null) {
      throw failure;
    }
    var text = new StringBuilder();
    for (AnswerItem item : reading.texts()) {
      text.append(((AnswerItem.Text) item).text());
    }
    return text.toString();
  }

  private synchronized void take(AnswerReading reading, DigestedBody body) {
    ModelUsage took = reading.usage();
    usage = took == null ? usage : usage.plus(took);
    estimated += took == null ? RecordedAnswer.estimate(body.sent(), reading.items()) : 0;
  }

  /** The conversation so far, in which calls that still run wait, and were not left. */
  private List<RenderedMessage> soFar() throws IOException {
    Set<String> waiting = new LinkedHashSet<>();
    int turn = conversation.summary().turns() - 1;
    TurnState.read(conversation.log(), turn).left().forEach(each -> waiting.add(each.id()));
    var messages = new ArrayList<RenderedMessage>();
    for (RenderedMessage message : ModelMessages.of(conversation.forModel()).messages()) {
      messages.add(
          message.turn() == turn && message.role() == RenderedMessage.Role.TOOL
              ? waiting(message, waiting)
              : message);
    }
    return messages;
  }

  private static RenderedMessage waiting(RenderedMessage message, Set<String> calls) {
    var parts = new ArrayList<RenderedPart>();
    for (RenderedPart part : message.parts()) {
      boolean isWaiting =
          part instanceof RenderedPart.ToolResult && calls.contains(part.place().call());
      parts.add(
          isWaiting && part instanceof RenderedPart.ToolResult result
              ? new RenderedPart.ToolResult(
                  result.place(),
                  result.id(),
                  result.name(),
                  false,
                  List.of(new RenderedPart.Text(result.place(), RenderedText.of(WAITING))))
              : part);
    }
    return new RenderedMessage(message.role(), message.turn(), parts);
  }

  /** Returns the message to the model: the blocks before the question, then the question. */
  private List<RenderedPart> parts(
      String tool, InputRequest question, List<ContentBlock> before, int turn) throws IOException {
    var limit = new ToolOutputLimit(ToolOutputLimit.USUAL_TOKENS, false);
    ToolResponse said =
        limit.of(
            new ToolResponse(before, false, Map.of()),
            conversation.text(conversation.summary()),
            turn,
            tool);
    var place = new PartPlace(turn, null, -1);
    var parts = new ArrayList<RenderedPart>();
    var text = new StringBuilder("The tool ").append(tool).append(" asks you this.\n");
    for (ContentBlock block : said.content()) {
      String shown = shown(tool, block, turn);
      RenderedPart.Media media = media(block, place, shown);
      if (media == null) {
        text.append(shown).append(shown.endsWith("\n") ? "" : "\n");
      } else {
        parts.add(new RenderedPart.Text(place, RenderedText.of(text.toString())));
        parts.add(media);
        text.setLength(0);
      }
    }
    text.append(question.text())
        .append("\nAnswer with a JSON object that has your answer in \"answer\", which fits ")
        .append(JsonLines.text(question.schema()))
        .append(", and call no tool.");
    parts.add(new RenderedPart.Text(place, RenderedText.of(text.toString())));
    return parts;
  }

  /** Returns a block as the text that it is in a result. */
  private String shown(String tool, ContentBlock block, int turn) throws IOException {
    var result = new ToolResult(conversation.time(), turn, tool, tool, ToolResponse.of(block));
    var text = new ByteArrayOutputStream();
    PromptText.writeResult(result, text);
    return text.toString(UTF_8);
  }

  /** Returns an image or a sound; null for other blocks, and for those not for the model. */
  private static RenderedPart.@Nullable Media media(
      ContentBlock block, PartPlace place, String shown) {
    if (block instanceof MediaBlock media && !ReferenceTargets.isForUserOnly(media.annotations())) {
      return new RenderedPart.Media(
          place, media.mimeType(), media.data(), RenderedText.of(shown.strip()));
    }
    return block instanceof ResourceBlock each
            && !each.resource().content().isText()
            && each.formatted() == null
            && !ReferenceTargets.isForUserOnly(each.resource().annotations())
        ? new RenderedPart.Media(
            place,
            each.resource().mimeType(),
            each.resource().content(),
            RenderedText.of(shown.strip()))
        : null;
  }

  private static Map<String, Object> schema(InputRequest question) {
    var schema = new LinkedHashMap<String, Object>();
    schema.put("type", "object");
    schema.put("properties", Map.of(ANSWER, question.schema()));
    schema.put("required", List.of(ANSWER));
    schema.put("additionalProperties", false);
    return schema;
  }

  /** Returns the JSON of an answer, which some models put between fences; null if there is none. */
  private static @Nullable Object json(String text) {
    int start = text.indexOf('{');
    int end = text.lastIndexOf('}');
    if (start < 0 || end < start) {
      return null;
    }
    try {
      return PlainJson.read(text.substring(start, end + 1));
    } catch (UnreadableException e) {
      return null;
    }
  }
}
