package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.ChangeCheck.Finding;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.KnownAddress;
import dev.attache.history.AttachmentKey;
import dev.attache.history.AttachmentState;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Declaration;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Locality;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The updates of what is attached to a conversation: what has changed at its source is told to the
 * model once, in a line or with the new content, at the end of the next request (RFD 065, "When the
 * LLM refreshes"). Each attachment goes by the policy of its declaration, or by the usual one.
 *
 * <p>An update is bounded: {@value #MOST_BYTES} bytes of new contents, of which the others are told
 * in a line, and {@value #MOST_LINES} lines, after which one says how many more there would be.
 * Thread-safe.
 */
public final class AttachmentUpdates {

  /** How much is given without being asked for, about 8,000 tokens. */
  private static final long MOST_BYTES = 32 * 1024;

  private static final int MOST_LINES = 20;

  private final Conversation conversation;
  private final Resolver resolver;
  private final Refresh usual;

  private AttachmentUpdates(Conversation conversation, Resolver resolver, Refresh usual) {
    this.conversation = conversation;
    this.resolver = resolver;
    this.usual = usual;
  }

  /**
   * {@return the updates of a conversation's attachments}
   *
   * @param conversation the conversation that the model goes on with
   * @param resolver what reads them
   * @param usual the policy of what is declared without one
   */
  public static AttachmentUpdates of(Conversation conversation, Resolver resolver, Refresh usual) {
    return new AttachmentUpdates(conversation, resolver, usual);
  }

  /**
   * Adds what is due to a turn that begins.
   *
   * @param turn a turn that is not recorded yet
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   * @throws StoreException if the history cannot be read, or a content not stored
   */
  public void addTo(TurnDraft turn) throws StoreException {
    add(turn, watched(false));
  }

  /**
   * Records what is due of files and other things of this machine, in a turn that goes on with the
   * last one; servers are asked once a turn, and not between two requests.
   *
   * @param last the last turn
   * @return the turn; null if nothing is due
   * @throws StoreException {@code REFUSED} if somebody has begun another turn since
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public @Nullable Request record(int last) throws StoreException {
    List<Watched> watched = watched(true);
    if (watched.isEmpty()) {
      return null;
    }
    try (TurnDraft turn = conversation.begin(Author.UPDATE, "")) {
      return add(turn.after(last), watched) ? turn.record() : null;
    }
  }

  /** Whether there was anything to add. */
  private boolean add(TurnDraft turn, List<Watched> watched) throws StoreException {
    List<Finding> findings =
        ChangeCheck.of(conversation, resolver)
            .findings(watched.stream().map(Watched::state).toList());
    long room = MOST_BYTES;
    int lines = 0;
    boolean isAny = false;
    for (int i = 0; i < findings.size(); i++) {
      Finding finding = findings.get(i);
      Notice news = finding.news();
      if (news == null) {
        continue;
      }
      isAny = true;
      Snapshot now = finding.now();
      if (now != null
          && watched.get(i).policy() == Refresh.REFRESH
          && now.resource().content().size() <= room
          && !turn.attaches(AttachmentKey.of(now))) {
        room -= now.resource().content().size();
        KnownAddress known = AttachedResources.toRead(finding.state(), conversation);
        turn.attach(now, finding.state().attachment().reference(), known.requester());
      } else {
        turn.notice(lines < MOST_LINES ? news : new Notice("", news.about(), news.now()));
        lines++;
      }
    }
    if (lines > MOST_LINES) {
      turn.notice(
          Notice.of(
              (lines - MOST_LINES)
                  + " more attached resources are no longer as you were given them. Call "
                  + RefreshResourceTool.NAME
                  + " for those that you need."));
    }
    return isAny;
  }

  /** What is to be looked at, and by which policy, in the order of the list. */
  private List<Watched> watched(boolean isLocalOnly) throws StoreException {
    Map<String, Refresh> own = new HashMap<>();
    for (Declared each : conversation.summary().declarations()) {
      Declaration declaration = each.declaration();
      if (declaration.refresh() != null) {
        own.put(declaration.reference(), declaration.refresh());
      }
    }
    if (usual == Refresh.MANUAL && own.isEmpty()) {
      return List.of();
    }
    var watched = new ArrayList<Watched>();
    for (AttachmentState each :
        AttachedResources.of(conversation).withCovered(resolver).declared()) {
      Refresh policy = own.getOrDefault(each.attachment().reference(), usual);
      if (policy != Refresh.MANUAL && (!isLocalOnly || isLocal(each))) {
        watched.add(new Watched(each, policy));
      }
    }
    return watched;
  }

  private boolean isLocal(AttachmentState state) {
    return resolver.locality(state.attachment().snapshot().address()) == Locality.LOCAL;
  }

  private record Watched(AttachmentState state, Refresh policy) {}
}
