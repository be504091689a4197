package dev.attache.cli.turns;

import dev.attache.cli.forms.ResourcesOption;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.ResolverSession;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.RemedyOption;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.CallNames;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationNote;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.ResultPrint;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.routing.References;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ResourceLayout;
import dev.attache.resource.Remedy;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code attache refresh}: reads an attached resource again, as a model does with the tool {@code
 * refresh_resource}, and prints what the model gets.
 */
final class RefreshCommand implements Command {

  private final List<String> uris = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameter(0, "URI", uris, "URI or path of an attachment.");
    ConversationChoice.addTo(options);
    options.flag("Print the full content even if the model has it.", "--force");
    ResourcesOption.addTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache refresh src/Main.java", "attache refresh --force https://example.org/spec.html");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (uris.isEmpty()) {
      throw new UsageException("missing argument: URI (`attache attachment ls` lists them)");
    }
    ResourceLayout layout = ResourcesOption.of(arguments, run.options().isJson());
    try (ResolverSession resolving = ResolverSession.open(run, run.streams().canAsk())) {
      var place = ConversationPlace.of(run, resolving.configuration().conversation());
      Conversation conversation =
          ResourcesOption.in(layout, ConversationChoice.chosen(arguments, place));
      var addresses = new ArrayList<String>(); // a server may be needed, which only they name
      for (AttachmentState each : conversation.log().attachments()) {
        addresses.add(each.attachment().snapshot().address().value());
      }
      var tool =
          RefreshResourceTool.of(conversation, resolving.resolver(References.of(addresses), true));
      var given = new LinkedHashMap<String, Object>();
      given.put("uri", uris.get(0));
      if (arguments.has("--force")) {
        given.put("force", true);
      }
      ToolResult result = tool.call(CallNames.of(conversation).next(), given);
      while (isRepeated(result)) { // somebody else was quicker
        result = tool.call(CallNames.of(conversation).next(), given);
      }
      place.sayProblems(resolving.console());
      ConversationNote.sayCall(resolving.console(), conversation, result);
      ResultPrint.write(conversation, result, run.options().isJson(), run.streams());
      sayWhatToDo(result, resolving.console());
      return result.response().isError() ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  /** What the model is told in words, the user is told as a command. */
  private static void sayWhatToDo(ToolResult result, Console console) {
    if (!(result.response().meta().get(ToolResponse.ERROR) instanceof Map<?, ?> error)
        || !(error.get("remedy") instanceof Map<?, ?> remedy)
        || !(remedy.get("subject") instanceof String subject)) {
      return;
    }
    for (Remedy.Action action : Remedy.Action.values()) {
      if (action.toString().equals(remedy.get("action"))) {
        console.note(
            action == Remedy.Action.ATTACH
                ? "attach it with: attache query --attach " + ShellWords.join(List.of(subject))
                : RemedyOption.words(new Remedy(action, subject)));
      }
    }
  }

  private static boolean isRepeated(ToolResult result) {
    return result.response().meta().get(ToolResponse.ERROR) instanceof Map<?, ?> error
        && "repeated-call".equals(error.get("kind"));
  }
}
