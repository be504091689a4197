package dev.attache.cli;

import dev.attache.cli.permission.ServerItem;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Report;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.trust.TrustChange;
import dev.attache.core.routing.References;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;

/** The servers that {@code attache trust add} or {@code rm} is about; none of them is started. */
record TrustedServers(ServerPool servers, TrustDialog dialog, Console console, Report report) {

  /**
   * Applies a change to each server that references name, once.
   *
   * @return whether all servers could be found
   */
  boolean apply(TrustChange change, References references, boolean forgets)
      throws IOException, UsageException {
    boolean isWhole = true;
    var seen = new HashSet<String>();
    for (Requester requester : List.of(Requester.USER, Requester.WORKSPACE)) {
      for (String reference : references.by(requester).texts()) {
        ServerItem item = servers.item(reference);
        String problem =
            item == null ? servers.absence() : forgets ? null : item.server().problem();
        if (problem != null) {
          console.error(Redaction.redact(reference) + ": " + problem);
          report.countFailure();
          isWhole &= item != null;
        } else if (item != null && seen.add(item.server().name())) {
          servers.warnOf(item.server());
          if (!forgets && requester == Requester.USER) {
            dialog.show(item);
          }
          change.apply(item, requester);
        }
      }
    }
    return isWhole;
  }
}
