package dev.attache.cli.turns;

import dev.attache.agent.AskedModel;
import dev.attache.budget.TokenLimit;
import dev.attache.cli.agent.AgentOptions;
import dev.attache.cli.agent.Asking;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.models.ChosenModel;
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
import dev.attache.cli.workspace.TurnReferences;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.TurnLimit;
import dev.attache.conversation.TurnOutcomes;
import dev.attache.conversation.tools.AttachmentUpdates;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.delivery.Channel;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.Declaration.Refresh;
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
 * {@code attache query}: records a turn of a conversation with what is attached in it, and asks a
 * model, or prints its request.
 */
final class QueryCommand implements Command {

  private static final String CONTINUE = "--continue";

  private final List<String> words = new ArrayList<>();
  private final List<String> attached = new ArrayList<>();
  private final AgentOptions agent = new AgentOptions();

  @Override
  public void addTo(Options options) {
    options.parameters(
        "[TEXT]...", words, "What you ask; - or a pipe reads it from standard input.");
    ConversationChoice.addWithNewTo(options);
    options
        .values("REF", attached, "Attach REF to the turn; !REF excludes.", "--attach", "-a")
        .value("FILE", "JSON Schema for the answer.", "--schema");
    options.flag("Go on with the last turn, where it was stopped.", CONTINUE);
    RequestPrint.addTo(options);
    agent.addTo(options);
    TokenOptions.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache query --attach src 'Where is the parser?'",
        "attache query --print --new -a 'cmd:git diff main' 'Review this.' | llm");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    requireReadableAgain();
    RequestPrint print = RequestPrint.of(arguments, run);
    TurnReferences.requireNamed(attached);
    agent.read(arguments);
    if (print != null) {
      agent.refuse(print.option(arguments));
    }
    if (arguments.has(CONTINUE)) {
      return goOn(arguments, print, run);
    }
    Map<String, Object> schema = schema(arguments.value("--schema"));
    // To its end first: who prints it may be about to write the conversation.
    String text = text(run.streams());
    boolean canAsk = run.streams().canAsk() && !PipedText.isPiped(words, run.streams());
    try (ResolverSession resolving = ResolverSession.open(run, canAsk)) {
      Configuration configuration = resolving.configuration();
      ChosenModel model =
          print == null ? ChosenModel.of(arguments, run, configuration.agent()) : null;
      if (print == null && model == null) {
        return sayThatThereIsNoModel(run);
      }
      AskedModel asked = model == null ? null : model.asked(run); // or nothing is recorded
      try (ConversationPlace place = place(print, asked, run, configuration.conversation())) {
        ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(arguments, place);
        Conversation conversation = chosen.conversation();
        TurnReferences references = references(chosen, configuration, arguments);
        TurnLimit limit = limit(conversation, configuration, resolving, arguments);
        resolving.showProgress(false);
        if (print != null && print.isPrompt()) {
          resolving.report().sayWhatIsOnlyNamed();
        }
        try (TurnDraft draft = conversation.begin(text, schema);
            ResultOutput result = ResultOutput.standard(run.streams(), false)) {
          references.addTo(draft);
          if (print != null && print.form().isOfTexts()) {
            draft.in(print.form().text(conversation.text(conversation.summary())));
          }
          var outcomes = new TurnOutcomes(draft, references.references(), limit);
          Resolver resolver = read(resolving, references, outcomes, result, canAsk);
          if (resolving.report().hasFailures() && run.options().isStrict()) {
            resolving.report().summarize();
            resolving.console().error("nothing was recorded, because of --strict");
            return ExitCode.FAILED;
          }
          outcomes.finish();
          if (!chosen.isNew()) {
            Refresh refresh = configuration.conversation().refresh(conversation.summary());
            AttachmentUpdates.of(conversation, resolver, refresh).addTo(draft);
          }
          Request request = record(draft, resolving);
          say(request, chosen, draft.leftOut(), print, place, resolving.console());
          if (asked != null) {
            int exitCode =
                new Asking(asked, agent, configuration.agent(), resolving, run, canAsk)
                    .ask(conversation, schema, result.stream());
            result.commit();
            return exitCode == ExitCode.OK ? resolving.exitCode() : exitCode;
          }
          if (print != null) {
            print(print, conversation, request, resolving.console(), result);
          }
        }
      }
      return resolving.exitCode();
    }
  }

  /** Goes on with a turn that has no answer, or not a whole one. */
  private int goOn(Arguments arguments, @Nullable RequestPrint print, Run run)
      throws IOException, UsageException {
    requireNothingElse(arguments, print);
    boolean canAsk = run.streams().canAsk();
    try (ResolverSession resolving = ResolverSession.open(run, canAsk);
        ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      Configuration configuration = resolving.configuration();
      ChosenModel model = ChosenModel.of(arguments, run, configuration.agent());
      if (model == null) {
        return sayThatThereIsNoModel(run);
      }
      AskedModel asked = model.asked(run);
      try (ConversationPlace place = place(null, asked, run, configuration.conversation())) {
        Conversation conversation = ConversationChoice.chosen(arguments, place);
        int exitCode =
            new Asking(asked, agent, configuration.agent(), resolving, run, canAsk)
                .ask(conversation, conversation.lastSchema(), result.stream());
        place.sayProblems(resolving.console());
        result.commit();
        return exitCode;
      }
    }
  }

  private void requireNothingElse(Arguments arguments, @Nullable RequestPrint print)
      throws UsageException {
    var others = new ArrayList<String>();
    if (!words.isEmpty()) {
      others.add("TEXT");
    }
    if (!attached.isEmpty()) {
      others.add("--attach");
    }
    if (arguments.value("--schema") != null) {
      others.add("--schema");
    }
    if (arguments.has("--new")) {
      others.add("--new");
    }
    if (print != null) {
      others.add(print.option(arguments));
    }
    if (!others.isEmpty()) {
      throw new UsageException(
          CONTINUE
              + " resumes a turn that is recorded; "
              + others.get(0)
              + " belongs to a new one");
    }
  }

  private static int sayThatThereIsNoModel(Run run) throws UsageException {
    String file = run.ownConfiguration();
    Console console = run.console();
    console.error(
        "no model configured; set model = \"anthropic\" in [agent] of "
            + (file == null ? "your own configuration" : file)
            + ", or name one with -m (`attache models ls` lists them)");
    console.error("to print the request instead of sending it, add --print");
    return ExitCode.USAGE;
  }

  private static ConversationPlace place(
      @Nullable RequestPrint print,
      @Nullable AskedModel asked,
      Run run,
      ConversationDefaults defaults)
      throws IOException, UsageException {
    if (asked != null) {
      return ConversationPlace.of(run, defaults, Channel.STRUCTURED)
          .superseded(defaults.superseded(asked.superseded(SupersededSettings.DEFAULT)));
    }
    var place = ConversationPlace.of(run, defaults);
    return print != null && print.isTrial() ? place.tried() : place;
  }

  private TurnReferences references(
      ConversationChoice.Chosen chosen, Configuration configuration, Arguments arguments)
      throws StoreException {
    String workspace = arguments.value("--workspace", ".");
    return chosen.isNew()
        ? TurnReferences.ofNew(configuration, attached, workspace)
        : TurnReferences.ofNext(chosen.conversation(), attached, workspace);
  }

  private static @Nullable TurnLimit limit(
      Conversation conversation,
      Configuration configuration,
      ResolverSession resolving,
      Arguments arguments)
      throws StoreException, UsageException {
    TokenLimit limit = TokenOptions.limit(arguments, configuration.tokens());
    return limit == null
        ? null
        : new TurnLimit(limit, conversation, resolving.report(), arguments.has("--strict"));
  }

  private static void say(
      Request request,
      ConversationChoice.Chosen chosen,
      int leftOut,
      @Nullable RequestPrint print,
      ConversationPlace place,
      Console console) {
    if (print != null && print.isTrial()) {
      place.sayProblems(console);
      ConversationNote.sayTried(console, chosen.conversation(), request.turn(), chosen.isNew());
    } else {
      sayWhatIsLeftOut(leftOut, console);
      place.sayProblems(console);
      ConversationNote.say(console, chosen.conversation(), request.turn());
    }
  }

  private static void print(
      RequestPrint print,
      Conversation conversation,
      Request request,
      Console console,
      ResultOutput result)
      throws IOException {
    try {
      print.write(request, conversation.log(), console, result.stream());
      result.commit();
    } catch (IOException e) {
      throw print.isTrial() ? e : RecordedException.of("turn " + (request.turn() + 1), e);
    }
    conversation.handedOver(request);
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

  private static void sayWhatIsLeftOut(int leftOut, Console console) {
    if (leftOut > 0) {
      console.note(
          ConversationOutput.count(leftOut, "superseded snapshot")
              + " left out of the requests from now on");
    }
  }
}
