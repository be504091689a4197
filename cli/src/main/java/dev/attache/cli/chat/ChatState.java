package dev.attache.cli.chat;

import dev.attache.agent.AskedModel;
import dev.attache.cli.agent.AgentOptions;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.models.ChosenModel;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.turns.Question;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session goes by: its conversation, its model, and what it has opened. */
final class ChatState {

  /**
   * What stays as it is for all of a session.
   *
   * @param resolving the handlers and servers, which live as long as the session
   */
  record Setup(Run run, Arguments arguments, AgentOptions agent, ResolverSession resolving) {}

  private final Setup setup;
  private AskedModel model;
  private ConversationId id;
  private boolean isNew;

  private ChatState(Setup setup, AskedModel model, ConversationId id, boolean isNew) {
    this.setup = setup;
    this.model = model;
    this.id = id;
    this.isNew = isNew;
  }

  /**
   * Returns that of a session that begins.
   *
   * @throws UsageException if there is no such conversation, or the model needs a key that cannot
   *     be had
   */
  static ChatState of(Setup setup, ChosenModel model) throws IOException, UsageException {
    AskedModel asked = model.asked(setup.run());
    try (ConversationPlace place =
        ConversationPlace.of(setup.run(), setup.resolving().configuration().conversation())) {
      ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(setup.arguments(), place);
      return new ChatState(setup, asked, chosen.conversation().id(), chosen.isNew());
    }
  }

  Run run() {
    return setup.run();
  }

  Arguments arguments() {
    return setup.arguments();
  }

  AgentOptions agent() {
    return setup.agent();
  }

  ResolverSession resolving() {
    return setup.resolving();
  }

  Console console() {
    return setup.run().console();
  }

  /** The conversation. */
  ConversationId id() {
    return id;
  }

  /** Whether nothing of the conversation is recorded yet. */
  boolean isNew() {
    return isNew;
  }

  /** Has something of the conversation recorded. */
  void begun() {
    isNew = false;
  }

  /** Goes on with another conversation, which begins with the next turn. */
  void beginAnother() {
    id = ConversationId.next(Clock.systemUTC());
    isNew = true;
  }

  /** The model that is asked, as a user names it. */
  String modelName() {
    return model.name() + "/" + model.model();
  }

  /** The names of the models that can be asked. */
  List<String> models() throws UsageException {
    return ChosenModel.names(setup.run());
  }

  /** Asks another model from now on. */
  void ask(ChosenModel other) throws UsageException {
    model = other.asked(setup.run());
  }

  /** Returns what asks the model once. */
  Question question() throws UsageException {
    setup.resolving().renew();
    return new Question(
        model,
        setup.agent(),
        setup.resolving(),
        setup.run(),
        setup.arguments(),
        setup.run().streams().canAsk());
  }

  /**
   * Returns the conversation in a place.
   *
   * @throws UsageException if somebody has deleted it
   */
  ConversationChoice.Chosen chosen(ConversationPlace place) throws StoreException, UsageException {
    return new ConversationChoice.Chosen(isNew ? place.create(id) : open(place), isNew);
  }

  /**
   * Returns the conversation for a look at it; null if nothing of it is recorded.
   *
   * @throws UsageException if somebody has deleted it
   */
  @Nullable Conversation conversation() throws IOException, UsageException {
    if (isNew) {
      return null;
    }
    try (var place = ConversationPlace.of(setup.run(), new ConversationDefaults())) {
      return open(place);
    }
  }

  private Conversation open(ConversationPlace place) throws StoreException, UsageException {
    if (!place.exists(id)) {
      throw new UsageException(
          "conversation " + id + " does not exist any more; /new starts another one");
    }
    return place.open(id);
  }
}
