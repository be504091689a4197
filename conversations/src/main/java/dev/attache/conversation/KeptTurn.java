package dev.attache.conversation;

import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.DeliveryIndex;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationView;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index of the current turn that is kept from one call to the next: the ids of its calls and
 * results, and what was delivered. Each event of a turn is read once, however many calls there are;
 * before each use it reads what was recorded since, by whichever writer. Used by composers only,
 * one at a time. Where a store does not say that its history has only grown, all is read each time.
 */
final class KeptTurn {

  private final ConversationOptions options;
  private final Set<String> calls = new HashSet<>();
  private final Set<String> results = new HashSet<>();
  private int turn = -1;
  private @Nullable Object lineage;
  private @Nullable ConversationView view; // that of the last composer
  private @Nullable DedupSettings settings;
  private @Nullable DeliveryIndex deliveries; // null until something is to be delivered
  private @Nullable ConversationEvent anchor; // the newest event that no other is like
  private int since; // how many events after it were read

  KeptTurn(ConversationOptions options) {
    this.options = options;
  }

  /** Whether a turn has a call of an id. */
  synchronized boolean hasCall(ConversationView now, int current, String id) throws StoreException {
    update(now, current, null);
    return calls.contains(id);
  }

  /** Whether a turn has a result of a call. */
  synchronized boolean hasResult(ConversationView now, int current, String id)
      throws StoreException {
    update(now, current, null);
    return results.contains(id);
  }

  /**
   * Returns what was delivered before, for what is delivered now and recorded by this composer.
   *
   * @param rules when references take the place of contents
   */
  synchronized DeliveryIndex deliveries(ConversationView now, int current, DedupSettings rules)
      throws StoreException {
    update(now, current, rules);
    if (deliveries == null) {
      throw new AssertionError("it was just read");
    }
    return deliveries;
  }

  private void update(ConversationView now, int current, @Nullable DedupSettings rules)
      throws StoreException {
    boolean isEnough =
        lineage != null
            && turn == current
            && (rules == null || (deliveries != null && rules.equals(settings)));
    boolean isRead =
        isEnough && (view == now || (Objects.equals(lineage, now.lineage()) && readOn(now)));
    if (!isRead) {
      readAnew(now, current, rules);
    }
    view = now;
  }

  private void readAnew(ConversationView now, int current, @Nullable DedupSettings rules)
      throws StoreException {
    calls.clear();
    results.clear();
    anchor = null;
    since = 0;
    turn = current;
    lineage = now.lineage();
    settings = rules;
    deliveries =
        rules == null
            ? null
            : DeliveryIndex.ofAll(current, rules, options.channel(), options.delivered());
    try (EventStream events = now.newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && isNeeded(event);
          event = events.next()) {
        note(event);
        if (deliveries != null && deliveries.looksBackTo(event.turn())) {
          deliveries.addOlder(event);
        }
        if (anchor == null && isUnique(event)) {
          anchor = event;
        } else if (anchor == null) {
          since++;
        }
      }
    }
  }

  private boolean isNeeded(ConversationEvent event) {
    return event.turn() >= turn || (deliveries != null && deliveries.looksBackTo(event.turn()));
  }

  /** Reads what was recorded since; returns false if all has to be read. */
  private boolean readOn(ConversationView now) throws StoreException {
    List<ConversationEvent> newestFirst = sinceAnchor(now);
    if (newestFirst == null || newestFirst.size() < since) {
      return false;
    }
    if (deliveries != null) {
      deliveries.forgetUndecided();
    }
    for (int i = newestFirst.size() - since - 1; i >= 0; i--) {
      ConversationEvent event = newestFirst.get(i);
      note(event);
      if (deliveries != null && !deliveries.addNewer(event)) {
        return false;
      }
      boolean isUnique = isUnique(event);
      anchor = isUnique ? event : anchor;
      since = isUnique ? 0 : since + 1;
    }
    return true;
  }

  /** Returns the events after the anchor; null if it is not there. */
  private @Nullable List<ConversationEvent> sinceAnchor(ConversationView now)
      throws StoreException {
    var newer = new ArrayList<ConversationEvent>();
    try (EventStream events = now.newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && event.turn() >= turn;
          event = events.next()) {
        if (anchor != null && isSame(event, anchor)) {
          return newer;
        }
        newer.add(event);
      }
      return null;
    }
  }

  private void note(ConversationEvent event) {
    if (event.turn() < turn) {
      return;
    }
    if (event instanceof ToolCall call) {
      calls.add(call.id());
    } else if (event instanceof ModelAnswer answer) {
      answer.calls().stream().map(AnswerItem.Call::id).forEach(calls::add);
    } else if (event instanceof ToolResult result) {
      results.add(result.id());
    }
  }

  /** A turn has one request, and one call and one result of an id. */
  private static boolean isUnique(ConversationEvent event) {
    return event instanceof Request || event instanceof ToolCall || event instanceof ToolResult;
  }

  private static boolean isSame(ConversationEvent event, ConversationEvent unique) {
    if (event.turn() != unique.turn()) {
      return false;
    } else if (event instanceof ToolResult result) {
      return unique instanceof ToolResult other && result.id().equals(other.id());
    } else if (event instanceof ToolCall call) {
      return unique instanceof ToolCall other && call.id().equals(other.id());
    }
    return event instanceof Request && unique instanceof Request;
  }
}
