package dev.attache.cli.serve;

import dev.attache.cli.config.Configuration;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachArguments;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnReferences;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.server.SessionOpener;
import dev.attache.server.watch.SourceChanges;
import dev.attache.store.OwnConversations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The opener of the conversation of each session: one of its own that is forgotten with it, or the
 * one that is kept under a name. Thread-safe.
 */
final class ServedConversation implements SessionOpener {

  private static final int MAX_REASONS = 8;

  private final Configuration configuration;
  private final List<String> attached;
  private final String workspace;
  private final OwnConversations own;
  private final Console console;
  private final @Nullable Kept kept;
  private final ConversationPlace memory;
  private final Resolver resolver;
  private final ServerPool servers;

  private ServedConversation(
      ResolverSession resolving, @Nullable Kept kept, List<String> attached, String workspace)
      throws StoreException, UsageException {
    this.configuration = resolving.configuration();
    this.attached = List.copyOf(attached);
    this.workspace = workspace;
    this.own = resolving.conversations();
    this.console = resolving.console();
    this.kept = kept;
    this.memory = ConversationPlace.inMemory(configuration.conversation());
    this.servers = resolving.servers();
    TurnReferences first = references();
    this.resolver = resolving.resolver(References.of(texts(first, kept)), true);
    resolving.settleTrust(resolver, first.references(), first.isOfWorkspace(), false);
  }

  /** The one that is kept: where, under which name, and as it is open. */
  private record Kept(ConversationPlace place, ConversationId id, Conversation conversation) {}

  /** Returns what opens one of its own for each session. */
  static ServedConversation ofItsOwn(
      ResolverSession resolving, List<String> attached, String workspace)
      throws StoreException, UsageException {
    return new ServedConversation(resolving, null, attached, workspace);
  }

  /**
   * Returns what opens the conversation of a name, which is made if there is none.
   *
   * @throws StoreException if it cannot be opened
   */
  static ServedConversation of(
      ResolverSession resolving,
      ConversationPlace place,
      ConversationId id,
      List<String> attached,
      String workspace)
      throws StoreException, UsageException {
    Conversation conversation = place.exists(id) ? place.open(id) : place.create(id);
    var kept = new Kept(place, id, conversation);
    return new ServedConversation(resolving, kept, attached, workspace);
  }

  @Override
  public synchronized Opening open() throws StoreException {
    TurnReferences references = references();
    Conversation conversation = kept == null ? memory.create() : kept.conversation();
    if (kept != null) {
      kept.place().sayProblems(console);
    }
    List<String> refused = List.copyOf(own.named(references.references(), resolver).values());
    refused.forEach(console::error);
    return new Opening(
        conversation,
        resolver,
        own.excludedFrom(references.references()),
        references.declaredNow(),
        refused);
  }

  /**
   * Returns why a session that began now would have nothing, a line each; nothing if it would have
   * something. Reads no contents.
   */
  List<String> absence() throws StoreException {
    References references = references().references();
    if (kept != null && kept.place().exists(kept.id())) {
      if (!kept.conversation().log().attachments().isEmpty()) {
        return List.of();
      }
    }
    if (references.texts().isEmpty()) {
      return List.of("nothing was named; add --attach REF");
    }
    var reasons = new ArrayList<String>();
    try (Resolution plan = resolver.plan(references)) {
      for (Outcome outcome : plan) {
        if (outcome instanceof Outcome.Planned) {
          return List.of();
        }
        String line =
            outcome.match(
                resolved -> null,
                planned -> null,
                Outcome.Skipped::line,
                failed -> RemedyOption.of(failed.line(), failed.problem().remedy()),
                noted -> null);
        if (line != null && reasons.size() < MAX_REASONS) {
          reasons.add(line);
        }
      }
    }
    return reasons;
  }

  /** Returns an empty conversation, which nothing keeps. */
  Conversation scratch() throws StoreException {
    return memory.create();
  }

  /** Returns how many resources a session that began now would have from earlier turns. */
  int attachedBefore() throws StoreException {
    return kept == null ? 0 : kept.conversation().log().attachments().size();
  }

  @Override
  public void ended(Conversation conversation) {
    if (kept == null) {
      try {
        memory.forget(conversation.id());
      } catch (StoreException e) {
        // nothing was recorded in it
      }
    }
  }

  @Override
  public SourceChanges changes() {
    return new ServerChanges(servers);
  }

  @Override
  public boolean isExclusive() {
    return kept != null;
  }

  private TurnReferences references() throws StoreException {
    return kept == null || !kept.place().exists(kept.id())
        ? AttachArguments.ofNew(configuration, attached, workspace)
        : AttachArguments.ofNext(kept.conversation(), attached, workspace);
  }

  /** What is read at once, and what may be read again: a server may be needed for either. */
  private static List<String> texts(TurnReferences first, @Nullable Kept kept)
      throws StoreException {
    var texts = new ArrayList<>(first.references().texts());
    if (kept != null && kept.place().exists(kept.id())) {
      for (AttachmentState each : kept.conversation().log().attachments()) {
        texts.add(each.attachment().snapshot().address().value());
      }
    }
    return texts;
  }
}
