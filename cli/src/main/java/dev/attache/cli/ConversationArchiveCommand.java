package dev.attache.cli;

import dev.attache.core.history.ConversationId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code attache conversation archive}: puts conversations aside, or takes them back. */
final class ConversationArchiveCommand implements Command {

  private final Streams streams;
  private final List<String> ids = new ArrayList<>();

  ConversationArchiveCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    ConversationChoice.addWithParametersTo(options, ids);
    options.flag("Take it back.", "--undo");
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    boolean isArchived = !arguments.has("--undo");
    var console = new Console(streams, global.isQuiet());
    var place = ConversationPlace.of(global, streams, new ConversationDefaults());
    Set<ConversationId> all = ConversationChoice.all(ids, arguments, place, "archive");
    for (ConversationId id : all) {
      place.store().archive(id, isArchived);
      console.note("conversation " + id + (isArchived ? " is archived" : " is taken back"));
    }
    if (global.isJson()) {
      ConversationChange.write(isArchived ? "archived" : "restored", List.copyOf(all), streams);
    }
    return ExitCode.OK;
  }
}
