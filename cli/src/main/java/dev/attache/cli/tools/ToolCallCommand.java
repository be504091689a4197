package dev.attache.cli.tools;

import dev.attache.cli.config.ConfiguredAnswers;
import dev.attache.cli.config.ConfiguredTool;
import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.view.ShownPrint;
import dev.attache.cli.workspace.CallNames;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.ResultPrint;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.DeliveryForms;
import dev.attache.core.Resolver;
import dev.attache.core.tool.ToolOutcome;
import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.mcp.McpException;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.schemas.OutputCheck;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache tool call}: calls a tool, answers what it asks, and prints what a model would get.
 * Where there is a conversation, the call, the questions and the result are recorded in it.
 */
final class ToolCallCommand implements Command {

  private final List<String> words = new ArrayList<>();
  private final UserCall user = new UserCall();

  @Override
  public void addTo(Options options) {
    options
        .parameter(0, "NAME", words, "Name of the tool.")
        .lastParameter(
            1, "[JSON]", words, "Arguments, a JSON object; - reads it from standard input.");
    user.addTo(options);
    ConversationChoice.addTo(options);
    options.flag("Record nothing, also where there is a conversation.", "--no-record");
    ShownPrint.addTo(options, "Show the result to people, not as a model gets it.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache tool call deploy '{\"to\": \"staging\"}' --answer confirm=true",
        "attache tool call lint - < arguments.json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (words.isEmpty() || words.size() > 2) {
      throw new UsageException("missing argument: NAME and JSON (`attache tool ls` lists them)");
    }
    boolean readsInput = words.size() == 2 && words.get(1).equals(PipedText.STANDARD_INPUT);
    Map<String, Object> values = words.size() < 2 ? Map.of() : values(run, readsInput);
    boolean canAsk = run.streams().canAsk() && !readsInput;
    user.read(arguments, run, canAsk);
    AvailableTools tools = AvailableTools.of(run);
    try (ToolServers servers = ToolServers.of(run, tools.handlers(), user.elicitation())) {
      Tool tool = tools.require(words.get(0), servers, canAsk);
      return call(tool, tools, values, arguments, run, readsInput);
    } catch (McpException e) {
      run.console().error(RemedyOption.of(String.valueOf(e.getMessage()), e.remedy()));
      return ExitCode.FAILED;
    }
  }

  private int call(
      Tool tool,
      AvailableTools tools,
      Map<String, Object> values,
      Arguments arguments,
      Run run,
      boolean readsInput)
      throws IOException, UsageException {
    var dialog = new TrustDialog(run.streams(), run.console(), run.trustStore());
    if (!readsInput) {
      tools.settle(tool, dialog);
    }
    Recording recording = recording(arguments, run);
    String id = recording == null ? "call" : recording.begin(tool, values);
    Interruption interruption =
        Interruption.watch(
            cancelled -> {
              if (recording != null) {
                recording.cancelled(id, tool, cancelled);
              }
            });
    ToolOutcome outcome = outcome(tools.definition(tool), tool, values, run);
    OutputCheck check = user.check(tool, outcome.response(), tool.name(), run.console());
    Path workspace = run.realWorkspace();
    if (!interruption.takeOver()) {
      return ExitCode.FAILED; // the program ends with its signal
    }
    ToolResponse response = DeliveryForms.inWorkspace(workspace.toString(), check.marked());
    ToolResult result =
        recording == null
            ? new ToolResult(Instant.EPOCH, 0, id, tool.name(), response)
            : recording.end(id, tool, outcome, response);
    if (!check.isKept() && run.options().isStrict()) {
      return ExitCode.FAILED; // what is wrong was said, and nothing of it is printed
    } else if (ShownPrint.isWanted(arguments) && !response.isError()) {
      new ShownPrint(run, tools.handlers()::renderers).write(response);
    } else {
      print(tool, result, recording, run);
      if (!response.isError() && !run.options().isJson()) {
        UserCall.sayMore(tool.name(), response, "", run.console());
      }
    }
    return response.isError() ? ExitCode.FAILED : ExitCode.OK;
  }

  private Map<String, Object> values(Run run, boolean readsInput) throws UsageException {
    return readsInput
        ? GivenJson.object("standard input", PipedText.decoded(PipedText.bytes(run.streams())))
        : GivenJson.object("arguments", words.get(1));
  }

  private ToolOutcome outcome(
      @Nullable ConfiguredTool definition, Tool tool, Map<String, Object> values, Run run)
      throws UsageException {
    Duration typed = run.options().limits().timeout();
    Duration own = definition == null ? Resolver.Builder.DEFAULT_TIMEOUT : definition.timeout();
    var request = new UserCall.Request(tool, values, typed == null ? own : typed);
    ConfiguredAnswers answers =
        definition == null ? run.serverTool(tool.name()).answers() : definition.answers();
    return user.make(request, tool.name(), answers.values(), run);
  }

  /** A result goes to standard output, an error to where errors go. */
  private static void print(Tool tool, ToolResult result, @Nullable Recording recording, Run run)
      throws IOException {
    boolean isJson = run.options().isJson();
    if (result.response().isError() && (!isJson || run.options().isStrict())) {
      UserCall.sayError(tool.name(), result.response(), run.console());
      if (recording != null) {
        recording.conversation().handedOver(result);
      }
    } else if (recording != null) {
      ResultPrint.write(recording.conversation(), result, isJson, run.streams());
    } else {
      try (ResultOutput output = ResultOutput.standard(run.streams(), false)) {
        if (isJson) {
          RequestJson.writeResult(result, output.stream());
        } else {
          PromptText.writeResult(result, output.stream());
        }
        output.commit();
      }
    }
  }

  /** Where the call is recorded; null if nowhere. */
  private static @Nullable Recording recording(Arguments arguments, Run run)
      throws IOException, UsageException {
    if (arguments.has("--no-record")) {
      return null;
    }
    Handlers handlers = Handlers.load(run);
    var place = ConversationPlace.of(run, run.configuration(handlers).conversation());
    boolean isNamed = arguments.value("--id") != null || arguments.has("--last");
    if (!isNamed && place.store().latest().isEmpty()) {
      return null;
    }
    Conversation conversation = ConversationChoice.chosen(arguments, place);
    return !isNamed && conversation.summary().turns() == 0
        ? null
        : new Recording(conversation, place, run.console());
  }

  /** The record of a call in a conversation. */
  private record Recording(Conversation conversation, ConversationPlace place, Console console) {

    /** Records the call before it is made, because it may change something. */
    String begin(Tool tool, Map<String, Object> values) throws IOException {
      String id = CallNames.of(conversation).next();
      while (!conversation.tools().isNew(id, tool.name(), values)) { // somebody else was quicker
        id = CallNames.of(conversation).next();
      }
      return id;
    }

    /** Records the end of a call that has none of its own, while the program ends. */
    void cancelled(String id, Tool tool, ToolResponse response) {
      try {
        conversation.tools().result(id, tool.name(), List.of(), response);
      } catch (IOException e) {
        console.error("the end of the call could not be recorded: " + FileProblem.named(e));
      }
    }

    ToolResult end(String id, Tool tool, ToolOutcome outcome, ToolResponse response)
        throws IOException {
      ToolResult result = conversation.tools().result(id, tool.name(), outcome.asked(), response);
      place.sayProblems(console);
      ConversationNote.sayCall(console, conversation, result);
      return result;
    }
  }
}
