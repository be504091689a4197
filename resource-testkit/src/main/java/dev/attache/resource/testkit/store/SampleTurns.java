package dev.attache.resource.testkit.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.AppendToken;
import dev.attache.history.Attachment;
import dev.attache.history.AttachmentState;
import dev.attache.history.BlobBatch;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationLog.Appended;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationView;
import dev.attache.history.Delivery;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns that the rules write, and plain ways to read them. */
final class SampleTurns {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05.006Z");

  private SampleTurns() {}

  private static Instant time(int turn) {
    return START.plusSeconds(60L * turn);
  }

  static Request request(int turn, String text) {
    return request(turn, text, List.of());
  }

  private static Request request(int turn, String text, List<Attachment> attachments) {
    return new Request(
        time(turn),
        turn,
        new ChatRequest(ChatRequest.Author.USER, text, null, attachments, List.of()),
        List.of());
  }

  static Response response(int turn, String text) {
    return new Response(time(turn), turn, text);
  }

  private static Attachment attachment(String name, ResourceContent content) {
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

  /** The text that is attached under a name. */
  static String content(String name) {
    return "content of " + name + "\n";
  }

  /** Appends a turn with nothing attached. */
  static ConversationSummary append(ConversationLog log, String text) throws StoreException {
    return log.append(null, now -> List.of(request(now.summary().turns(), text)));
  }

  /** Appends a turn with one text attached for each name. */
  static ConversationSummary attach(
      ConversationStore store, ConversationLog log, String text, String... names)
      throws StoreException {
    return once(null, store, log, text, List.of(), names).summary();
  }

  /**
   * Appends a turn with one text attached for each name, and answers.
   *
   * @param answers the answers, which are appended with it
   */
  static Appended once(
      @Nullable AppendToken token,
      ConversationStore store,
      ConversationLog log,
      String text,
      List<String> answers,
      String... names)
      throws StoreException {
    try (BlobBatch batch = store.begin()) {
      var attachments = new ArrayList<Attachment>();
      for (String name : names) {
        attachments.add(attachment(name, batch.add(ResourceContent.text(content(name)))));
      }
      return log.append(
          token,
          batch,
          now -> {
            int turn = now.summary().turns();
            var events = new ArrayList<ConversationEvent>();
            events.add(request(turn, text, attachments));
            answers.forEach(each -> events.add(response(turn, each)));
            return events;
          });
    }
  }

  /** Something that happens in a store meanwhile. */
  @FunctionalInterface
  interface Meanwhile {
    void happens() throws StoreException;
  }

  /** Appends a turn with a text attached, to which something happens after its text was added. */
  static void attachAfter(
      ConversationStore store, ConversationLog log, String name, Meanwhile meanwhile)
      throws StoreException {
    try (BlobBatch batch = store.begin()) {
      Attachment attached = attachment(name, batch.add(ResourceContent.text(content(name))));
      meanwhile.happens();
      log.append(batch, now -> List.of(request(now.summary().turns(), name, List.of(attached))));
    }
  }

  static List<ConversationEvent> oldestFirst(ConversationView log) throws StoreException {
    try (EventStream stream = log.oldestFirst()) {
      return rest(stream);
    }
  }

  static List<ConversationEvent> newestFirst(ConversationView log) throws StoreException {
    try (EventStream stream = log.newestFirst()) {
      return rest(stream);
    }
  }

  static List<ConversationEvent> rest(EventStream stream) throws StoreException {
    var events = new ArrayList<ConversationEvent>();
    for (ConversationEvent event = stream.next(); event != null; event = stream.next()) {
      events.add(event);
    }
    return events;
  }

  /** The texts of the requests. */
  static List<String> texts(ConversationView log) throws StoreException {
    return oldestFirst(log).stream()
        .filter(Request.class::isInstance)
        .map(each -> ((Request) each).request().text())
        .toList();
  }

  /** Returns the names of the attachments whose content cannot be read, or is another one. */
  static List<String> lost(ConversationView log) throws StoreException {
    var lost = new ArrayList<String>();
    for (AttachmentState state : log.attachments()) {
      Resource resource = state.attachment().snapshot().resource();
      String name = String.valueOf(resource.name());
      try (InputStream in = resource.content().open()) {
        if (!new String(in.readAllBytes(), UTF_8).equals(content(name))) {
          lost.add(name + " is another content");
        }
      } catch (IOException e) {
        lost.add(name + ": " + e.getMessage());
      }
    }
    return lost;
  }
}
