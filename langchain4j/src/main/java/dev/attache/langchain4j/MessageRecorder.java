package dev.attache.langchain4j;

import dev.attache.agent.LoopTool;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ToolOutputLimit;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnToolCalls;
import dev.attache.conversation.tools.AttachResourceTool.Attaching;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.DeliveryIndex.Kind;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.Notice;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The events of a history that the messages of LangChain4j become. Not thread-safe. */
final class MessageRecorder {

  private static final String PROVIDER = "langchain4j";

  /** The limit of results of our tools, beside which there is always {@code refresh_resource}. */
  private static final ToolOutputLimit LIMIT =
      new ToolOutputLimit(ToolOutputLimit.USUAL_TOKENS, true);

  private final Conversation conversation;
  private final String model;
  private final UnaryOperator<Snapshot> form;
  private final List<Attaching> attaching = new ArrayList<>();

  /**
   * @param model the model that answers
   * @param form what gives uploads the form for models
   */
  MessageRecorder(Conversation conversation, String model, UnaryOperator<Snapshot> form) {
    this.conversation = conversation;
    this.model = model;
    this.form = form;
  }

  /** Begins a turn with what a user says; files and images of it are attached. */
  void add(UserMessage message) throws IOException {
    var text = new StringJoiner("\n");
    var snapshots = new ArrayList<Snapshot>();
    var notices = new ArrayList<Notice>();
    for (Content content : message.contents()) {
      if (content instanceof TextContent words) {
        text.add(words.text());
      } else {
        UploadedContent upload = UploadedContent.of(content);
        if (upload.bytes() == null) {
          notices.add(Notice.of(upload.line()));
        } else {
          snapshots.add(form.apply(upload.snapshot(conversation.time())));
        }
      }
    }
    try (TurnDraft turn = conversation.begin(text.toString(), null)) {
      for (Snapshot snapshot : snapshots) {
        turn.attach(snapshot, snapshot.address().value(), Requester.USER);
      }
      notices.forEach(turn::notice);
      turn.record();
    }
  }

  /**
   * Records an answer of the model, whose calls get ids where they have none.
   *
   * @param first the first turn that is remembered; one begins if there is none yet
   */
  void add(AiMessage message, int first) throws IOException {
    var items = new ArrayList<AnswerItem>();
    AnswerItem.Opaque extras = AnswerExtras.of(message);
    if (extras != null) {
      items.add(extras);
    }
    String text = message.text();
    if (text != null && !text.isEmpty()) {
      items.add(new AnswerItem.Text(text));
    }
    int turn = turn(first);
    CallIds ids = CallIds.of(conversation.log(), turn);
    for (ToolExecutionRequest call : message.toolExecutionRequests()) {
      String arguments = call.arguments() == null ? "{}" : call.arguments();
      items.add(new AnswerItem.Call(ids.next(call.id()), call.name(), arguments));
    }
    conversation.answered(
        new ModelAnswer(
            conversation.time(),
            turn,
            PROVIDER,
            AnswerExtras.API,
            model,
            message.hasToolExecutionRequests() ? "calls" : "end",
            items,
            null,
            null));
  }

  /** Records a result; once all calls of the answer have theirs, what they attach is attached. */
  void add(ToolExecutionResultMessage message, int first) throws IOException {
    ToolAnswer ours = ToolAnswer.of(message);
    if (ours == null) {
      add(message.id(), message.toolName(), LoopTool.Answered.of(response(message)), first);
    } else {
      TurnToolCalls limited = conversation.tools().limited(LIMIT);
      add(message.id(), message.toolName(), ours.answered(), first, limited);
    }
  }

  /** Records the same, of a call by the id that its provider gave it; null if it gave none. */
  void add(@Nullable String id, String name, LoopTool.Answered answered, int first)
      throws IOException {
    add(id, name, answered, first, conversation.tools());
  }

  private void add(
      @Nullable String id, String name, LoopTool.Answered answered, int first, TurnToolCalls calls)
      throws IOException {
    int turn = turn(first);
    CallIds ids = CallIds.of(conversation.log(), turn);
    AnswerItem.Call open = ids.open(id, name);
    if (open == null) { // of a call that is not remembered: a result is nothing without one
      calls.callWithResult(ids.next(id), name, Map.of(), answered.response(), Kind.PLAIN);
    } else {
      ToolResult result =
          calls
              .of(turn)
              .result(
                  open.id(), open.name(), answered.asked(), answered.response(), answered.kind());
      conversation.handedOver(result);
    }
    if (answered.attaching() != null) {
      attaching.add(answered.attaching());
    }
    if (ids.open().size() == (open == null ? 0 : 1)) {
      for (Attaching each : List.copyOf(attaching)) {
        attaching.remove(each);
        each.attach(); // begins a turn, to which no result may belong any more
      }
    }
  }

  /** Forgets what calls would still attach. */
  void forget() {
    attaching.clear();
  }

  private int turn(int first) throws IOException {
    int turn = conversation.summary().turns() - 1;
    if (turn >= Math.max(first, 0)) {
      return turn;
    }
    try (TurnDraft begun = conversation.begin("", null)) {
      return begun.record().turn();
    }
  }

  /** Returns what a tool of others answers. */
  private static ToolResponse response(ToolExecutionResultMessage message) {
    var blocks = new ArrayList<ContentBlock>();
    for (Content content : message.contents()) {
      if (content instanceof TextContent text) {
        blocks.add(TextBlock.of(text.text()));
      } else {
        blocks.add(block(UploadedContent.of(content)));
      }
    }
    return new ToolResponse(blocks, Boolean.TRUE.equals(message.isError()), Map.of());
  }

  private static ContentBlock block(UploadedContent upload) {
    byte[] bytes = upload.bytes();
    MediaBlock.Kind kind = upload.kind();
    return bytes == null || kind == null
        ? TextBlock.of(upload.line())
        : new MediaBlock(kind, ResourceContent.blob(bytes), upload.mimeType(), null, Map.of());
  }
}
