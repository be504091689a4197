package dev.attache.history.fold;

import dev.attache.history.Attachment;
import dev.attache.history.AttachmentKey;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.history.SourceNames;
import dev.attache.resource.Annotations;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Role;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.support.text.Sanitizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The adding up of events to the last snapshot of each attached resource. Not thread-safe. */
public final class AttachmentFold {

  private final Map<AttachmentKey, AttachmentState> states = new LinkedHashMap<>();

  private final Map<ResourceUri, List<AttachmentKey>> byUri = new HashMap<>();

  private @Nullable List<AttachmentState> listed; // until one of them changes

  private AttachmentFold() {}

  /**
   * Goes on after what earlier events came to.
   *
   * @param states what the earlier events came to, in the order of the first attaching
   * @return a fold for the events that follow
   */
  public static AttachmentFold after(List<AttachmentState> states) {
    var fold = new AttachmentFold();
    for (AttachmentState state : states) {
      fold.put(key(state.attachment()), state);
    }
    return fold;
  }

  /**
   * Adds the next event.
   *
   * @param event the one after those that were added
   * @return this fold
   */
  public AttachmentFold add(ConversationEvent event) {
    if (event instanceof Request request) {
      listed = null;
      request.request().notices().forEach(this::notice);
      List<Attachment> attachments = request.request().resources();
      for (int i = 0; i < attachments.size(); i++) {
        Attachment attachment = attachments.get(i);
        put(
            key(attachment),
            new AttachmentState(DeliveryPlace.ofAttachment(request.turn(), i), attachment, null));
      }
    } else if (event instanceof ToolResult result
        && !result.name().equals(SourceNames.REFRESH_TOOL)
        && !result.response().isError()) {
      for (ContentBlock block : result.response().content()) {
        if (block instanceof DeliveredBlock given && isWhole(given)) {
          give(given.resource(), result);
        }
      }
    } else if (event instanceof ToolResult result && !result.response().isError()) {
      Object address = result.response().meta().get(ToolResult.ADDRESS);
      for (ContentBlock block : result.response().content()) {
        if (block instanceof DeliveredBlock refreshed) {
          refresh(refreshed.resource(), address, result.turn());
        }
      }
    }
    return this;
  }

  /**
   * {@return what the events so far come to, by address and URI, in the order of the first
   * attaching}
   */
  public List<AttachmentState> attachments() {
    if (listed == null) {
      listed = List.copyOf(states.values());
    }
    return listed;
  }

  private void notice(Notice notice) {
    AttachmentKey about = notice.about();
    if (about != null) {
      states.computeIfPresent(
          about, (key, state) -> new AttachmentState(state.place(), state.attachment(), notice));
    }
  }

  /** Tests whether the model is given all of a resource by what a tool has answered. */
  private static boolean isWhole(DeliveredBlock given) {
    Annotations annotations = given.resource().annotations();
    boolean isForUserOnly = annotations != null && annotations.audience().equals(Set.of(Role.USER));
    return !isForUserOnly
        && !(given.delivery() instanceof Delivery.Described)
        && !given.isCut()
        && !Boolean.TRUE.equals(given.resource().meta().get(DeliveredBlock.TRUNCATED));
  }

  /** Notes that the model knows an attached resource as a tool gave it. */
  private void give(Resource resource, ToolResult result) {
    List<AttachmentKey> keys = byUri.getOrDefault(resource.uri(), List.of());
    AttachmentState state = keys.size() == 1 ? states.get(keys.get(0)) : null;
    if (state == null) {
      return; // not attached, or nobody knows which was meant
    }
    ContentDigest now = resource.content().digest();
    ContentDigest attached = state.attachment().snapshot().resource().content().digest();
    String text =
        "The content of "
            + Sanitizer.sanitizeLine(state.attachment().label())
            + " was given by a tool in turn "
            + result.turn()
            + " (sha256:"
            + now.shortForm()
            + ").";
    Notice notice = now.equals(attached) ? null : new Notice(text, keys.get(0), now);
    if (notice != null || state.noticed() != null) {
      put(keys.get(0), new AttachmentState(state.place(), state.attachment(), notice));
      listed = null;
    }
  }

  private void put(AttachmentKey key, AttachmentState state) {
    if (states.put(key, state) == null) {
      byUri.computeIfAbsent(key.uri(), uri -> new ArrayList<>(1)).add(key);
    }
  }

  /** What the model was given is known to it, as if a notice had told it so. */
  private void refresh(Resource resource, @Nullable Object address, int turn) {
    ContentDigest now = resource.content().digest();
    ResourceUri asked =
        address instanceof String text ? ResourceUri.parse(text).orElse(null) : resource.uri();
    AttachmentKey key = asked == null ? null : new AttachmentKey(asked, resource.uri());
    AttachmentState state = key == null ? null : states.get(key);
    if (key != null && state != null) {
      Notice notice = refreshed(state, key, now, turn);
      if (notice != null || state.noticed() != null) {
        states.put(key, new AttachmentState(state.place(), state.attachment(), notice));
        listed = null;
      }
    }
  }

  private static @Nullable Notice refreshed(
      AttachmentState state, AttachmentKey key, ContentDigest now, int turn) {
    if (now.equals(state.attachment().snapshot().resource().content().digest())) {
      return null;
    }
    String text =
        "The content of "
            + Sanitizer.sanitizeLine(state.attachment().label())
            + " was refreshed in turn "
            + turn
            + " (sha256:"
            + now.shortForm()
            + ").";
    return new Notice(text, key, now);
  }

  private static AttachmentKey key(Attachment attachment) {
    return AttachmentKey.of(attachment.snapshot());
  }
}
