package dev.attache.cli.turns;

import dev.attache.agent.AskedModel;
import dev.attache.cli.agent.AgentOptions;
import dev.attache.cli.agent.Asking;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.models.ChosenModel;
import dev.attache.cli.models.ConversationModel;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.delivery.Channel;
import dev.attache.delivery.SupersededSettings;
import dev.attache.mcp.McpException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A question to a model in a conversation: a turn is recorded with what is attached in it, and the
 * model answers it. Any thread may cancel the answer; all else is done by one.
 */
public final class Question {

  private final AskedModel model;
  private final ResolverSession resolving;
  private final Configuration configuration;
  private final Run run;
  private final Arguments arguments;
  private final boolean canAsk;
  private final Asking asking;
  private boolean isRecorded;

  /**
   * @param canAsk whether somebody at a terminal can approve calls, and answer what is asked
   */
  public Question(
      AskedModel model,
      AgentOptions options,
      ResolverSession resolving,
      Run run,
      Arguments arguments,
      boolean canAsk)
      throws UsageException {
    this.model = model;
    this.resolving = resolving;
    this.configuration = resolving.configuration();
    this.run = run;
    this.arguments = arguments;
    this.canAsk = canAsk;
    this.asking = new Asking(model, options, configuration.agent(), resolving, run, canAsk);
  }

  /** Returns the model that the user has named for the conversation that is meant; null if none. */
  public static @Nullable String modelOf(
      Arguments arguments, Run run, ConversationDefaults defaults)
      throws IOException, UsageException {
    if (ChosenModel.typed(arguments) != null || arguments.has("--new")) {
      return null;
    }
    try (ConversationPlace place = ConversationPlace.of(run, defaults)) {
      ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(arguments, place);
      return chosen.isNew() ? null : ConversationModel.of(chosen.conversation());
    }
  }

  /** Returns the conversations of the workspace, by the rules of the model. */
  public ConversationPlace place() throws UsageException {
    ConversationDefaults defaults = configuration.conversation();
    return ConversationPlace.of(run, defaults, Channel.STRUCTURED)
        .superseded(defaults.superseded(model.superseded(SupersededSettings.DEFAULT)));
  }

  /**
   * Records a turn, and has it answered.
   *
   * @param attached the references that the user has named for it
   * @param schema what the answer has to follow; null if it is free
   * @param place the one of the conversation
   * @return the exit code
   */
  public int ask(
      String text,
      List<String> attached,
      @Nullable Map<String, Object> schema,
      ConversationChoice.Chosen chosen,
      ConversationPlace place)
      throws IOException, UsageException {
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      var settings = new LinkedHashMap<String, Object>();
      try {
        settings.putAll(asking.prepare(chosen.conversation()));
      } catch (McpException e) {
        return asking.failed(e);
      }
      String typed = ChosenModel.typed(arguments);
      if (typed != null) {
        settings.putAll(ConversationModel.settings(chosen.conversation(), typed));
      }
      var message = new TurnRecorder.Message(text, attached, schema, null, settings);
      TurnRecorder.Recorded recorded =
          new TurnRecorder(resolving, arguments, canAsk).record(message, chosen, result);
      if (recorded == null) {
        return ExitCode.FAILED;
      }
      isRecorded = true;
      say(recorded, chosen.conversation(), place, resolving.console());
      int exitCode = asking.ask(chosen.conversation(), schema, result.stream());
      place.sayDamage(resolving.console());
      result.commit();
      return exitCode == ExitCode.OK ? resolving.exitCode() : exitCode;
    }
  }

  /** Whether a turn was recorded, whatever has become of its answer. */
  public boolean isRecorded() {
    return isRecorded;
  }

  /** Says what was recorded. */
  static void say(
      TurnRecorder.Recorded recorded,
      Conversation conversation,
      ConversationPlace place,
      Console console) {
    if (recorded.leftOut() > 0) {
      console.note(
          ConversationOutput.count(recorded.leftOut(), "superseded snapshot")
              + " left out of the requests from now on");
    }
    place.sayProblems(console);
    ConversationNote.say(console, conversation, recorded.request().turn());
  }

  /**
   * Has the last turn answered that has no answer, or not a whole one.
   *
   * @return the exit code
   */
  public int goOn(Conversation conversation, ConversationPlace place)
      throws IOException, UsageException {
    try (ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      int exitCode = asking.ask(conversation, conversation.lastSchema(), result.stream());
      place.sayProblems(resolving.console());
      result.commit();
      return exitCode;
    }
  }

  /** Cancels the answer, of which what had come is kept; returns whether there is one. */
  public boolean cancel() {
    return asking.cancel();
  }
}
