package dev.attache.cli.completion;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.core.trust.TrustRecord;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.mcp.McpServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The values of a word that only the workspace, or the user's own files, can tell. */
final class CurrentValues {

  private CurrentValues() {}

  /** Returns them, sorted; none where there are none yet. */
  static List<String> of(String kind, Run run) throws IOException, UsageException {
    List<String> values =
        switch (kind) {
          case LineValue.CONVERSATIONS -> conversations(run);
          case LineValue.SERVERS -> servers(run);
          case LineValue.TRUSTED -> trusted(run);
          default ->
              throw new UsageException(
                  "--values (" + kind + ") must be conversations, servers or trusted");
        };
    return values.stream().distinct().sorted().toList();
  }

  private static List<String> conversations(Run run) throws IOException, UsageException {
    ConversationStore store = ConversationPlace.of(run, new ConversationDefaults()).store();
    var names = new ArrayList<String>();
    for (boolean isArchived : new boolean[] {false, true}) {
      for (ConversationId id : store.conversations(isArchived)) {
        names.add(id.value());
      }
    }
    return names;
  }

  private static List<String> servers(Run run) throws UsageException {
    try (ServerPool pool = run.servers(Handlers.load(run))) {
      return pool.get().all().stream().map(McpServer::name).toList();
    }
  }

  /** The IDs, which need no quoting. */
  private static List<String> trusted(Run run) {
    return run.trustStore().read().records().stream()
        .map(TrustRecord::digest)
        .map(digest -> digest.shortForm())
        .toList();
  }
}
