package dev.attache.server.attached;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachedResources;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.names.UriNames;
import dev.attache.history.AttachmentKey;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceUri;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The attachments of a conversation at one moment, in the order of the first attaching, which stays
 * the same while more is attached. Immutable.
 */
final class AttachedList {

  private final String conversation;
  private final List<@Nullable ListedResource> all;

  private AttachedList(String conversation, List<@Nullable ListedResource> all) {
    this.conversation = conversation;
    this.all = all;
  }

  static AttachedList of(Conversation conversation) throws StoreException {
    Set<String> declared = new HashSet<>();
    for (Declared each : conversation.summary().declarations()) {
      declared.add(each.declaration().reference());
    }
    List<AttachmentState> states = conversation.log().attachments();
    Map<ResourceUri, Integer> users = new HashMap<>();
    for (AttachmentState state : states) {
      if (declared.contains(state.attachment().reference())) {
        users.merge(state.attachment().snapshot().resource().uri(), 1, Integer::sum);
      }
    }
    var all = new ArrayList<@Nullable ListedResource>(states.size());
    for (AttachmentState state : states) {
      boolean isDeclared = declared.contains(state.attachment().reference());
      all.add(isDeclared ? listed(state, users, conversation.names()) : null);
    }
    return new AttachedList(conversation.id().value(), all);
  }

  private static ListedResource listed(
      AttachmentState state, Map<ResourceUri, Integer> users, UriNames names) {
    Snapshot snapshot = state.attachment().snapshot();
    ResourceUri uri = snapshot.resource().uri();
    boolean isShared = users.getOrDefault(uri, 1) > 1;
    ResourceUri shown = names.shown(isShared ? snapshot.address() : uri);
    return new ListedResource(shown.redacted(), state, names);
  }

  /**
   * A part of the list.
   *
   * @param next where the next part begins; null if there is none
   */
  record Page(List<ListedResource> resources, @Nullable String next) {}

  /** Returns those that somebody means by a URI, an address or a path; empty if there are none. */
  List<ListedResource> find(String named, Conversation of, Resolver resolver)
      throws StoreException {
    Set<AttachmentKey> keys = new HashSet<>();
    for (AttachmentState state : AttachedResources.of(of).find(of.names().meant(named), resolver)) {
      keys.add(AttachmentKey.of(state.attachment().snapshot()));
    }
    var found = new ArrayList<ListedResource>(keys.size());
    for (ListedResource each : all) {
      if (each != null && keys.contains(AttachmentKey.of(each.snapshot()))) {
        found.add(each);
      }
    }
    return found;
  }

  /** All whose declaration stands. */
  List<ListedResource> all() {
    return all(each -> true);
  }

  /** Those of them that pass a test. */
  List<ListedResource> all(Predicate<ListedResource> test) {
    var listed = new ArrayList<ListedResource>(all.size());
    for (ListedResource each : all) {
      if (each != null && test.test(each)) {
        listed.add(each);
      }
    }
    return listed;
  }

  /**
   * Returns a part of the list.
   *
   * @param cursor where it begins, as an earlier part said; null for the first
   * @return null if no part of this list says so
   */
  @Nullable Page page(@Nullable String cursor, int size) {
    return page(cursor, size, each -> true);
  }

  /** Returns a part of the list of those that pass a test. */
  @Nullable Page page(@Nullable String cursor, int size, Predicate<ListedResource> test) {
    int from = cursor == null ? 0 : Cursor.position(cursor, conversation);
    if (from < 0 || from > all.size()) {
      return null;
    }
    var page = new ArrayList<ListedResource>(Math.min(size, all.size() - from));
    for (int i = from; i < all.size(); i++) {
      ListedResource each = all.get(i);
      if (each == null || !test.test(each)) {
        continue;
      }
      if (page.size() == size) {
        return new Page(page, Cursor.of(i, conversation));
      }
      page.add(each);
    }
    return new Page(page, null);
  }

  /** A place in the list of a conversation, in a form that clients take for nothing else. */
  private static final class Cursor {

    private Cursor() {}

    static String of(int position, String conversation) {
      byte[] text = (position + " " + conversation).getBytes(UTF_8);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    /** The position that a cursor stands for; -1 if it is none of that conversation. */
    static int position(String cursor, String conversation) {
      try {
        String text = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
        int end = text.indexOf(' ');
        int position = end < 0 ? -1 : Integer.parseInt(text.substring(0, end));
        return of(position, conversation).equals(cursor) ? position : -1;
      } catch (IllegalArgumentException e) { // also for what is no number
        return -1;
      }
    }
  }
}
