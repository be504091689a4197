package dev.attache.cli.conversations;

import dev.attache.cli.workspace.AttachedMatch;
import dev.attache.history.Attachment;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationLog;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ContentBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The contents that a conversation gives its model, by what people call them. */
final class GivenContents {

  /** How many of them a message names. */
  private static final int MAX_NAMES = 10;

  private final Map<DeliveryPlace, Content> contents = new LinkedHashMap<>();

  private GivenContents() {}

  /** A content: what it is called, and which words mean it. */
  private record Content(String name, Predicate<String> isMeant) {}

  static GivenContents read(ConversationLog log) throws StoreException {
    var given = new GivenContents();
    try (EventStream events = log.oldestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        if (event instanceof Request request) {
          given.add(request);
        } else if (event instanceof ToolResult result) {
          given.add(result);
        }
      }
    }
    return given;
  }

  /**
   * Returns the places of what a word means.
   *
   * @param word a path, a URI, or the ID of a tool call
   * @param turn the only turn to look in; null for all
   */
  List<DeliveryPlace> named(String word, @Nullable Integer turn) {
    var places = new ArrayList<DeliveryPlace>();
    contents.forEach(
        (place, content) -> {
          if ((turn == null || place.turn() == turn) && content.isMeant().test(word)) {
            places.add(place);
          }
        });
    return places;
  }

  /** Names places for people, each once: {@code logo.png (turn 1), result of ls (c1, turn 2)}. */
  String names(List<DeliveryPlace> places) {
    Set<String> names = new LinkedHashSet<>();
    for (DeliveryPlace place : places) {
      Content content = contents.get(place);
      String call = place.call() == null ? "" : place.call() + ", ";
      names.add(
          (content == null ? "a content" : content.name())
              + " ("
              + call
              + "turn "
              + (place.turn() + 1)
              + ")");
    }
    int more = names.size() - MAX_NAMES;
    String shown = String.join(", ", names.stream().limit(MAX_NAMES).toList());
    return more <= 0 ? shown : shown + " and " + more + " more";
  }

  private void add(Request request) {
    List<Attachment> attachments = request.request().resources();
    for (int i = 0; i < attachments.size(); i++) {
      Attachment each = attachments.get(i);
      contents.put(
          DeliveryPlace.ofAttachment(request.turn(), i),
          new Content(each.label(), word -> AttachedMatch.isNamed(each, word)));
    }
  }

  private void add(ToolResult result) {
    List<ContentBlock> blocks = result.response().content();
    for (int i = 0; i < blocks.size(); i++) {
      DeliveryPlace place = DeliveryPlace.ofResult(result.turn(), result.id(), i);
      Content ofCall = new Content("result of " + result.name(), result.id()::equals);
      contents.put(
          place,
          blocks.get(i) instanceof DeliveredBlock each
              ? new Content(
                  each.label(),
                  word ->
                      ofCall.isMeant().test(word) || AttachedMatch.isNamed(each.resource(), word))
              : ofCall);
    }
  }
}
