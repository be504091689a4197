package dev.attache.cli.turns;

import dev.attache.cli.agent.AgentOptions;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.models.ChosenModel;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.options.TokenOptions;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.RecordedException;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachArguments;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.TextForm;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
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
    AttachArguments.require("--attach", attached);
    RequestPrint print = RequestPrint.of(arguments, run);
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
      if (print != null) {
        var message = new TurnRecorder.Message(text, attached, schema, form(print), Map.of());
        return print(message, print, arguments, resolving, run, canAsk);
      }
      Question question = question(arguments, resolving, run, canAsk);
      if (question == null) {
        return ExitCode.USAGE;
      }
      try (ConversationPlace place = question.place()) {
        ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(arguments, place);
        return question.ask(text, attached, schema, chosen, place);
      }
    }
  }

  /** Goes on with a turn that has no answer, or not a whole one. */
  private int goOn(Arguments arguments, @Nullable RequestPrint print, Run run)
      throws IOException, UsageException {
    requireNothingElse(arguments, print);
    boolean canAsk = run.streams().canAsk();
    try (ResolverSession resolving = ResolverSession.open(run, canAsk)) {
      Question question = question(arguments, resolving, run, canAsk);
      if (question == null) {
        return ExitCode.USAGE;
      }
      try (ConversationPlace place = question.place()) {
        return question.goOn(ConversationChoice.chosen(arguments, place), place);
      }
    }
  }

  /** Returns what asks the model; null if there is none, which is said. */
  private @Nullable Question question(
      Arguments arguments, ResolverSession resolving, Run run, boolean canAsk)
      throws IOException, UsageException {
    Configuration configuration = resolving.configuration();
    String before = Question.modelOf(arguments, run, configuration.conversation());
    ChosenModel model = ChosenModel.of(arguments, run, configuration.agent(), before);
    if (model == null) {
      ChosenModel.sayThatThereIsNone(run);
      run.console().error("to print the request instead of sending it, add --print");
      return null;
    }
    // Whether it can be asked is known before anything is recorded.
    return new Question(model.asked(run), agent, resolving, run, arguments, canAsk);
  }

  /** Records a turn, and prints its request. */
  private static int print(
      TurnRecorder.Message message,
      RequestPrint print,
      Arguments arguments,
      ResolverSession resolving,
      Run run,
      boolean canAsk)
      throws IOException, UsageException {
    Console console = resolving.console();
    if (print.isPrompt()) {
      resolving.report().sayWhatIsOnlyNamed();
    }
    try (ConversationPlace place = place(print, run, resolving.configuration().conversation());
        ResultOutput result = ResultOutput.standard(run.streams(), false)) {
      ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(arguments, place);
      TurnRecorder.Recorded recorded =
          new TurnRecorder(resolving, arguments, canAsk).record(message, chosen, result);
      if (recorded == null) {
        return ExitCode.FAILED;
      }
      if (print.isTrial()) {
        place.sayProblems(console);
        ConversationNote.sayTried(
            console, chosen.conversation(), recorded.request().turn(), chosen.isNew());
      } else {
        Question.say(recorded, chosen.conversation(), place, console);
      }
      print(print, chosen.conversation(), recorded.request(), console, result);
      place.sayDamage(console);
    }
    return resolving.exitCode();
  }

  private static ConversationPlace place(RequestPrint print, Run run, ConversationDefaults defaults)
      throws IOException, UsageException {
    var place = ConversationPlace.of(run, defaults);
    return print.isTrial() ? place.tried() : place;
  }

  /** Has texts written in the form that is asked for. */
  private static @Nullable UnaryOperator<TextForm> form(RequestPrint print) {
    return print.form().isOfTexts() ? print.form()::text : null;
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
}
