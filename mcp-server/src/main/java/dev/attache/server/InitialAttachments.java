package dev.attache.server;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.history.ChatRequest.Author;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Requester;
import dev.attache.server.SessionOpener.Opening;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.LogLevel;
import dev.attache.support.text.Sanitizer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The turn that a session begins with: what the user attached, as it is now. What cannot be
 * attached hides nothing else; the client and those who run the server are told.
 */
final class InitialAttachments {

  /** What stands in the history for the request of the client's user, which nobody sees here. */
  private static final String FIRST_TURN = "MCP session";

  private final Conversation conversation;
  private final Resolver resolver;
  private final ClientLog log;
  private final ServerObserver observer;
  private final Map<String, Requester> requesters = new HashMap<>();

  public InitialAttachments(
      Conversation conversation, Resolver resolver, ClientLog log, ServerObserver observer) {
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
    for (Declared each : conversation.summary().declarations()) {
      requesters.put(each.declaration().reference(), conversation.requester(each.declaration()));
    }
    Set<String> declaredBefore = Set.copyOf(requesters.keySet());
    var declaredNow = new HashSet<String>();
    for (Reference each : opening.declared()) {
      declaredNow.add(each.text());
      requesters.put(each.text(), each.requester());
    }
    try (TurnDraft draft = conversation.begin(Author.SESSION, FIRST_TURN)) {
      opening.declared().forEach(draft::declare);
      References references = opening.references();
      List<String> texts = references.texts();
      for (String text : texts) {
        if (declaredBefore.contains(text) && !declaredNow.contains(text)) {
          draft.resolves(text);
        }
      }
      if (!texts.isEmpty()) { // no threads for nothing
        resolve(references, draft);
      }
      draft.record();
    }
    observer.begun();
  }

  private void resolve(References references, TurnDraft draft) {
    List<References.Entry> entries = references.entries();
    var fruitful = new BitSet();
    try (Resolution resolution = resolver.resolve(references)) {
      for (Outcome outcome : resolution) {
        observer.outcome(outcome);
        fruitful.set(outcome.reference().position());
        outcome.accept(
            resolved -> attach(resolved, resolved.reference().text(), draft),
            planned -> {},
            skipped -> {
              if (!skipped.isExpected()) {
                tell(skipped.line(), draft);
              }
            },
            failed -> tell(failed.line(), draft),
            noted -> {});
      }
    }
    for (int i = fruitful.nextClearBit(0); i < entries.size(); i = fruitful.nextClearBit(i + 1)) {
      if (!entries.get(i).isExclusion()) {
        String line = Redaction.redact(entries.get(i).text()) + ": nothing found";
        observer.note(line);
        tell(line, draft);
      }
    }
  }

  private void attach(Outcome.Resolved resolved, String text, TurnDraft draft) {
    try {
      draft.attach(resolved.snapshot(), text, requesters.getOrDefault(text, Requester.WORKSPACE));
    } catch (StoreException e) {
      String line = resolved.snapshot().resource().uri().redacted() + ": " + e.message();
      observer.note("not attached: " + line);
      tell(line, draft);
    }
  }

  private void tell(String line, TurnDraft draft) {
    String told = "not attached: " + Sanitizer.sanitizeLine(line);
    draft.notice(Notice.of(told));
    log.log(LogLevel.ERROR, told);
  }
}
