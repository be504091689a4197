package dev.attache.cli.turns;

import dev.attache.budget.TokenLimit;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.run.ReferenceReading;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachArguments;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnLimit;
import dev.attache.conversation.TurnOutcomes;
import dev.attache.conversation.TurnReferences;
import dev.attache.conversation.tools.AttachmentUpdates;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.StoreException;
import dev.attache.history.TextForm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The recording of turns, each with what is attached in it. */
final class TurnRecorder {

  private final ResolverSession resolving;
  private final Configuration configuration;
  private final Arguments arguments;
  private final boolean canAsk;

  /**
   * @param canAsk whether somebody at a terminal can be asked about what needs trust
   */
  TurnRecorder(ResolverSession resolving, Arguments arguments, boolean canAsk)
      throws UsageException {
    this.resolving = resolving;
    this.configuration = resolving.configuration();
    this.arguments = arguments;
    this.canAsk = canAsk;
  }

  /**
   * What a turn says.
   *
   * @param attached the references that the user has named for it
   * @param schema what the answer has to follow; null if it is free
   * @param form the form of its texts, made of the one that is set; null for that one
   * @param settings what the conversation sets with it
   */
  record Message(
      String text,
      List<String> attached,
      @Nullable Map<String, Object> schema,
      @Nullable UnaryOperator<TextForm> form,
      Map<String, Object> settings) {}

  /**
   * A turn that is recorded.
   *
   * @param leftOut how many superseded snapshots requests have no longer
   */
  record Recorded(Request request, int leftOut) {}

  /**
   * Reads what a turn attaches, and records it.
   *
   * @param result where the answer goes, which is not attached itself
   * @return null if nothing was recorded because of {@code --strict}, which is said
   */
  @Nullable Recorded record(Message message, ConversationChoice.Chosen chosen, ResultOutput result)
      throws IOException, UsageException {
    Conversation conversation = chosen.conversation();
    TurnReferences references = references(message, chosen);
    TurnLimit limit = limit(conversation);
    resolving.showProgress(false);
    try (TurnDraft draft = conversation.begin(message.text(), message.schema())) {
      references.addTo(draft);
      draft.setOwn(message.settings());
      if (message.form() != null) {
        draft.in(message.form().apply(conversation.text(conversation.summary())));
      }
      var outcomes = new TurnOutcomes(draft, references.references(), limit);
      Resolver resolver = read(references, message.attached(), outcomes, result);
      if (resolving.report().hasFailures() && arguments.has("--strict")) {
        resolving.report().summarize();
        resolving.console().error("nothing was recorded, because of --strict");
        return null;
      }
      outcomes.finish();
      if (!chosen.isNew()) {
        Refresh refresh = configuration.conversation().refresh(conversation.summary());
        AttachmentUpdates.of(conversation, resolver, refresh).addTo(draft);
      }
      return new Recorded(record(draft), draft.leftOut());
    }
  }

  private TurnReferences references(Message message, ConversationChoice.Chosen chosen)
      throws StoreException {
    String workspace = arguments.value("--workspace", ".");
    return chosen.isNew()
        ? AttachArguments.ofNew(configuration, message.attached(), workspace)
        : AttachArguments.ofNext(chosen.conversation(), message.attached(), workspace);
  }

  private @Nullable TurnLimit limit(Conversation conversation)
      throws StoreException, UsageException {
    TokenLimit limit = TokenOptions.limit(arguments, configuration.tokens());
    return limit == null
        ? null
        : new TurnLimit(limit, conversation, resolving.report(), arguments.has("--strict"));
  }

  /** Attaches what the turn resolves, and returns the resolver that has read it. */
  private Resolver read(
      TurnReferences turn, List<String> attached, TurnOutcomes outcomes, ResultOutput result)
      throws IOException, UsageException {
    References references = turn.references();
    var reading = ReferenceReading.of(resolving, references, attached, true);
    if (!references.texts().isEmpty()) {
      reading.settleTrust(turn.isOfWorkspace(), canAsk);
      reading.read(reading.own(result), outcomes::take);
      reading.refuseConversations().forEach(outcomes::tell);
      reading.sayWhatLedNowhere().forEach(outcomes::tell);
    }
    return reading.resolver();
  }

  /** Says what was left out, also if nothing is recorded because of that. */
  private Request record(TurnDraft draft) throws StoreException {
    try {
      return draft.record();
    } finally {
      resolving.report().summarize();
    }
  }
}
