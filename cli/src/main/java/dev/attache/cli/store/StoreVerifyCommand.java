package dev.attache.cli.store;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Usage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code attache store verify}: reads all that is stored, and says what of it is wrong. */
final class StoreVerifyCommand implements Command {

  @Override
  public void addTo(Options options) {}

  @Override
  public List<String> examples() {
    return List.of("attache store verify", "attache store verify --json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    ConversationStore store = ConversationPlace.of(run, new ConversationDefaults()).store();
    var problems = new ArrayList<String>();
    Usage usage = store.verify(problems::add);
    problems.forEach(console::error);
    Map<String, Object> line = StoreOutput.object(usage);
    line.put("problems", problems);
    String said =
        ConversationOutput.count(usage.conversations(), "conversation")
            + " and "
            + ConversationOutput.count(usage.blobs(), "content")
            + " read, "
            + (problems.isEmpty()
                ? "all as they were written"
                : ConversationOutput.count(problems.size(), "problem"));
    StoreOutput.write(line, said, run.options().isJson(), run.streams());
    return problems.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }
}
