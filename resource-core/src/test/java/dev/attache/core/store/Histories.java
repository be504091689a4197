package dev.attache.core.store;

import dev.attache.core.history.Attachment;
import dev.attache.core.history.AttachmentFold;
import dev.attache.core.history.AttachmentState;
import dev.attache.core.history.BlobBatch;
import dev.attache.core.history.ChatRequest;
import dev.attache.core.history.ConversationEvent;
import dev.attache.core.history.ConversationEvent.Config;
import dev.attache.core.history.ConversationEvent.Request;
import dev.attache.core.history.ConversationEvent.Response;
import dev.attache.core.history.ConversationId;
import dev.attache.core.history.ConversationLog;
import dev.attache.core.history.ConversationStore;
import dev.attache.core.history.ConversationSummary;
import dev.attache.core.history.Declaration;
import dev.attache.core.history.Delivery;
import dev.attache.core.history.EventStream;
import dev.attache.core.history.Notice;
import dev.attache.core.history.StoreException;
import dev.attache.core.history.SummaryFold;
import dev.attache.core.outcome.Snapshot;
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
final class Histories {

  static final ConversationId ID = ConversationId.of("talk");
  static final Instant START = Instant.parse("2026-01-02T03:04:05.006Z");

  private Histories() {}

  static ConversationEvent request(int turn, String text) {
    return new Request(time(turn), turn, ChatRequest.of(text), List.of());
  }

  static ConversationEvent response(int turn, String text) {
    return new Response(time(turn), turn, text);
  }

  static ConversationEvent declaration(int turn, String reference) {
    return new Config(
        time(turn),
        turn,
        List.of(new Declaration(reference, null)),
        List.of(),
        Map.of("refresh", "manual"),
        null);
  }

  static Instant time(int turn) {
    return START.plusSeconds(60L * turn);
  }

  static Attachment attachment(String name, ResourceContent content) {
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
  static ConversationSummary appendTurn(
      ConversationStore store, ConversationLog log, String text, String... names)
      throws StoreException {
    try (BlobBatch batch = store.begin()) {
      var attachments = new ArrayList<Attachment>();
      for (String name : names) {
        attachments.add(
            attachment(name, batch.add(ResourceContent.text("content of " + name + text))));
      }
      return log.append(batch, now -> List.of(turn(now.turns(), text, attachments, List.of())));
    }
  }

  static Request turn(int turn, String text, List<Attachment> attachments, List<Notice> notices) {
    return new Request(
        time(turn), turn, new ChatRequest(text, null, attachments, notices), List.of());
  }

  /** Appends a turn with nothing attached. */
  static ConversationSummary append(ConversationLog log, String text) throws StoreException {
    return log.append(null, now -> List.of(request(now.turns(), text)));
  }

  static List<ConversationEvent> oldestFirst(ConversationLog log) throws StoreException {
    try (EventStream stream = log.oldestFirst()) {
      return rest(stream);
    }
  }

  static List<ConversationEvent> newestFirst(ConversationLog log) throws StoreException {
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
  static List<String> texts(ConversationLog log) throws StoreException {
    var texts = new ArrayList<String>();
    for (ConversationEvent event : oldestFirst(log)) {
      if (event instanceof Request request) {
        texts.add(request.request().text());
      }
    }
    return texts;
  }

  /** What all events come to. */
  static ConversationSummary summary(ConversationLog log) throws StoreException {
    SummaryFold fold = SummaryFold.of(log.id(), log.summary().isArchived());
    oldestFirst(log).forEach(fold::add);
    return fold.summary();
  }

  /** The attachments that all events come to. */
  static List<AttachmentState> attachments(ConversationLog log) throws StoreException {
    AttachmentFold fold = AttachmentFold.after(List.of());
    oldestFirst(log).forEach(fold::add);
    return fold.attachments();
  }
}
