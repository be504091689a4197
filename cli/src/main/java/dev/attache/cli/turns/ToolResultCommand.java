package dev.attache.cli.turns;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.forms.ResourcesOption;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.view.PrintedResult;
import dev.attache.cli.view.ShownPrint;
import dev.attache.cli.workspace.CallNames;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.ResultPrint;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.DeliveryForms;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ResourceLayout;
import dev.attache.history.StoreException;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.resource.tool.ToolResponseJson;
import dev.attache.schemas.JsonSchemas;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code attache tool-result}: records what a tool answered, and prints what the model gets. The
 * recording of an error is no failure.
 */
final class ToolResultCommand implements Command {

  /** The name of a tool that nobody names. */
  private static final String UNNAMED = "tool";

  private final List<String> files = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameter(
        0, "[FILE]", files, "Output of the tool: MCP JSON or text (default: standard input).");
    ConversationChoice.addTo(options);
    options
        .value("CALL", "ID of the tool call (default call_1, call_2, …).", "--call")
        .value("NAME", "Name of the tool (default tool).", "--tool")
        .value("JSON", "Arguments of the call, a JSON object.", "--arguments")
        .flag("Record that the tool failed.", "--error");
    ShownPrint.addTo(
        options, "Show the result to people and record nothing; --raw shows its JSON.");
    ResourcesOption.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "pytest -q | attache tool-result --tool pytest --call call_7",
        "attache tool-result result.json --show");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    String json = arguments.value("--arguments");
    ResourceLayout layout = ResourcesOption.of(arguments, run.options().isJson());
    Map<String, Object> given = json == null ? Map.of() : GivenJson.object("--arguments", json);
    // First: what prints it may be about to begin the conversation.
    byte[] printed = printed(run.streams());
    PrintedResult shown = PrintedResult.of(printed, ShownPrint.isWanted(arguments));
    shown.problems().forEach(run.console()::note);
    try (ResolverSession resolving = ResolverSession.open(run, false)) {
      if (ShownPrint.isWanted(arguments)) {
        ToolResponse response = read(printed, shown, resolving, false);
        new ShownPrint(run, resolving::renderers).write(shown, response);
        return ExitCode.OK;
      }
      var place = ConversationPlace.of(run, resolving.configuration().conversation());
      Conversation conversation =
          ResourcesOption.in(layout, ConversationChoice.chosen(arguments, place));
      ToolResponse response = read(printed, shown, resolving, arguments.has("--error"));
      ToolResult result = record(conversation, arguments, given, response);
      place.sayProblems(resolving.console());
      ConversationNote.sayCall(resolving.console(), conversation, result);
      sayIfEmpty(printed, resolving.console());
      ResultPrint.write(conversation, result, run.options().isJson(), run.streams());
      return ExitCode.OK;
    }
  }

  /** Records the result, and the call that it is of unless that is there. */
  private static ToolResult record(
      Conversation conversation,
      Arguments arguments,
      Map<String, Object> given,
      ToolResponse response)
      throws StoreException, UsageException {
    CallNames calls = CallNames.of(conversation);
    String wanted = arguments.value("--call");
    String id = wanted == null ? calls.next() : wanted;
    String tool = tool(arguments, calls, id);
    if (calls.tool(id) != null) {
      return conversation.result(id, tool, response);
    }
    try {
      return conversation.callWithResult(id, tool, given, response);
    } catch (StoreException e) {
      if (wanted == null && CallNames.of(conversation).tool(id) != null) {
        return record(conversation, arguments, given, response); // somebody else was quicker
      }
      throw e;
    }
  }

  private static String tool(Arguments arguments, CallNames calls, String call)
      throws UsageException {
    String given = arguments.value("--tool");
    String known = calls.tool(call);
    if (call.isEmpty() || (given != null && given.isEmpty())) {
      throw new UsageException((call.isEmpty() ? "--call" : "--tool") + " () must not be empty");
    }
    if (calls.answered().contains(call)) {
      throw new UsageException("--call (" + call + ") already has a result in this turn");
    }
    if (known == null) {
      return given == null ? UNNAMED : given;
    }
    if (arguments.value("--arguments") != null || (given != null && !given.equals(known))) {
      throw new UsageException(
          "--call (" + call + ") is a call of " + known + " with its own arguments");
    }
    return known;
  }

  private static void sayIfEmpty(byte[] printed, Console console) {
    if (printed.length == 0) {
      console.note("the result is empty");
    }
  }

  private static ToolResponse read(
      byte[] printed, PrintedResult shown, ResolverSession resolving, boolean isError)
      throws UsageException {
    if (shown.isForModels() && shown.result() != null) {
      ToolResponse response = shown.result().toResponse();
      return isError || shown.isError() ? response.failed() : response;
    }
    Resolver resolver = resolving.resolver(References.of(List.of()), true);
    var parsed = ToolResponseJson.parse(printed, resolver::canonicalizeUri);
    parsed.problems().forEach(resolving.console()::note);
    ToolResponse response =
        DeliveryForms.inWorkspace(resolver.workspace(), parsed.response())
            .mapped(block -> sound(block, resolving.console()));
    return isError ? response.failed() : response;
  }

  /** A default that its own schema does not allow is none. */
  private static ContentBlock sound(ContentBlock block, Console console) {
    return block instanceof QuestionBlock question && question.question().hasDefault()
        ? new QuestionBlock(
            new JsonSchemas().sound(question.question(), console::note), question.meta())
        : block;
  }

  private byte[] printed(Streams streams) throws UsageException {
    if (PipedText.isPiped(files, streams)) {
      return PipedText.bytes(streams);
    }
    if (files.isEmpty()) {
      throw new UsageException("missing argument: FILE (or pipe it in)");
    }
    try (InputStream in = FileProblem.open(files.get(0))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UsageException("FILE (" + files.get(0) + ") cannot be read: " + FileProblem.of(e));
    }
  }
}
