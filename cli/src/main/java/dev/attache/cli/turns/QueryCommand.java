package dev.attache.cli.turns;

import dev.attache.budget.TokenLimit;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.FormChoice;
import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.models.RequestChoice;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.TokenOptions;
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
import dev.attache.conversation.TurnLimit;
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
        "[TEXT]...", words, "What you ask; - or a pipe reads it from standard input.");
    ConversationChoice.addWithNewTo(options);
    options
        .values("REF", attached, "Attach REF to the turn; !REF excludes.", "--attach", "-a")
        .value("FILE", "JSON Schema for the answer.", "--schema")
        .flag("Print the whole conversation, not just this turn.", "--whole");
    RequestChoice.addTo(options);
    FormChoice.addTo(options);
    TokenOptions.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache query --attach src 'Where is the parser?' | llm",
        "attache query --new --id review 'Review this diff.' -a 'cmd:git diff main'");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    requireReadableAgain();
    RequestChoice body = RequestChoice.of(arguments, run);
    FormChoice form = FormChoice.of(arguments, run.options().isJson(), false);
    TurnReferences.requireNamed(attached);
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
      TokenLimit limit = TokenOptions.limit(arguments, configuration.tokens());
      TurnLimit turnLimit =
          limit == null
              ? null
              : new TurnLimit(limit, conversation, resolving.report(), run.options().isStrict());
      resolving.showProgress(false);
      if (!form.isJson() && body == null) {
        resolving.report().sayWhatIsOnlyNamed();
      }
      try (TurnDraft draft = conversation.begin(text, schema);
          ResultOutput result = ResultOutput.standard(run.streams(), false)) {
        references.addTo(draft);
        if (form.isOfTexts()) {
          draft.in(form.text(conversation.text(conversation.summary())));
        }
        var outcomes = new TurnOutcomes(draft, references.references(), turnLimit);
        Resolver resolver = read(resolving, references, outcomes, result, canAsk);
        if (resolving.report().hasFailures() && run.options().isStrict()) {
          resolving.report().summarize();
          resolving.console().error("nothing was recorded, because of --strict");
          return ExitCode.FAILED;
        }
        if (!chosen.isNew()) {
          changes(conversation, configuration.conversation(), resolver).forEach(draft::notice);
        }
        outcomes.finish();
        Request request = record(draft, resolving);
        sayWhatIsLeftOut(draft.leftOut(), resolving.console());
        place.sayProblems(resolving.console());
        ConversationNote.say(resolving.console(), conversation, request.turn());
        try {
          boolean isJson = form.isJson();
          if (body != null) {
            List<String> lost =
                body.write(conversation.log(), resolving.console(), result.stream());
            LostContents.say(lost, resolving.console());
          } else if (arguments.has("--whole")) {
            List<String> lost = writeWhole(conversation.log(), isJson, result);
            LostContents.say(lost, resolving.console());
          } else {
            write(request, conversation.log(), isJson, result);
          }
          result.commit();
        } catch (IOException e) {
          throw RecordedException.of("turn " + (request.turn() + 1), e);
        }
        conversation.handedOver(request);
      }
      return resolving.exitCode();
    }
  }

  /** Says what was left out, also if nothing is recorded because of that. */
  private static Request record(TurnDraft draft, ResolverSession resolving) throws StoreException {
    try {
      return draft.record();
    } finally {
      resolving.report().summarize();
    }
  }

  private void requireReadableAgain() throws UsageException {
    if (attached.contains(PipedText.STANDARD_INPUT)) {
      throw new UsageException("--attach (-) cannot be read again later; put it into a file");
    }
  }

  private String text(Streams streams) throws UsageException {
    String text = PipedText.message(words, streams);
    if (text.isBlank() && attached.isEmpty()) {
      throw new UsageException("missing argument: TEXT (or pipe it in, or --attach something)");
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
