package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationChoice;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.history.ConversationId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code attache conversation archive}: puts conversations aside, or takes them back. */
final class ConversationArchiveCommand implements Command {

  private final List<String> ids = new ArrayList<>();

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParametersTo(options, ids);
    options.flag("Unarchive instead.", "--undo");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "attache conversation archive review", "attache conversation archive review --undo");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean isArchived = !arguments.has("--undo");
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    Set<ConversationId> all = ConversationChoice.all(ids, arguments, place, "archive");
    for (ConversationId id : all) {
      place.store().archive(id, isArchived);
      console.note("conversation " + id + (isArchived ? " is archived" : " is unarchived"));
    }
    if (run.options().isJson()) {
      ConversationChange.write(
          isArchived ? "archived" : "restored", List.copyOf(all), run.streams());
    }
    return ExitCode.OK;
  }
}
