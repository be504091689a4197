package dev.attache.conversation;

import dev.attache.history.Attachment;
import dev.attache.history.BlobBatch;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationLog;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The beginning of a conversation with the first turns of another one, be it in its place. */
final class Fork {

  private Fork() {}

  /**
   * Returns the new conversation, which has all that its turns need. There is none if the parent is
   * removed, and its contents are collected, before it is written.
   */
  static Conversation of(Conversation parent, ConversationStore store, ConversationId to, int turns)
      throws StoreException {
    ConversationSummary now = parent.summary();
    if (turns < 0 || turns > now.turns()) {
      throw StoreException.of(
          StoreException.Kind.REFUSED,
          "turns ("
              + turns
              + ") must be from 0 to "
              + now.turns()
              + ", which "
              + parent.id()
              + " has");
    }
    var origin = new Origin(parent.id(), turns);
    Map<String, Object> kept = new LinkedHashMap<>(ConversationLabels.of(now).settingsOfNew());
    kept.putAll(turns == 0 ? FirstLayout.settingsOfFork(now) : Map.of());
    return begin(
        parent,
        store,
        to,
        turns,
        new Config(parent.time(), turns, List.of(), List.of(), kept, origin));
  }

  /** Begins a conversation that is another one without its last turns, but with its labels. */
  static void withoutLastTurn(
      Conversation parent, ConversationStore store, ConversationId to, int turns)
      throws StoreException {
    Map<String, Object> kept = ConversationLabels.of(parent.summary()).settingsOfNew();
    var config = new Config(parent.time(), turns, List.of(), List.of(), kept, null);
    begin(parent, store, to, turns, turns == 0 || !kept.isEmpty() ? config : null);
  }

  private static Conversation begin(
      Conversation parent,
      ConversationStore store,
      ConversationId to,
      int turns,
      @Nullable Config last)
      throws StoreException {
    Conversation fork = Conversation.create(store, to, parent.options());
    try (BlobBatch blobs = store.begin()) {
      List<ConversationEvent> events = new ArrayList<>();
      for (ConversationEvent event : FirstTurns.of(parent.log(), turns)) {
        events.add(stored(event, blobs));
      }
      if (last != null) {
        events.add(last);
      }
      parent.summary(); // else all of it may have been collected
      fork.log().append(blobs, empty -> events);
    }
    return fork.naming(parent.names()).listening(parent.listener()); // nothing of it is new to it
  }

  /** Has a batch hold what an event names, as far as the store has it. */
  private static ConversationEvent stored(ConversationEvent event, BlobBatch blobs)
      throws StoreException {
    if (event instanceof Request request) {
      ChatRequest asked = request.request();
      var resources = new ArrayList<Attachment>(asked.resources().size());
      for (Attachment attachment : asked.resources()) {
        boolean isThere =
            isThere(attachment.snapshot().resource().content()) && isThere(attachment.formatted());
        resources.add(isThere ? StoredBlocks.of(attachment, blobs) : attachment);
      }
      return new Request(
          request.at(),
          request.turn(),
          new ChatRequest(asked.author(), asked.text(), asked.schema(), resources, asked.notices()),
          request.references(),
          request.awaitsHandover());
    }
    return event instanceof ToolResult result
        ? new ToolResult(
            result.at(),
            result.turn(),
            result.id(),
            result.name(),
            isThere(result.response())
                ? StoredBlocks.of(result.response(), blobs)
                : result.response(),
            result.awaitsHandover())
        : event;
  }

  private static boolean isThere(ToolResponse response) {
    var contents = new ArrayList<ResourceContent>();
    DeliveredBlock.mapped(
        response,
        (content, isOwn) -> {
          contents.add(content);
          return content;
        });
    return contents.stream().allMatch(Fork::isThere);
  }

  /** Whether the store has a content; what it has lost costs the fork nothing else. */
  private static boolean isThere(@Nullable ResourceContent content) {
    if (!(content instanceof Stored)) {
      return true;
    }
    try {
      content.open().close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The beginning of a history, as a fork has it: some turns, and what was declared and set after
   * them before the next one began.
   */
  private static final class FirstTurns {

    private FirstTurns() {}

    /** Returns the events of so many turns, in order. */
    static List<ConversationEvent> of(ConversationLog log, int turns) throws StoreException {
      var events = new ArrayList<ConversationEvent>();
      try (EventStream all = log.oldestFirst()) {
        for (ConversationEvent event = all.next(); event != null; event = all.next()) {
          if (event.turn() >= turns && !(event instanceof Config)) {
            removeItsOwn(events, event);
            break;
          }
          events.add(event);
        }
      }
      return events;
    }

    /**
     * What a turn that is left out has declared itself is left out with it; the first turn declares
     * what the conversation began with.
     */
    private static void removeItsOwn(List<ConversationEvent> events, ConversationEvent next) {
      int last = events.size() - 1;
      if (last >= 0
          && next instanceof Request request
          && request.turn() > 0
          && events.get(last) instanceof Config config
          && isOf(config, request)) {
        events.remove(last);
      }
    }

    private static boolean isOf(Config config, Request request) {
      return !config.added().isEmpty()
          && config.turn() == request.turn()
          && config.at().equals(request.at())
          && config.removed().isEmpty()
          && config.settings().isEmpty()
          && config.forkedFrom() == null
          && request
              .references()
              .containsAll(config.added().stream().map(Declaration::reference).toList());
    }
  }
}
