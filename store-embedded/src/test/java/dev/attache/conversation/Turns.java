package dev.attache.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.delivery.SupersededSettings;
import dev.attache.delivery.form.PromptText;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.EmbeddedStore;
import dev.attache.types.TypeDecision;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A conversation in a store of its own, whose turns a test makes, with a clock that it moves. */
public final class Turns {

  static final ConversationId ID = ConversationId.of("talk");

  private static final TypeDecision TYPE =
      new TypeDecision(null, null, null, "text/plain", "by extension");

  final EmbeddedStore store;
  final Conversation conversation;
  private Instant now = Instant.parse("2026-11-22T03:04:05Z");

  private Turns(Path directory, Mode mode) throws StoreException {
    store = EmbeddedStore.at(directory.resolve(".attache"));
    var superseded = new SupersededSettings(mode, Duration.ofMinutes(5), 10, 1.25, 0.1);
    conversation =
        Conversation.create(
            store,
            ID,
            new ConversationOptions(
                DedupSettings.DEFAULT, superseded, Channel.TEXT, Consents.OWN_HISTORY, clock()));
  }

  static Turns in(Path directory) throws StoreException {
    return new Turns(directory, Mode.KEEP);
  }

  static Turns in(Path directory, Mode mode) throws StoreException {
    return new Turns(directory, mode);
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now;
      }
    };
  }

  Turns pass(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** A text that is long enough to be referred to. */
  static String text(String word) {
    return TestConversation.text(word);
  }

  static Resource resource(String uri, String word) {
    return Resource.builder(ResourceUri.of(uri), ResourceContent.text(text(word))).build();
  }

  static Snapshot snapshot(String uri, String word) {
    Resource resource = resource(uri, word);
    return new Snapshot(resource, resource.uri(), "file", Instant.EPOCH, TYPE, List.of());
  }

  /** Records a turn that declares a URI and attaches a text there. */
  Delivery attach(String uri, String word) throws StoreException {
    return attachTo(conversation, uri, word);
  }

  static Delivery attachTo(Conversation conversation, String uri, String word)
      throws StoreException {
    try (TurnDraft turn = conversation.begin("Look.", null)) {
      turn.declare(Requester.USER, uri).attach(snapshot(uri, word), uri, Requester.USER);
      return delivery(turn.record());
    }
  }

  static Delivery delivery(Request request) {
    return delivery(request, 0);
  }

  static Delivery delivery(Request request, int index) {
    return request.request().resources().get(index).delivery();
  }

  static Request request(int turn, String text) {
    return new Request(Instant.EPOCH, turn, ChatRequest.of(text), List.of());
  }

  Request ask(String text) throws StoreException {
    try (TurnDraft turn = conversation.begin(text, null)) {
      return turn.record();
    }
  }

  /** Records the result of a tool that returns a resource. */
  Delivery result(String call, String uri, String word) throws StoreException {
    ToolResult result =
        conversation.result(call, "read", ToolResponse.of(DeliveredBlock.of(resource(uri, word))));
    return ((DeliveredBlock) result.response().content().get(0)).delivery();
  }

  List<ConversationEvent> events() throws StoreException {
    return events(conversation);
  }

  /** What the next turn has to resolve. */
  public static List<Declaration> pending(Conversation conversation) throws StoreException {
    return conversation.summary().declarations().stream()
        .filter(Declared::isPending)
        .map(Declared::declaration)
        .toList();
  }

  public static List<ConversationEvent> events(Conversation conversation) throws StoreException {
    var events = new ArrayList<ConversationEvent>();
    try (EventStream all = conversation.log().oldestFirst()) {
      for (ConversationEvent event = all.next(); event != null; event = all.next()) {
        events.add(event);
      }
    }
    return events;
  }

  /** The events of one type. */
  public static <T extends ConversationEvent> List<T> events(
      Conversation conversation, Class<T> type) throws StoreException {
    return events(conversation).stream().filter(type::isInstance).map(type::cast).toList();
  }

  static List<Attachment> attachments(Request request) {
    return request.request().resources();
  }

  /** The request that all of it comes to, each long text as its first line. */
  List<String> whole() throws IOException {
    var out = new ByteArrayOutputStream();
    PromptText.writeConversation(conversation.log(), out);
    var lines = new ArrayList<String>();
    for (String line : out.toString(UTF_8).split("\n", -1)) {
      if (lines.isEmpty() || !lines.get(lines.size() - 1).equals(line)) {
        lines.add(line);
      }
    }
    return lines;
  }
}
