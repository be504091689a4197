package dev.attache.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.agent.LoopTool;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.EventStream;
import dev.attache.history.Notice;
import dev.attache.langchain4j.GivenMessages.Given;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.langchain4j.data.message.ChatMessage;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The messages that a memory has given, to be recorded again as what they are: turns with their
 * attachments, calls with their results. What was left out or lost stays a line. Not thread-safe.
 */
final class RecordedAgain {

  private final Conversation conversation;
  private final MessageRecorder recorder;
  private final List<Given> left;
  private final Map<Integer, Request> requests = new HashMap<>();
  private final Map<Call, ToolResult> results = new HashMap<>();

  private RecordedAgain(Conversation conversation, MessageRecorder recorder, List<Given> given) {
    this.conversation = conversation;
    this.recorder = recorder;
    this.left = new ArrayList<>(given);
  }

  /** Reads what messages come from. */
  static RecordedAgain of(Conversation conversation, MessageRecorder recorder, List<Given> given)
      throws IOException {
    var again = new RecordedAgain(conversation, recorder, given);
    try (EventStream events = conversation.log().oldestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Request request) {
          again.requests.put(request.turn(), request);
        } else if (event instanceof ToolResult result) {
          again.results.putIfAbsent(new Call(result.turn(), result.id()), result);
        }
      }
    }
    return again;
  }

  /**
   * Records a message again; returns whether it was one of those that were given, and has something
   * that a plain message has not.
   */
  boolean add(ChatMessage message, int first) throws IOException {
    for (int i = 0; i < left.size(); i++) {
      if (left.get(i).message().equals(message)) {
        return add(left.remove(i), first);
      }
    }
    return false;
  }

  private boolean add(Given given, int first) throws IOException {
    if (given.isMoved()) {
      return true; // it comes with the results
    } else if (given.result() != null) {
      return add(given.result(), first);
    }
    Request request = requests.get(given.source().turn());
    boolean hasAttachments =
        given.source().role() == Role.USER
            && given.source().parts().stream().anyMatch(each -> each.place().index() >= 0);
    if (request == null || !hasAttachments) {
      return false;
    }
    add(request.request(), given.source());
    return true;
  }

  private void add(ChatRequest request, RenderedMessage shown) throws IOException {
    try (TurnDraft turn = conversation.begin(request.text(), request.schema())) {
      for (RenderedPart part : shown.parts()) {
        int index = part.place().index();
        if (isLine(part)) {
          turn.notice(Notice.of(((RenderedPart.Reference) part).line()));
        } else if (index >= 0) {
          Attachment each = request.resources().get(index);
          turn.attach(snapshot(each), each.reference(), requester(each));
        }
      }
      request.told().forEach(turn::notice);
      turn.record();
    }
  }

  private boolean add(RenderedPart.ToolResult shown, int first) throws IOException {
    ToolResult result = results.get(new Call(shown.place().turn(), shown.place().call()));
    if (result != null) { // else it says that the call was not run, which may still come
      recorder.add(shown.id(), shown.name(), LoopTool.Answered.of(response(result, shown)), first);
    }
    return true;
  }

  private static ToolResponse response(ToolResult result, RenderedPart.ToolResult shown) {
    ToolResponse response = result.response();
    var blocks = new ArrayList<ContentBlock>(response.content());
    for (RenderedPart part : shown.content()) {
      int index = part.place().index();
      if (index >= 0 && index < blocks.size()) {
        ContentBlock block = blocks.get(index);
        if (isLine(part)) {
          blocks.set(index, TextBlock.of(((RenderedPart.Reference) part).line()));
        } else if (block instanceof DeliveredBlock each) {
          blocks.set(index, each.delivered(Delivery.FULL));
        }
      }
    }
    return new ToolResponse(blocks, response.isError(), response.meta(), response.structured());
  }

  /** Whether a line is all that there is of a content. */
  private static boolean isLine(RenderedPart part) {
    return part instanceof RenderedPart.Reference reference && reference.target() == null;
  }

  private Requester requester(Attachment each) {
    return conversation
        .options()
        .consents()
        .requester(each.snapshot().address().value(), each.consent());
  }

  /** Returns a snapshot with the form made for models, which a history keeps beside it. */
  private static Snapshot snapshot(Attachment each) throws IOException {
    Snapshot snapshot = each.snapshot();
    ResourceContent formatted = each.formatted();
    if (formatted == null) {
      return snapshot;
    }
    Resource resource = snapshot.resource().toBuilder().formatted(text(formatted)).build();
    return new Snapshot(
        resource,
        snapshot.address(),
        snapshot.source(),
        snapshot.capturedAt(),
        snapshot.type(),
        snapshot.notes());
  }

  private static String text(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** A call, by the turn and what it is called there. */
  private record Call(int turn, @Nullable String id) {}
}
