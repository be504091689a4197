package dev.attache.delivery.form;

import dev.attache.delivery.Channel;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.Notice;
import dev.attache.history.answer.AnswerItem;
import dev.attache.model.CallName;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.support.json.JsonLines;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages that a conversation comes to, for models that are asked with messages and blocks
 * (RFD 065). Immutable once read; contents stay in the store until they are written.
 *
 * <p>Texts and calls of the model that follow each other are one message, and after it come the
 * results of its calls, in the order of the calls: providers refuse a call without a result. After
 * one more turn the messages are the same and more.
 */
public final class ModelMessages {

  private static final String NOT_RUN = "[the call was not run: the history has no result of it]";

  private static final String INTERRUPTED =
      "[your answer was interrupted here; continue from there unless asked otherwise]";

  private final List<ConversationEvent> events;
  private final SoundView view;
  private final Map<Call, ToolResult> results;
  private final List<RenderedMessage> messages = new ArrayList<>();
  private final List<RenderedPart> answer = new ArrayList<>();
  private final List<Asked> calls = new ArrayList<>();
  private final Map<Call, String> ids = new HashMap<>();
  private final Set<String> takenIds = new HashSet<>();
  private @Nullable Map<String, Object> schema;

  private ModelMessages(
      List<ConversationEvent> events,
      WholeRequest request,
      @Nullable SoundView known,
      Map<Call, ToolResult> results) {
    this.events = events;
    WholeRequest named = request.naming(this::name);
    this.view = known == null ? new SoundView(named) : known.of(named);
    this.results = results;
  }

  /**
   * Reads a history.
   *
   * @param log the history, as models see it
   * @return the messages, the oldest first, with what of the history is lost
   * @throws IOException if the store cannot be read
   */
  public static ModelMessages of(ConversationLog log) throws IOException {
    return of(read(log), Set.of(), null);
  }

  private static ModelMessages of(
      List<ConversationEvent> events, Set<DeliveryPlace> hidden, @Nullable SoundView known)
      throws IOException {
    WholeRequest request =
        WholeRequest.read(new ReadEvents(events.iterator()), Channel.STRUCTURED, hidden);
    var results = new HashMap<Call, ToolResult>();
    for (ConversationEvent event : events) {
      if (event instanceof ToolResult result) {
        results.putIfAbsent(new Call(result.turn(), result.id()), result);
      }
    }
    var messages = new ModelMessages(events, request, known, results);
    for (ConversationEvent event : events) {
      messages.add(event);
    }
    messages.endAnswer();
    return messages;
  }

  private static List<ConversationEvent> read(ConversationLog log) throws IOException {
    var read = new ArrayList<ConversationEvent>();
    try (EventStream events = log.oldestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        read.add(event);
      }
    }
    return read;
  }

  /** {@return the messages, from the first to the last} */
  public List<RenderedMessage> messages() {
    return List.copyOf(messages);
  }

  /**
   * {@return the same history without some of its messages, for a model that is not given all of
   * them: what the others refer to there stands in full where it is first referred to, and what is
   * a diff against it as well} No line names a message that is not there.
   *
   * @param indexes which of the messages, from 0 on
   * @throws IOException if the store cannot be read
   */
  public ModelMessages without(Set<Integer> indexes) throws IOException {
    Set<DeliveryPlace> hidden = new HashSet<>();
    indexes.forEach(index -> addPlaces(messages.get(index).parts(), hidden));
    ModelMessages others = of(events, hidden, view);
    for (int i = others.messages.size() - 1; i >= 0; i--) {
      if (indexes.contains(i)) {
        others.messages.remove(i);
      }
    }
    return others;
  }

  private static void addPlaces(List<RenderedPart> parts, Set<DeliveryPlace> places) {
    for (RenderedPart part : parts) {
      PartPlace place = part.place();
      if (part instanceof RenderedPart.ToolResult result) {
        addPlaces(result.content(), places);
      } else if (place.index() >= 0) {
        places.add(new DeliveryPlace(place.turn(), place.call(), place.index()));
      }
    }
  }

  /**
   * {@return the JSON Schema that the answer to the last request is to follow; null if it is free}
   */
  public @Nullable Map<String, Object> schema() {
    return schema;
  }

  /** {@return what is lost or damaged in the store, a line each} */
  public List<String> lost() {
    return view.lost();
  }

  private void add(ConversationEvent event) throws IOException {
    if (event instanceof Request request) {
      if (request.request().author() != Author.TOOL) { // the result of the tool has it
        endAnswer();
        add(request);
      }
    } else if (event instanceof Response response) {
      if (!calls.isEmpty()) {
        endAnswer();
      }
      answer.add(text(response.turn(), PromptPart.of(response.text())));
    } else if (event instanceof ModelAnswer given) {
      add(given);
    } else if (event instanceof ToolCall call) {
      add(
          new AnswerItem.Call(call.id(), call.name(), JsonLines.text(call.arguments())),
          call.turn());
    } else if (event instanceof ToolResult result) {
      if (!ids.containsKey(new Call(result.turn(), result.id()))) { // a history that was edited
        add(new AnswerItem.Call(result.id(), result.name(), "{}"), result.turn());
      }
      if (!calls.isEmpty() && calls.get(calls.size() - 1).key().id().equals(result.id())) {
        endAnswer(); // what comes next the model says after it has read the results
      }
    }
  }

  /**
   * An answer is one message; of one that was interrupted there is nothing but its texts, and the
   * user's next word says so: providers refuse a request that ends with an answer.
   */
  private void add(ModelAnswer given) throws IOException {
    endAnswer();
    for (AnswerItem item : given.items()) {
      if (item instanceof AnswerItem.Text text) {
        answer.add(text(given.turn(), PromptPart.of(text.text())));
      } else if (item instanceof AnswerItem.Call call && !given.isInterrupted()) {
        add(call, given.turn());
      } else if (item instanceof AnswerItem.Opaque opaque && !given.isInterrupted()) {
        answer.add(
            new RenderedPart.Opaque(place(given.turn()), given.api(), opaque.raw(), given.model()));
      }
    }
    if (given.isInterrupted() && !answer.isEmpty()) {
      endAnswer();
      var notice = new RenderedPart.Notice(place(given.turn()), INTERRUPTED);
      messages.add(new RenderedMessage(Role.USER, given.turn(), List.of(notice)));
    } else if (calls.isEmpty()) {
      endAnswer();
    }
  }

  private void add(AnswerItem.Call call, int turn) {
    var asked = new Asked(new Call(turn, call.id()), call.name());
    answer.add(
        new RenderedPart.ToolCall(place(turn), id(asked.key()), call.name(), call.arguments()));
    calls.add(asked);
  }

  private void add(Request event) throws IOException {
    ChatRequest request = event.request();
    int turn = event.turn();
    var parts = new ArrayList<RenderedPart>();
    for (int i = 0; i < request.resources().size(); i++) {
      parts.add(
          ModelParts.of(request.resources().get(i), DeliveryPlace.ofAttachment(turn, i), view));
    }
    for (Notice notice : request.told()) {
      parts.add(new RenderedPart.Notice(place(turn), Sanitizer.sanitizeLine(notice.text())));
    }
    if (request.author() != Author.UPDATE) { // which has no words, and changes no schema
      parts.add(text(turn, PromptPart.of(request.text())));
      schema = request.schema();
    }
    messages.add(new RenderedMessage(Role.USER, turn, parts));
  }

  /** Ends what the model said, and adds the results of what it called. */
  private void endAnswer() throws IOException {
    if (answer.isEmpty()) {
      return;
    }
    messages.add(new RenderedMessage(Role.ASSISTANT, answer.get(0).place().turn(), answer));
    answer.clear();
    if (!calls.isEmpty()) {
      var parts = new ArrayList<RenderedPart>();
      for (Asked call : calls) {
        parts.add(result(call));
      }
      messages.add(new RenderedMessage(Role.TOOL, calls.get(0).key().turn(), parts));
      calls.clear();
    }
  }

  private RenderedPart.ToolResult result(Asked call) throws IOException {
    ToolResult result = results.get(call.key());
    var place = new PartPlace(call.key().turn(), call.key().id(), -1);
    return result == null
        ? new RenderedPart.ToolResult(
            place,
            id(call.key()),
            call.name(),
            true,
            List.of(new RenderedPart.Text(place, PromptPart.of(NOT_RUN))))
        : new RenderedPart.ToolResult(
            place,
            id(call.key()),
            call.name(),
            result.response().isError(),
            ModelParts.of(result, view));
  }

  /** Returns a name that no other call of the conversation has; a history has one for each turn. */
  private String id(Call call) {
    return ids.computeIfAbsent(
        call,
        key -> {
          String legal = CallName.of(call.id());
          String id = legal;
          for (int n = call.turn(); !takenIds.add(id); n++) {
            id = CallName.of(legal + "-" + n);
          }
          return id;
        });
  }

  /** Returns the name of a call that may be referred to: one that came before. */
  private String name(int turn, String call) {
    String id = ids.get(new Call(turn, call));
    return id == null ? CallName.of(call) : id;
  }

  private static RenderedPart.Text text(int turn, PromptPart text) {
    return new RenderedPart.Text(place(turn), text);
  }

  private static PartPlace place(int turn) {
    return new PartPlace(turn, null, -1);
  }

  /** Events that have been read, as a history gives them. */
  private record ReadEvents(Iterator<ConversationEvent> events) implements EventStream {

    @Override
    public @Nullable ConversationEvent next() {
      return events.hasNext() ? events.next() : null;
    }

    @Override
    public void close() {}
  }

  /** A call that the model has made. */
  private record Asked(Call key, String name) {}

  /** A call, by the turn and what it is called there. */
  private record Call(int turn, String id) {}
}
