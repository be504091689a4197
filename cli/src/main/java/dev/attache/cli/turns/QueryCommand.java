package dev.attache.cli.turns;

import dev.attache.cli.config.Configuration;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.ReferenceReading;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.RecordedException;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.LostContents;
import dev.attache.cli.workspace.TurnReferences;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnOutcomes;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationLog;
import dev.attache.history.Notice;
import dev.attache.history.StoreException;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache query}: records a turn of a conversation with what is attached in it, and prints
 * its request.
 */
final class QueryCommand implements Command {

  private final List<String> words = new ArrayList<>();
  private final List<String> attached = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters(
        "TEXT", words, "What you ask. With -, or without any in a pipe: standard input.");
    ConversationChoice.addWithNewTo(options);
    options
        .values("REF", attached, "Attach this to the turn; !REF excludes.", "--attach", "-a")
        .value("FILE", "The JSON Schema that the answer is to follow.", "--schema")
        .flag("Print the whole conversation, not only this turn.", "--whole");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    requireReadableAgain();
    Map<String, Object> schema = schema(arguments.value("--schema"));
    // To its end first: who prints it may be about to write the conversation.
    String text = text(run.streams());
    boolean canAsk = run.streams().canAsk() && !PipedText.isPiped(words, run.streams());
    try (ResolverSession resolving = ResolverSession.open(run, canAsk)) {
      Configuration configuration = resolving.configuration();
      var place = ConversationPlace.of(run, configuration.conversation());
      ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(arguments, place);
      Conversation conversation = chosen.conversation();
      String workspace = arguments.value("--workspace", ".");
      TurnReferences references =
          chosen.isNew()
              ? TurnReferences.ofNew(configuration, attached, workspace)
              : TurnReferences.ofNext(conversation, attached, workspace);
      resolving.showProgress(false);
      try (TurnDraft draft = conversation.begin(text, schema);
          ResultOutput result = ResultOutput.standard(run.streams(), false)) {
        references.addTo(draft);
        var outcomes = new TurnOutcomes(draft, references.references());
        Resolver resolver = read(resolving, references, outcomes, result, canAsk);
        if (resolving.report().hasFailures() && run.options().isStrict()) {
          resolving.console().error("nothing was recorded, because --strict was given");
          return ExitCode.FAILED;
        }
        if (!chosen.isNew()) {
          changes(conversation, configuration.conversation(), resolver).forEach(draft::notice);
        }
        outcomes.finish();
        Request request = draft.record();
        sayWhatIsLeftOut(draft.leftOut(), resolving.console());
        place.sayProblems(resolving.console());
        ConversationNote.say(resolving.console(), conversation, request.turn());
        try {
          boolean isJson = run.options().isJson();
          if (arguments.has("--whole")) {
            List<String> lost = writeWhole(conversation.log(), isJson, result);
            LostContents.say(lost, resolving.console());
          } else {
            write(request, conversation.log(), isJson, result);
          }
          result.commit();
        } catch (IOException e) {
          throw RecordedException.of("turn " + request.turn(), e);
        }
        conversation.handedOver(request);
      }
      return resolving.exitCode();
    }
  }

  private void requireReadableAgain() throws UsageException {
    if (attached.contains(PipedText.STANDARD_INPUT)) {
      throw new UsageException(
          "--attach (-) cannot be read again for a fork or a refresh; put it into a file");
    }
  }

  private String text(Streams streams) throws UsageException {
    String text = PipedText.message(words, streams);
    if (text.isBlank() && attached.isEmpty()) {
      throw new UsageException(
          "there is no text to ask; give TEXT, pipe it in, or --attach something");
    }
    return text;
  }

  private static @Nullable Map<String, Object> schema(@Nullable String file) throws UsageException {
    if (file == null) {
      return null;
    }
    try (InputStream in = FileProblem.open(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return GivenJson.object("--schema (" + file + ")", text);
    } catch (IOException e) {
      throw new UsageException("--schema (" + file + ") cannot be read: " + FileProblem.of(e));
    }
  }

  /** Attaches what the turn resolves, and returns the resolver that has read it. */
  private Resolver read(
      ResolverSession resolving,
      TurnReferences turn,
      TurnOutcomes outcomes,
      ResultOutput result,
      boolean canAsk)
      throws IOException, UsageException {
    References references = turn.references();
    var reading = ReferenceReading.of(resolving, references, attached, true);
    if (!references.texts().isEmpty()) {
      reading.settleTrust(turn.isOfWorkspace(), canAsk);
      reading.read(reading.own(result), outcomes::take);
      reading.refuseConversations().forEach(outcomes::tell);
      reading.sayWhatLedNowhere().forEach(outcomes::tell);
      resolving.report().summarize();
    }
    return reading.resolver();
  }

  private static List<Notice> changes(
      Conversation conversation, ConversationDefaults defaults, Resolver resolver)
      throws StoreException {
    return defaults.notifies(conversation.summary())
        ? ChangeCheck.of(conversation, resolver).notices()
        : List.of();
  }

  private static void sayWhatIsLeftOut(int leftOut, Console console) {
    if (leftOut > 0) {
      console.note(
          ConversationOutput.count(leftOut, "superseded snapshot")
              + " left out of the requests from now on");
    }
  }

  private static void write(
      Request request, ConversationLog log, boolean isJson, ResultOutput result)
      throws IOException {
    if (isJson) {
      RequestJson.writeRequest(log.id(), request, result.stream());
    } else {
      PromptText.writeRequest(request, result.stream());
    }
  }

  private static List<String> writeWhole(ConversationLog log, boolean isJson, ResultOutput result)
      throws IOException {
    return isJson
        ? RequestJson.writeConversation(log, result.stream())
        : PromptText.writeConversation(log, result.stream());
  }
}
