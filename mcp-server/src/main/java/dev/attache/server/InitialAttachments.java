package dev.attache.server;

import dev.attache.budget.TokenLimit;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnLimit;
import dev.attache.conversation.TurnOutcomes;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.FruitlessReferences;
import dev.attache.core.routing.References;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.StoreException;
import dev.attache.server.SessionOpener.Opening;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.LogLevel;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The turn that a session begins with: what the user attached, as it is now. What cannot be
 * attached hides nothing else; the client and those who run the server are told.
 */
final class InitialAttachments {

  /** What stands in the history for the request of the client's user, which nobody sees here. */
  private static final String FIRST_TURN = "MCP session";

  private final Conversation conversation;
  private final Resolver resolver;
  private final @Nullable TokenLimit limit;
  private final ClientLog log;
  private final ServerObserver observer;

  public InitialAttachments(
      Conversation conversation,
      Resolver resolver,
      @Nullable TokenLimit limit,
      ClientLog log,
      ServerObserver observer) {
    this.limit = limit;
    this.conversation = conversation;
    this.resolver = resolver;
    this.log = log;
    this.observer = observer;
  }

  /**
   * Records the turn.
   *
   * @throws StoreException if it cannot be recorded
   * @throws java.util.concurrent.CancellationException if the thread is interrupted
   */
  public void record(Opening opening) throws StoreException {
    References references = opening.references();
    Set<String> declaredBefore = new HashSet<>();
    for (Declared each : conversation.summary().declarations()) {
      declaredBefore.add(each.declaration().reference());
    }
    opening.declared().forEach(each -> declaredBefore.remove(each.text())); // but declared anew
    TurnLimit turnLimit =
        limit == null ? null : new TurnLimit(limit, conversation, observer, false);
    try (TurnDraft draft = conversation.begin(Author.SESSION, FIRST_TURN)) {
      opening.declared().forEach(draft::declare);
      references.texts().stream().filter(declaredBefore::contains).forEach(draft::resolves);
      if (!references.texts().isEmpty()) { // no threads for nothing
        var outcomes = new TurnOutcomes(draft, references, turnLimit);
        resolve(opening, outcomes);
        outcomes.finish();
      }
      draft.record();
    }
    if (turnLimit != null) {
      turnLimit.lines().forEach(line -> log.log(LogLevel.ERROR, conversation.names().shown(line)));
    }
    observer.begun();
  }

  private void resolve(Opening opening, TurnOutcomes outcomes) {
    var fruitless = new FruitlessReferences();
    try (Resolution resolution = resolver.resolve(opening.references())) {
      for (Outcome outcome : resolution) {
        observer.outcome(outcome);
        fruitless.ledSomewhere(outcome.reference());
        take(outcome, outcomes);
      }
    }
    opening.refused().forEach(line -> tell(line, outcomes));
    for (String line : fruitless.lines(opening.references())) {
      observer.note(line);
      tell(line, outcomes);
    }
  }

  private void take(Outcome outcome, TurnOutcomes outcomes) {
    try {
      String line = outcomes.take(outcome);
      if (line != null) {
        log.log(LogLevel.ERROR, conversation.names().shown(line));
      }
    } catch (StoreException e) { // of the one kind that has a content to store
      String line = subject(outcome) + ": " + e.message();
      observer.note("not attached: " + line);
      tell(line, outcomes);
    }
  }

  private static String subject(Outcome outcome) {
    return outcome instanceof Outcome.Resolved resolved
        ? resolved.snapshot().resource().uri().redacted()
        : outcome.reference().redacted();
  }

  private void tell(String line, TurnOutcomes outcomes) {
    log.log(LogLevel.ERROR, conversation.names().shown(outcomes.tell(line)));
  }
}
