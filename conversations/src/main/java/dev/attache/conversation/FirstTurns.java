package dev.attache.conversation;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationLog;
import dev.attache.history.Declaration;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import java.util.ArrayList;
import java.util.List;

/**
 * The beginning of a history, as a fork has it: some turns, and what was declared and set after
 * them before the next one began.
 */
final class FirstTurns {

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
