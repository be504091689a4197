package dev.attache.cli.attachments;

import dev.attache.cli.config.Configuration;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.PipedText;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.cli.workspace.TurnReferences;
import dev.attache.conversation.Conversation;
import dev.attache.resource.spi.Reference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code attache attachment add}: declares what the next turn attaches. */
final class AttachmentAddCommand implements Command {

  private final List<String> references = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    options.parameters("REF...", references, "What to attach; !REF excludes.");
    ConversationChoice.addWithNewTo(options);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache attachment add src '!test'",
        "attache attachment add --new --id review 'cmd:git diff main'");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    if (references.isEmpty()) {
      throw new UsageException("missing argument: REF");
    }
    if (references.contains(PipedText.STANDARD_INPUT)) {
      throw new UsageException("REF (-) cannot be read again later; put it into a file");
    }
    TurnReferences.requireNamed(references);
    Console console = run.console();
    Configuration configuration = run.configuration(Handlers.load(run));
    var place = ConversationPlace.of(run, configuration.conversation());
    ConversationChoice.Chosen chosen = ConversationChoice.chosenOrNew(arguments, place);
    Conversation conversation = chosen.conversation();
    String workspace = arguments.value("--workspace", ".");
    if (chosen.isNew()) { // which begins with what is declared for all of them
      TurnReferences.ofNew(configuration, references, workspace).declareIn(conversation);
    } else {
      Path directory = Path.of(workspace);
      conversation.declare(
          references.stream().map(text -> Reference.parse(0, text, directory)).toList());
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
