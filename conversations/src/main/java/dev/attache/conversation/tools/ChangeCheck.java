package dev.attache.conversation.tools;

import dev.attache.conversation.Conversation;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.KnownAddress;
import dev.attache.history.AttachmentKey;
import dev.attache.history.AttachmentState;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.Locality;
import dev.attache.resource.spi.Requester;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The look at the sources of what is attached: which of them have changed since. Cheap looks only:
 * what would start a program or ask a server for all of it is not looked at. And outside of the
 * machine only for what the user asked for: a history that came from others could else have servers
 * told, turn by turn, that somebody goes on with it. Thread-safe.
 */
public final class ChangeCheck {

  private static final String A_MODEL_ASKED = "not looked at: a model asked for it, not the user";
  private static final String NOBODY_ASKED = "not looked at: nobody here asked for it";

  private final Conversation conversation;
  private final Resolver resolver;

  private ChangeCheck(Conversation conversation, Resolver resolver) {
    this.conversation = conversation;
    this.resolver = resolver;
  }

  /**
   * {@return the check of a conversation's attachments, which reads with a resolver}
   *
   * @param conversation the conversation, looked at anew each time
   * @param resolver what says whether a source may have changed, and reads it then
   */
  public static ChangeCheck of(Conversation conversation, Resolver resolver) {
    return new ChangeCheck(conversation, resolver);
  }

  /**
   * {@return the notices that the next turn is due: one for each change of which the model was not
   * told yet}
   *
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   * @throws StoreException if the history cannot be read
   */
  public List<Notice> notices() throws StoreException {
    var due = new ArrayList<Notice>();
    for (Finding finding : findings()) {
      Notice news = finding.news();
      if (news != null) {
        due.add(news);
      }
    }
    return due;
  }

  /**
   * Looks at all that is attached and whose declaration stands, in the order of the list.
   *
   * @return what was found of each
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   * @throws StoreException if the history cannot be read
   */
  public List<Finding> findings() throws StoreException {
    return findings(AttachedResources.of(conversation).withCovered(resolver).declared());
  }

  /**
   * Looks at some of what is attached, and says what was found of each, in the same order.
   *
   * @param states some of {@link AttachedResources}
   * @return what was found of each, in the same order
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public List<Finding> findings(List<AttachmentState> states) {
    List<Snapshot> known = states.stream().map(state -> state.attachment().snapshot()).toList();
    return findings(states, resolver.freshness(known));
  }

  /**
   * Reads some of what is attached again, whatever that takes, and says the same of it: for what
   * somebody has said to have changed.
   *
   * @param states some of {@link AttachedResources}
   * @return what was found of each, in the same order
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public List<Finding> reread(List<AttachmentState> states) {
    return findings(states, Collections.nCopies(states.size(), Freshness.UNCERTAIN));
  }

  /**
   * {@return whether the user of this machine asked for it, so that others may be told of a look at
   * it}
   *
   * @param state one of {@link AttachedResources}
   */
  public boolean isAskedFor(AttachmentState state) {
    return AttachedResources.toRead(state, conversation).requester().isUser();
  }

  private List<Finding> findings(List<AttachmentState> states, List<Freshness> freshness) {
    var findings = new Finding[states.size()];
    Map<ResourceUri, KnownAddress> toRead = new LinkedHashMap<>();
    Map<ResourceUri, List<Integer>> uncertain = new LinkedHashMap<>();
    for (int i = 0; i < findings.length; i++) {
      AttachmentState state = states.get(i);
      if (UploadedResource.is(state, resolver)) {
        findings[i] = new Finding(state, Result.UNCHECKED, UploadedResource.WHY, null, null);
        continue;
      }
      switch (freshness.get(i)) {
        case UNCHANGED -> findings[i] = current(state);
        case UNKNOWN -> findings[i] = new Finding(state, Result.UNCHECKED, null, null, null);
        case UNCERTAIN -> {
          KnownAddress known = AttachedResources.toRead(state, conversation);
          String why = known.requester() == Requester.MODEL ? A_MODEL_ASKED : NOBODY_ASKED;
          findings[i] = new Finding(state, Result.UNCHECKED, why, null, null);
          uncertain.computeIfAbsent(known.address(), a -> new ArrayList<>()).add(i);
          if (mayBeLookedAt(known)) {
            toRead.putIfAbsent(known.address(), known);
          }
        }
      }
    }
    List<KnownAddress> addresses = List.copyOf(toRead.values());
    Rereading.of(
        resolver,
        addresses,
        (rereading, index) -> {
          for (int i : uncertain.getOrDefault(addresses.get(index).address(), List.of())) {
            findings[i] = finding(states.get(i), rereading);
          }
        });
    return Arrays.asList(findings);
  }

  /** A file of the workspace tells nobody that it is looked at. */
  private boolean mayBeLookedAt(KnownAddress known) {
    return known.requester().isUser() || resolver.locality(known.address()) == Locality.LOCAL;
  }

  private Finding finding(AttachmentState state, Rereading rereading) {
    Snapshot then = state.attachment().snapshot();
    List<Snapshot> now = rereading.of(then.resource().uri());
    if (!now.isEmpty()) {
      return finding(state, now.get(0));
    }
    ResourceException problem = rereading.absence(then.resource().uri(), then.address());
    boolean maySucceed = problem.isTransient() || problem.kind() == ResourceException.Kind.TIMEOUT;
    String why = problem.message();
    if (maySucceed) {
      return new Finding(state, Result.UNCHECKED, why, null, null);
    }
    boolean isGone = problem.kind() == ResourceException.Kind.NOT_FOUND;
    return new Finding(
        state,
        isGone ? Result.GONE : Result.UNREADABLE,
        why,
        notice(state, lost(state, isGone, why), null),
        null);
  }

  private Finding finding(AttachmentState state, Snapshot read) {
    ContentDigest now = read.resource().content().digest();
    return now.equals(state.attachment().snapshot().resource().content().digest())
        ? current(state)
        : new Finding(state, Result.CHANGED, null, notice(state, changed(state, now), now), read);
  }

  /** As it was attached; of which the model has to hear if it was told otherwise since. */
  private Finding current(AttachmentState state) {
    ContentDigest attached = state.attachment().snapshot().resource().content().digest();
    Notice told = state.noticed();
    boolean isKnown = told == null || attached.equals(told.now());
    return new Finding(
        state,
        Result.CURRENT,
        null,
        isKnown ? null : notice(state, again(state, attached), attached),
        null);
  }

  private static Notice notice(AttachmentState state, String text, @Nullable ContentDigest now) {
    return new Notice(text, AttachmentKey.of(state.attachment().snapshot()), now);
  }

  private String changed(AttachmentState state, ContentDigest now) {
    return subject(state)
        + since(state)
        + " is now sha256:"
        + now.shortForm()
        + " ("
        + how(state.attachment().snapshot(), "read", "asked")
        + "). Call "
        + RefreshResourceTool.NAME
        + " for the new content.";
  }

  /** Since when, and what the model was last given or told. */
  private static String since(AttachmentState state) {
    if (!isKnownAsAttached(state)) {
      return " has changed again: sha256:"
          + state.known().shortForm()
          + ", which you were last given or told of,";
    }
    Notice told = state.noticed();
    return (told != null && told.now() == null ? " can be read again, and" : "")
        + " has changed since turn "
        + state.place().turn()
        + ": sha256:"
        + state.known().shortForm();
  }

  /** Whether the model has heard of nothing that came after what was attached. */
  private static boolean isKnownAsAttached(AttachmentState state) {
    return state.known().equals(state.attachment().snapshot().resource().content().digest());
  }

  private String lost(AttachmentState state, boolean isGone, String why) {
    return subject(state)
        + (isGone ? " is gone: " : " cannot be read now: ")
        + why
        + " ("
        + how(state.attachment().snapshot(), "looked at", "asked")
        + "). Its content of "
        + (isKnownAsAttached(state)
            ? "turn " + state.place().turn()
            : "sha256:" + state.known().shortForm())
        + " is the last known.";
  }

  private String again(AttachmentState state, ContentDigest digest) {
    return subject(state)
        + " is again as it was attached at turn "
        + state.place().turn()
        + ": sha256:"
        + digest.shortForm()
        + " ("
        + how(state.attachment().snapshot(), "looked at", "asked")
        + ").";
  }

  private static String subject(AttachmentState state) {
    return "The attached resource " + state.attachment().label();
  }

  /** How it is known. */
  private String how(Snapshot snapshot, String toFile, String toServer) {
    String did =
        switch (resolver.locality(snapshot.address())) {
          case LOCAL -> "its file was " + toFile;
          case REMOTE -> "its server was " + toServer;
          case UNKNOWN -> "its source was " + toFile;
        };
    return did + " again at the start of this turn";
  }

  /**
   * What was found of an attached resource.
   *
   * @param state what is known of it
   * @param result what its source is like now
   * @param why why it is gone, unreadable or unchecked, where there is more to say; null otherwise
   * @param notice the line for what has changed, is gone or unreadable, or is again as it was after
   *     the model was told otherwise; null otherwise
   * @param now what was read; null unless it has changed
   */
  public record Finding(
      AttachmentState state,
      Result result,
      @Nullable String why,
      @Nullable Notice notice,
      @Nullable Snapshot now) {

    /** The line for what the model was not told yet; null if there is nothing of that kind. */
    @Nullable Notice news() {
      if (notice == null) {
        return null;
      }
      Notice told = state.noticed();
      ContentDigest attached = state.attachment().snapshot().resource().content().digest();
      boolean isNews =
          told == null ? !attached.equals(notice.now()) : !Objects.equals(told.now(), notice.now());
      return isNews ? notice : null;
    }
  }

  /** What a source is like now. */
  public enum Result {
    /** As it was. */
    CURRENT,
    /** Different. */
    CHANGED,
    /** There is nothing any more. */
    GONE,
    /** Something is there, or may be, that cannot or may not be read. */
    UNREADABLE,
    /**
     * Not looked at, because that is not cheap, or because the user has not asked for it and
     * looking would tell others, or because it was uploaded; or it could not be looked at just now.
     */
    UNCHECKED
  }
}
