package dev.attache.cli.turns;

import dev.attache.cli.forms.GivenJson;
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
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.core.Resolver;
import dev.attache.core.routing.References;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.StoreException;
import dev.attache.history.ToolResponse;
import dev.attache.history.json.ToolResponseJson;
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
        0, "FILE", files, "What the tool printed: JSON of MCP, or a text. - is standard input.");
    ConversationChoice.addTo(options);
    options
        .value("CALL", "The call that it answers (call_1, call_2, …).", "--call")
        .value("NAME", "The tool (tool).", "--tool")
        .value("JSON", "The arguments of the call, an object.", "--arguments")
        .flag("The tool failed.", "--error");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    String json = arguments.value("--arguments");
    Map<String, Object> given = json == null ? Map.of() : GivenJson.object("--arguments", json);
    // First: what prints it may be about to begin the conversation.
    byte[] printed = printed(run.streams());
    try (ResolverSession resolving = ResolverSession.open(run, false)) {
      var place = ConversationPlace.of(run, resolving.configuration().conversation());
      Conversation conversation = ConversationChoice.chosen(arguments, place);
      ToolResponse response = read(printed, resolving, arguments.has("--error"));
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
      throw new UsageException("--call (" + call + ") has a result in this turn");
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

  private static ToolResponse read(byte[] printed, ResolverSession resolving, boolean isError)
      throws UsageException {
    Resolver resolver = resolving.resolver(References.of(List.of()), true);
    var parsed = ToolResponseJson.parse(printed, resolver::canonicalizeUri);
    parsed.problems().forEach(resolving.console()::note);
    ToolResponse response = parsed.response();
    return isError && !response.isError()
        ? new ToolResponse(response.content(), true, response.meta())
        : response;
  }

  private byte[] printed(Streams streams) throws UsageException {
    if (PipedText.isPiped(files, streams)) {
      return PipedText.bytes(streams);
    }
    if (files.isEmpty()) {
      throw new UsageException("there is no result to record; give FILE, or pipe it in");
    }
    try (InputStream in = FileProblem.open(files.get(0))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UsageException("FILE (" + files.get(0) + ") cannot be read: " + FileProblem.of(e));
    }
  }
}
