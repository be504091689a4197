package dev.attache.cli.workspace;

import dev.attache.cli.config.Configuration;
import dev.attache.cli.run.ExclusionMark;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.routing.References;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Declaration;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Requester;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one turn of a conversation resolves, in order, and who asked for it. Immutable. */
public final class TurnReferences {

  private final List<Each> all;
  private final String workspace;

  private TurnReferences(List<Each> all, String workspace) {
    this.all = List.copyOf(all);
    this.workspace = workspace;
  }

  /** How a reference comes to be resolved. */
  private enum Role {
    /** The turn declares it. */
    DECLARED_NOW,
    /** It was declared, and not resolved since. */
    PENDING,
    /** It is an exclusion that was resolved before, and holds on for what names many things. */
    IN_FORCE
  }

  private record Each(String text, Requester requester, Role role) {}

  /** Returns what a new conversation resolves: what is declared for all of them, then the rest. */
  public static TurnReferences ofNew(
      Configuration configuration, List<String> attached, String workspace) {
    var all = new ArrayList<Each>();
    for (String each : configuration.declared()) {
      all.add(new Each(each, Requester.USER, Role.DECLARED_NOW));
    }
    for (String each : configuration.declaredByWorkspace()) {
      if (!configuration.declared().contains(each)) {
        all.add(new Each(each, Requester.WORKSPACE, Role.DECLARED_NOW));
      }
    }
    return with(all, attached, workspace);
  }

  /** Returns what a further turn resolves. */
  public static TurnReferences ofNext(
      Conversation conversation, List<String> attached, String workspace) throws StoreException {
    ConversationSummary now = conversation.summary();
    var all = new ArrayList<Each>();
    for (Declared each : now.declarations()) {
      Declaration declaration = each.declaration();
      String text = declaration.reference();
      if (each.isPending() || ExclusionMark.is(text, workspace)) {
        Role role = each.isPending() ? Role.PENDING : Role.IN_FORCE;
        all.add(new Each(text, conversation.requester(declaration), role));
      }
    }
    return with(all, attached, workspace);
  }

  private static TurnReferences with(List<Each> declared, List<String> attached, String workspace) {
    Set<String> typed = Set.copyOf(attached);
    var all = new ArrayList<Each>();
    var inForce = new ArrayList<Each>();
    for (Each each : declared) {
      if (!typed.contains(each.text())) { // what the user types is asked for by the user
        (each.role() == Role.IN_FORCE ? inForce : all).add(each);
      }
    }
    attached.forEach(each -> all.add(new Each(each, Requester.USER, Role.DECLARED_NOW)));
    int broad = all.size() - 1;
    while (broad >= 0 && !ExclusionMark.holdsFor(all.get(broad).text(), workspace)) {
      broad--;
    }
    if (broad >= 0) { // declared again, so that they come after it in forks, too
      all.addAll(
          broad + 1,
          inForce.stream()
              .map(each -> new Each(each.text(), each.requester(), Role.DECLARED_NOW))
              .toList());
    }
    return new TurnReferences(all, workspace);
  }

  /** Tells a turn what it declares and what it resolves. */
  public void addTo(TurnDraft draft) {
    for (Each each : all) {
      switch (each.role()) {
        case DECLARED_NOW -> draft.declare(each.requester(), each.text());
        case PENDING -> draft.resolves(each.text());
        case IN_FORCE -> {}
      }
    }
  }

  /** What a turn declares, and who asks for it, in order. */
  public Map<String, Requester> declaredNow() {
    var requesters = new LinkedHashMap<String, Requester>();
    for (Each each : all) {
      if (each.role() == Role.DECLARED_NOW) {
        requesters.remove(each.text()); // what is named twice comes where it is named last
        requesters.put(each.text(), each.requester());
      }
    }
    return requesters;
  }

  /** Declares all of it, so that the next turn resolves it. */
  public void declareIn(Conversation conversation) throws StoreException {
    var requesters = new LinkedHashMap<String, Requester>();
    for (Each each : all) {
      requesters.remove(each.text()); // what is named twice comes where it is named last
      requesters.put(each.text(), each.requester());
    }
    conversation.declare(requesters);
  }

  /** Whether there is nothing that could be attached. */
  boolean isEmpty() {
    return all.stream().allMatch(each -> ExclusionMark.is(each.text(), workspace));
  }

  /** Whether some of it may be asked for by the workspace. */
  public boolean isOfWorkspace() {
    return all.stream().anyMatch(each -> each.requester() == Requester.WORKSPACE);
  }

  /** All of it for the resolver; nothing if nothing could be attached. */
  public References references() {
    References references = References.of(List.of());
    if (!isEmpty()) {
      for (Each each : all) {
        references = references.and(each.requester(), List.of(each.text()));
      }
    }
    return references;
  }

  /** The reference at a position. */
  public String text(int position) {
    return all.get(position).text();
  }

  /** Who asked for the reference at a position. */
  public Requester requester(int position) {
    return all.get(position).requester();
  }
}
