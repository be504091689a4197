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
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationStore.Collected;
import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;

/** {@code attache store gc}: deletes the contents that no conversation needs. */
final class StoreCollectCommand implements Command {

  @Override
  public void addTo(Options options) {
    options.flag("Only show what would be deleted.", "--dry-run");
  }

  @Override
  public List<String> examples() {
    return List.of("attache store gc --dry-run", "attache store gc");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    boolean isTrial = arguments.has("--dry-run");
    ConversationStore store = ConversationPlace.of(run, new ConversationDefaults()).store();
    Collected collected = store.collect(isTrial);
    var line = new LinkedHashMap<String, Object>();
    line.put("deleted", collected.blobs());
    line.put("bytes", collected.bytes());
    line.put("kept", collected.kept());
    line.put("dryRun", isTrial);
    String said =
        ConversationOutput.count(collected.blobs(), "content")
            + (isTrial ? " would be deleted, " : " deleted, ")
            + SizeText.of(collected.bytes())
            + " freed; "
            + collected.kept()
            + " kept";
    StoreOutput.write(line, said, run.options().isJson(), run.streams());
    return ExitCode.OK;
  }
}
