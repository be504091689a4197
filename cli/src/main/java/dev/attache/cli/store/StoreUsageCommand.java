package dev.attache.cli.store;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.util.List;

/** {@code attache store du}: says how much is stored. */
final class StoreUsageCommand implements Command {

  @Override
  public void addTo(Options options) {}

  @Override
  public List<String> examples() {
    return List.of("attache store du", "attache store du --json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Usage usage = ConversationPlace.of(run, new ConversationDefaults()).store().usage();
    String said =
        ConversationOutput.count(usage.conversations(), "conversation")
            + ", "
            + SizeText.of(usage.logBytes())
            + "\n"
            + ConversationOutput.count(usage.blobs(), "content")
            + ", "
            + SizeText.of(usage.contentBytes())
            + " stored in "
            + SizeText.of(usage.storedBytes());
    StoreOutput.write(StoreOutput.object(usage), said, run.options().isJson(), run.streams());
    return ExitCode.OK;
  }
}
