package dev.attache.agent;

import dev.attache.agent.LoopOutcome.End;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.ModelAnswer.Sent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationLog;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.history.answer.ModelUsage;
import dev.attache.model.call.ModelEvent.Stop;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the history says of answers of models. */
final class RecordedAnswer {

  private static final Map<Stop, End> END_OF =
      Map.of(
          Stop.END, End.ANSWERED,
          Stop.CALLS, End.ANSWERED,
          Stop.LENGTH, End.LENGTH,
          Stop.CONTEXT_FULL, End.CONTEXT_FULL,
          Stop.REFUSED, End.REFUSED);

  private static final int CHARS_OF_A_TOKEN = 4;

  private RecordedAnswer() {}

  /** The last answer to a turn, and to what goes on with it, if nothing comes after that. */
  static Optional<LoopOutcome> to(int turn, ConversationLog log) throws StoreException {
    ModelAnswer last = null;
    ModelUsage usage = ModelUsage.ZERO;
    try (EventStream events = log.newestFirst()) {
      for (ConversationEvent event = events.next();
          event != null && event.turn() >= turn;
          event = events.next()) {
        if (event instanceof ModelAnswer answer) {
          last = last == null ? answer : last;
          usage = answer.usage() == null ? usage : usage.plus(answer.usage());
        } else if (event instanceof Request request
            && request.turn() > turn
            && !request.request().author().isContinuation()) {
          last = null; // it was to another question
          usage = ModelUsage.ZERO;
        }
      }
    }
    return last == null || !isLast(last)
        ? Optional.empty()
        : Optional.of(new LoopOutcome(endOf(last.stop()), text(last.items()), usage, 0, null));
  }

  /** Whether nothing comes after an answer that is recorded already. */
  static boolean isLast(ModelAnswer answer) {
    return !answer.isInterrupted()
        && answer.calls().isEmpty()
        && !isNothing(answer)
        && !answer.stop().equals(word(Stop.PAUSED));
  }

  /** Tests whether a complete answer has neither text nor calls. */
  static boolean isNothing(ModelAnswer answer) {
    return answer.calls().isEmpty()
        && endOf(answer.stop()) == End.ANSWERED
        && text(answer.items()).isBlank();
  }

  /** How a turn ended whose last answer ended so. */
  static End endOf(@Nullable Stop stop) {
    return stop == null ? End.OTHER : END_OF.getOrDefault(stop, End.OTHER);
  }

  /** How a turn ended whose last answer has this word for that. */
  static End endOf(String word) {
    return END_OF.entrySet().stream()
        .filter(each -> word(each.getKey()).equals(word))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(End.OTHER);
  }

  /** The word that stands in histories. */
  static String word(Stop stop) {
    return stop.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Estimates the tokens of a request and its answer, for a provider that does not report them. */
  static long estimate(@Nullable Sent sent, List<AnswerItem> items) {
    long chars = sent == null ? 0 : sent.bytes();
    for (AnswerItem item : items) {
      chars +=
          item instanceof AnswerItem.Text each
              ? each.text().length()
              : item instanceof AnswerItem.Call call ? call.arguments().length() : 0;
    }
    return chars / CHARS_OF_A_TOKEN;
  }

  static String text(List<AnswerItem> items) {
    var text = new StringBuilder();
    for (AnswerItem item : items) {
      if (item instanceof AnswerItem.Text each) {
        text.append(each.text());
      }
    }
    return text.toString();
  }
}
