package dev.attache.store;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.Declaration;
import dev.attache.history.Delivery;
import dev.attache.history.EventStream;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.history.fold.AttachmentFold;
import dev.attache.history.fold.SummaryFold;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.types.TypeDecision;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Histories for tests to write, and plain ways to read them. */
public final class Histories {

  public static final ConversationId ID = ConversationId.of("talk");
  static final Instant START = Instant.parse("2026-01-02T03:04:05.006Z");

  private Histories() {}

  public static ConversationEvent request(int turn, String text) {
    return new Request(time(turn), turn, ChatRequest.of(text), List.of());
  }

  static ConversationEvent response(int turn, String text) {
    return new Response(time(turn), turn, text);
  }

  public static ConversationEvent declaration(int turn, String reference) {
    return new Config(
        time(turn),
        turn,
        List.of(new Declaration(reference, null, null)),
        List.of(),
        Map.of("refresh", "manual"),
        null);
  }

  static Instant time(int turn) {
    return START.plusSeconds(60L * turn);
  }

  public static Attachment attachment(String name, ResourceContent content) {
    ResourceUri uri = ResourceUri.of("file:///work/" + name);
    var type = new TypeDecision(null, "text/plain", null, "text/plain", "by name");
    var snapshot =
        new Snapshot(
            Resource.builder(uri, content).mimeType("text/plain").name(name).build(),
            uri,
            "file",
            START,
            type,
            List.of());
    return new Attachment(snapshot, null, name, null, Delivery.FULL);
  }

  /** Appends a turn with one text attached for each name. */
  public static ConversationSummary appendTurn(
      ConversationStore store, ConversationLog log, String text, String... names)
      throws StoreException {
    try (BlobBatch batch = store.begin()) {
      var attachments = new ArrayList<Attachment>();
      for (String name : names) {
        attachments.add(
            attachment(name, batch.add(ResourceContent.text("content of " + name + text))));
      }
      return log.append(
          batch, now -> List.of(turn(now.summary().turns(), text, attachments, List.of())));
    }
  }

  public static Request turn(
      int turn, String text, List<Attachment> attachments, List<Notice> notices) {
    return new Request(
        time(turn),
        turn,
        new ChatRequest(ChatRequest.Author.USER, text, null, attachments, notices),
        List.of());
  }

  /** Appends a turn with nothing attached. */
  public static ConversationSummary append(ConversationLog log, String text) throws StoreException {
    return log.append(null, now -> List.of(request(now.summary().turns(), text)));
  }

  public static List<ConversationEvent> oldestFirst(ConversationView log) throws StoreException {
    try (EventStream stream = log.oldestFirst()) {
      return rest(stream);
    }
  }

  public static List<ConversationEvent> newestFirst(ConversationView log) throws StoreException {
    try (EventStream stream = log.newestFirst()) {
      return rest(stream);
    }
  }

  static List<ConversationEvent> rest(EventStream stream) throws StoreException {
    var events = new ArrayList<ConversationEvent>();
    for (@Nullable ConversationEvent event = stream.next(); event != null; event = stream.next()) {
      events.add(event);
    }
    return events;
  }

  /** The texts of the requests. */
  public static List<String> texts(ConversationLog log) throws StoreException {
    var texts = new ArrayList<String>();
    for (ConversationEvent event : oldestFirst(log)) {
      if (event instanceof Request request) {
        texts.add(request.request().text());
      }
    }
    return texts;
  }

  /** What all events come to. */
  public static ConversationSummary summary(ConversationLog log) throws StoreException {
    SummaryFold fold = SummaryFold.of(log.id(), log.summary().isArchived());
    oldestFirst(log).forEach(fold::add);
    return fold.summary();
  }

  /** The attachments that all events come to. */
  public static List<AttachmentState> attachments(ConversationLog log) throws StoreException {
    AttachmentFold fold = AttachmentFold.after(List.of());
    oldestFirst(log).forEach(fold::add);
    return fold.attachments();
  }
}
