package dev.attache.cli.attachments;

import dev.attache.cli.config.Configuration;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.AttachArguments;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnReferences;
import dev.attache.history.Declaration.Refresh;
import dev.attache.resource.spi.Reference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code attache attachment add}: declares what the next turn attaches. */
final class AttachmentAddCommand implements Command {

  private static final String REFRESH = "--refresh";

  private final List<String> references = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters("REF...", references, "What to attach; !REF excludes.");
    ConversationChoice.addWithNewTo(options);
    options.choice(
        "POLICY",
        Stream.of(Refresh.values()).map(Refresh::word).toList(),
        "Tell the model of changes: manual (if it asks), notify (in a line) or refresh (with the new"
            + " content).",
        REFRESH);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache attachment add src '!test'",
        "attache attachment add --new --id review --refresh notify src");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (references.isEmpty()) {
      throw new UsageException("missing argument: REF");
    }
    AttachArguments.require("REF", references);
    Console console = run.console();
    Configuration configuration = run.configuration(Handlers.load(run));
    var place = ConversationPlace.of(run, configuration.conversation());
    ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(arguments, place);
    Conversation conversation = chosen.conversation();
    String workspace = arguments.value("--workspace", ".");
    String policy = arguments.value(REFRESH);
    Refresh refresh = policy == null ? null : Refresh.ofWord(policy);
    if (chosen.isNew()) { // which begins with what is declared for all of them
      TurnReferences first =
          AttachArguments.ofNew(configuration, refresh == null ? references : List.of(), workspace);
      if (!first.declaredNow().isEmpty()) {
        first.declareIn(conversation);
      }
    }
    if (!chosen.isNew() || refresh != null) {
      Path directory = Path.of(workspace);
      conversation.declare(
          references.stream().map(text -> Reference.parse(0, text, directory)).toList(), refresh);
    }
    place.sayProblems(console);
    console.note(
        "conversation "
            + conversation.id()
            + ": the next turn attaches "
            + String.join(", ", references));
    if (run.options().isJson()) {
      AttachmentOutput.writeChange("declared", conversation.id(), references, run.streams());
    }
    return ExitCode.OK;
  }
}
