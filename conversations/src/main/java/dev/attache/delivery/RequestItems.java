package dev.attache.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.outcome.Tokens;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.ModelAnswer;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.DeliveredResource;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.EventStream;
import dev.attache.history.Notice;
import dev.attache.history.SourceNames;
import dev.attache.history.StoreException;
import dev.attache.history.answer.AnswerItem;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceKey;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ContentBlockJson;
import dev.attache.support.json.JsonLines;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts of the request that a history comes to, in order. Not thread-safe. */
public final class RequestItems {

  private final Channel channel;
  private final List<RequestItem> items = new ArrayList<>();
  private final Map<DeliveryPlace, LeftOut.Content> contents = new HashMap<>();
  private final LeftOut leftOut = new LeftOut(items, contents);
  private final Set<DeliveryPlace> undeliverable = new HashSet<>();
  private final Map<DeliveryPlace, Long> contentTokens = new HashMap<>();
  private final Set<DeliveryPlace> hidden = new HashSet<>();
  private int events;

  private RequestItems(Channel channel) {
    this.channel = channel;
  }

  /**
   * Reads a history from the first event to the last.
   *
   * @param oldestFirst the history, read to its end; not closed
   * @param channel what the model can be given
   * @return the parts of the next request, nothing left out that the history does not leave out
   * @throws StoreException if the history cannot be read
   */
  public static RequestItems read(EventStream oldestFirst, Channel channel) throws StoreException {
    var items = new RequestItems(channel);
    for (ConversationEvent event = oldestFirst.next(); event != null; event = oldestFirst.next()) {
      items.add(event);
      items.events++;
    }
    return items;
  }

  /** The parts as they are in the request, in which no reference is to what is not there. */
  List<RequestItem> effective() {
    Restoration restoration = restoration();
    Set<DeliveryPlace> restored = new HashSet<>(restoration.restored());
    List<RequestItem> effective = new ArrayList<>(items);
    effective.replaceAll(
        item -> {
          DeliveryPlace place = item.place();
          Delivery.Reference redirected = restoration.redirected().get(place);
          boolean isRestored = restored.contains(place);
          return new RequestItem(
              place,
              item.source(),
              item.key(),
              isRestored ? contentTokens.getOrDefault(place, item.tokens()) : item.tokens(),
              isRestored ? Delivery.FULL : redirected == null ? item.delivery() : redirected,
              item.isDropped());
        });
    return effective;
  }

  /**
   * {@return the event of what a policy leaves out from now on, with what has to be delivered in
   * full because of that; null if it leaves out nothing}
   *
   * @param policy what decides which snapshots are left out
   * @param at the time of the event
   * @param turn the turn in which it is recorded
   */
  public @Nullable Elision elision(SupersededPolicy policy, Instant at, int turn) {
    List<DeliveryPlace> dropped = policy.drop(effective());
    return dropped.isEmpty() ? null : elision(Elision.SUPERSEDED, dropped, at, turn);
  }

  /**
   * {@return the event of leaving out places that are in full, with what has to be delivered in
   * full because of that}
   *
   * @param reason why they are left out, in a word
   * @param dropped places that are in the request in full
   * @param at the time of the event
   * @param turn the turn in which it is recorded
   */
  public Elision elision(String reason, List<DeliveryPlace> dropped, Instant at, int turn) {
    Set<DeliveryPlace> gone = new HashSet<>(dropped);
    List<RequestItem> after = new ArrayList<>(effective());
    after.replaceAll(item -> gone.contains(item.place()) ? item.dropped() : item);
    List<DeliveryPlace> restored = new ArrayList<>(restoration().restored());
    restored.removeAll(gone);
    restored.addAll(Restoration.of(after, undeliverable).restored());
    return new Elision(at, turn, reason, dropped, restored);
  }

  /**
   * {@return the places that can be left out: of what the request has in full, and of references to
   * that}
   *
   * @param others what is left out with it; a reference can be only if its content is
   */
  public Set<DeliveryPlace> canBeLeftOut(Collection<DeliveryPlace> others) {
    Set<DeliveryPlace> places = new HashSet<>();
    for (RequestItem item : effective()) {
      if (item.canBeLeftOut()
          || (item.delivery() instanceof Delivery.Reference reference
              && others.contains(reference.target()))) {
        places.add(item.snapshotPlace());
      }
    }
    return places;
  }

  /**
   * {@return places with all others of the request where the same content stands or is referred to:
   * so that leaving them out leaves out the content}
   *
   * @param places where something was delivered; those that are not in the request stay out
   */
  public List<DeliveryPlace> withAllOfTheSame(Collection<DeliveryPlace> places) {
    List<RequestItem> effective = effective();
    Set<DeliveryPlace> named = new HashSet<>(places);
    Set<ResourceKey> keys = new HashSet<>();
    for (RequestItem item : effective) {
      if (item.resource() != null && named.contains(item.place())) {
        keys.add(item.resource());
      }
    }
    List<DeliveryPlace> all = new ArrayList<>();
    for (RequestItem item : effective) {
      boolean isMeant = named.contains(item.place()) || keys.contains(item.resource());
      if (item.place() != null && isMeant && !item.isDropped()) {
        all.add(item.place());
      }
    }
    return all;
  }

  /**
   * {@return the places that a conversation can best do without: of the turns before one, what
   * tools answered, and snapshots that newer ones have superseded} What a later reference is to is
   * not among them.
   *
   * @param turn the first turn that is kept as it is
   */
  public List<DeliveryPlace> compactable(int turn) {
    return Compaction.places(effective(), turn);
  }

  /**
   * {@return what it costs to leave out places, by the estimate}
   *
   * @param elision what would be left out, and delivered in full because of that
   */
  public OmissionCost cost(Elision elision) {
    return OmissionCost.of(effective(), elision, contentTokens);
  }

  /**
   * Takes places out of the request as if nothing had been delivered there: no line stands for
   * them, and none names them.
   *
   * @param places where something was delivered
   */
  public void hide(Set<DeliveryPlace> places) {
    hidden.addAll(places);
    items.replaceAll(item -> hidden.contains(item.place()) ? item.dropped() : item);
    leftOut.hide(hidden);
  }

  /** {@return what has to change in what was recorded, because what is referred to is not there} */
  public Restoration restoration() {
    return Restoration.of(items, undeliverable, hidden);
  }

  /** {@return what was decided after the delivery} */
  public Map<DeliveryPlace, Shown> decided() {
    return leftOut.decided();
  }

  /** {@return how many events the history has} */
  public int events() {
    return events;
  }

  private void add(ConversationEvent event) throws StoreException {
    if (event instanceof Request request) {
      if (request.request().author() != Author.TOOL) { // the result of the tool has it
        add(request);
      }
    } else if (event instanceof Response response) {
      items.add(other(bytes(response.text())));
    } else if (event instanceof ModelAnswer answer) {
      add(answer);
    } else if (event instanceof ToolCall call) {
      items.add(other(bytes(call.name()) + bytes(call.arguments())));
    } else if (event instanceof ToolResult result) {
      add(result);
    } else if (event instanceof Elision elision) {
      elision.dropped().forEach(place -> leftOut.leaveOut(place, elision.reason()));
      elision.restored().forEach(place -> leftOut.restore(place, contentTokens.get(place)));
    }
  }

  private void add(ModelAnswer answer) throws StoreException {
    for (ConversationEvent part : answer.parts()) {
      add(part);
    }
    for (AnswerItem item : answer.items()) {
      if (item instanceof AnswerItem.Opaque opaque) {
        items.add(other(bytes(opaque.raw())));
      }
    }
  }

  private static RequestItem other(long bytes) {
    return RequestItem.other(Tokens.estimate(bytes));
  }

  private static long bytes(String text) {
    return text.getBytes(UTF_8).length;
  }

  private static long bytes(Map<String, Object> object) throws StoreException {
    try {
      return bytes(JsonLines.text(object));
    } catch (IOException e) {
      throw StoreException.of(
          StoreException.Kind.CORRUPT, "an object in the history cannot be written as JSON", e);
    }
  }

  private void add(Request event) throws StoreException {
    ChatRequest request = event.request();
    List<Attachment> attachments = request.resources();
    for (int i = 0; i < attachments.size(); i++) {
      Attachment each = attachments.get(i);
      add(DeliveryPlace.ofAttachment(event.turn(), i), each, each.snapshot().source(), false);
    }
    long bytes = bytes(request.text());
    for (Notice notice : request.notices()) {
      bytes += bytes(notice.text());
    }
    Map<String, Object> schema = request.schema();
    items.add(other(schema == null ? bytes : bytes + bytes(schema)));
  }

  private void add(ToolResult event) {
    List<ContentBlock> blocks = event.response().content();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof DeliveredBlock each) {
        add(
            DeliveryPlace.ofResult(event.turn(), event.id(), i),
            each,
            SourceNames.ofTool(event.name()),
            event.response().isError());
      } else if (blocks.get(i) instanceof TextBlock text) {
        String type = text.mimeType() == null ? "text/plain" : text.mimeType();
        add(event, i, "text", type, text.text(), Tokens.estimate(text.text().size()));
      } else if (blocks.get(i) instanceof MediaBlock media) { // which nobody counts
        add(event, i, media.type(), media.mimeType(), media.data(), 0);
      } else if (blocks.get(i) instanceof OtherBlock other) {
        items.add(other(other.json().size()));
      } else if (blocks.get(i) instanceof QuestionBlock question) {
        items.add(other(bytes(ContentBlockJson.text(question))));
      } else if (blocks.get(i) instanceof LinkBlock link) {
        items.add(other(bytes(ContentBlockJson.text(link))));
      }
    }
  }

  private void add(
      ToolResult event,
      int block,
      String what,
      @Nullable String mimeType,
      ResourceContent content,
      long tokens) {
    DeliveryPlace place = DeliveryPlace.ofResult(event.turn(), event.id(), block);
    contents.put(
        place,
        new LeftOut.Content(
            what + " that " + event.name() + " answered", mimeType, content.digest()));
    items.add(
        new RequestItem(
            place, SourceNames.ofTool(event.name()), null, tokens, Delivery.FULL, false));
  }

  private void add(DeliveryPlace place, DeliveredResource each, String source, boolean isFailed) {
    Resource resource = each.resource();
    ResourceContent formatted = each.formatted();
    Delivery delivery = each.delivery();
    ResourceContent content = resource.content();
    boolean canBeTarget = ReferenceTargets.canBe(resource, isFailed);
    if (!canBeTarget || !channel.carries(each)) {
      undeliverable.add(place);
    }
    long full = Tokens.estimate((formatted == null ? content : formatted).size());
    contentTokens.put(place, full);
    contents.put(place, LeftOut.Content.of(each));
    boolean hasKey =
        canBeTarget || delivery instanceof Delivery.Reference || delivery instanceof Delivery.Delta;
    long instead = Shown.of(each).size();
    items.add(
        new RequestItem(
            place,
            source,
            hasKey ? DeliveredKey.of(resource, formatted) : null,
            instead < 0 ? full : Tokens.estimate(instead),
            delivery,
            false));
  }
}
