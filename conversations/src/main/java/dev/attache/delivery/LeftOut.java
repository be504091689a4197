package dev.attache.delivery;

import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.SourceNames;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.ResourceUri;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contents that are left out of a request, and those that are in full because of that. Not
 * thread-safe.
 */
final class LeftOut {

  private final List<RequestItem> items;
  private final Map<DeliveryPlace, Content> contents;
  private final Map<DeliveryPlace, Integer> indexes = new HashMap<>();
  private final Map<ResourceUri, List<Integer>> versions = new HashMap<>();
  private final Map<DeliveryPlace, Shown> decided = new HashMap<>();
  private final Map<DeliveryPlace, Named> namedNewer = new HashMap<>();
  private int indexed;

  /**
   * @param items the items so far, which are changed here
   * @param contents what they are, so far
   */
  LeftOut(List<RequestItem> items, Map<DeliveryPlace, Content> contents) {
    this.items = items;
    this.contents = contents;
  }

  /**
   * A content that can be left out.
   *
   * @param what what it is to the model: {@code content of main.rs}, {@code text that ls answered}
   * @param mimeType its MIME type; null if nobody knows it
   * @param digest its digest
   */
  record Content(String what, @Nullable String mimeType, ContentDigest digest) {

    /** Returns that of a resource. */
    static Content of(DeliveredResource each) {
      Resource resource = each.resource();
      return new Content(
          "content of " + each.label(), resource.mimeType(), resource.content().digest());
    }

    /** Says what it is, with all that is known of it or only its digest. */
    private String inWords(boolean isWhole) {
      var words = new StringBuilder(what).append(" (");
      words.append(isWhole && mimeType != null ? mimeType + ", " : "");
      return Sanitizer.sanitizeLine(words + "sha256:" + digest.shortForm() + ")");
    }
  }

  /** What was decided last for each place that anything was decided for. */
  Map<DeliveryPlace, Shown> decided() {
    return decided;
  }

  /**
   * Leaves out a content; what its line says stays as it is when more is delivered.
   *
   * @param reason the word of the event
   */
  void leaveOut(DeliveryPlace place, String reason) {
    index();
    Integer at = indexes.get(place);
    Content content = contents.get(place);
    if (at == null || content == null) {
      return; // a history that somebody has edited
    }
    RequestItem item = items.get(at);
    items.set(
        at, new RequestItem(place, item.source(), item.key(), item.tokens(), instead(item), true));
    DeliveryPlace newer = newer(at);
    decided.put(
        place, Shown.leftOut(line(place, content, reason, newer == null ? null : newer.turn())));
    if (newer != null) {
      namedNewer.put(place, new Named(newer, line(place, content, reason, null)));
    }
  }

  /** Has no line name a place that a request does not have. */
  void hide(Set<DeliveryPlace> places) {
    namedNewer.forEach(
        (place, named) -> {
          Shown shown = decided.get(place);
          if (places.contains(named.newer()) && shown != null && shown.as() == Shown.As.LEFT_OUT) {
            decided.put(place, Shown.leftOut(named.without()));
          }
        });
  }

  /**
   * A newer version that a line names.
   *
   * @param newer where it was delivered
   * @param without the line that names none
   */
  private record Named(DeliveryPlace newer, String without) {}

  /**
   * Delivers in full what was a reference.
   *
   * @param tokens how many tokens that takes; null if there is no such place
   */
  void restore(DeliveryPlace place, @Nullable Long tokens) {
    index();
    Integer at = indexes.get(place);
    if (at == null || tokens == null) {
      return; // a history that somebody has edited
    }
    RequestItem item = items.get(at);
    items.set(at, new RequestItem(place, item.source(), item.key(), tokens, instead(item), false));
    decided.put(place, Shown.IN_FULL);
  }

  /** What was only described is nothing that may be referred to, whatever is decided later. */
  private static Delivery instead(RequestItem item) {
    return item.delivery() instanceof Delivery.Described ? Delivery.DESCRIBED : Delivery.FULL;
  }

  private void index() {
    for (; indexed < items.size(); indexed++) {
      RequestItem item = items.get(indexed);
      ResourceKey key = item.resource();
      if (item.place() != null) {
        indexes.put(item.snapshotPlace(), indexed);
      }
      if (key != null) {
        versions.computeIfAbsent(key.uri(), uri -> new ArrayList<>(2)).add(indexed);
      }
    }
  }

  private static String line(
      DeliveryPlace place, Content content, String reason, @Nullable Integer newer) {
    String why =
        switch (reason) {
          case Elision.COMPACTED -> " to make room";
          case Elision.QUARANTINED -> ": the provider of a model refused it";
          case Elision.WITHHELD -> ": the user withholds it";
          default -> "";
        };
    return "The "
        + content.inWords(!why.isEmpty())
        + " at turn "
        + place.turn()
        + " is left out"
        + why
        + (newer == null ? "." : "; a newer version was delivered at turn " + newer + ".");
  }

  /** Where the newest other version was delivered so far; null if none was since. */
  private @Nullable DeliveryPlace newer(int at) {
    ResourceKey key = items.get(at).resource();
    List<Integer> all = key == null ? List.of() : versions.getOrDefault(key.uri(), List.of());
    for (int i = all.size() - 1; i >= 0 && all.get(i) > at; i--) {
      RequestItem later = items.get(all.get(i));
      if (later.isOtherVersionOf(items.get(at))
          && SourceNames.areOfOneThing(later.source(), items.get(at).source())) {
        return later.snapshotPlace();
      }
    }
    return null;
  }
}
