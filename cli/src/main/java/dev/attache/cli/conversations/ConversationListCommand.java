package dev.attache.cli.conversations;

import dev.attache.cli.config.ConversationDefaults;
import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.Command;
import dev.attache.cli.run.Run;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.cli.workspace.ConversationOutput;
import dev.attache.cli.workspace.ConversationPlace;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.ConversationSummary;
import dev.attache.history.StoreException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code attache conversation ls}: lists the conversations of the workspace, the last one first.
 */
final class ConversationListCommand implements Command {

  @Override
  public void addTo(Options options) {
    options
        .flag("Only list archived conversations.", "--archived")
        .flag("Also list archived conversations.", "--all");
  }

  @Override
  public List<String> examples() {
    return List.of("attache conversation ls", "attache conversation ls --all --json");
  }

  @Override
  public int run(Arguments arguments, Run run) throws IOException, UsageException {
    Console console = run.console();
    var place = ConversationPlace.of(run, new ConversationDefaults());
    ConversationStore store = place.store();
    var ids = new ArrayList<ConversationId>();
    if (!arguments.has("--archived") || arguments.has("--all")) {
      ids.addAll(store.conversations(false));
    }
    ConversationId last = ids.isEmpty() ? null : ids.get(0);
    if (arguments.has("--archived") || arguments.has("--all")) {
      ids.addAll(store.conversations(true));
    }
    try (ResultOutput result = ResultOutput.standard(run.streams(), run.options().isStrict())) {
      var rows = new Rows(result.stream(), ObjectLines.to(result.stream()), run.options().isJson());
      rows.head();
      boolean isGood = true;
      for (ConversationId id : ids) {
        try {
          rows.write(place.open(id).summary(), id.equals(last));
        } catch (StoreException e) { // one that is broken must not hide the others
          console.error(id + ": " + e.message());
          isGood = false;
        }
      }
      rows.json().flush();
      result.commit();
      place.sayDamage(console);
      if (ids.isEmpty()) {
        console.note("no conversations yet; start one with attache query");
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  /** A row for each conversation. */
  private record Rows(OutputStream out, ObjectLines json, boolean isJson) {

    void head() throws IOException {
      if (!isJson) {
        row(List.of(" ", "ID", "TURNS", "SNAPSHOTS", "SAVED", "UPDATED", "TITLE"));
      }
    }

    void write(ConversationSummary each, boolean isLast) throws IOException {
      if (isJson) {
        json.write(ConversationOutput.head(each, isLast));
        return;
      }
      String title = each.title() == null ? "-" : Redaction.redactAllIn(each.title());
      row(
          List.of(
              isLast ? "*" : " ",
              each.id().value(),
              Integer.toString(each.turns()),
              Long.toString(each.tally().snapshots()),
              SizeText.of(each.tally().savedBytes()),
              ConversationOutput.minute(each.updated()),
              each.isArchived() ? title + "  (archived)" : title));
    }

    private void row(List<String> cells) throws IOException {
      String row =
          cells.get(0)
              + " "
              + Columns.left(cells.get(1), 20)
              + "  "
              + Columns.right(cells.get(2), 5)
              + "  "
              + Columns.right(cells.get(3), 9)
              + "  "
              + Columns.right(cells.get(4), 9)
              + "  "
              + Columns.left(cells.get(5), 16)
              + "  "
              + cells.get(6);
      ResultLine.write(out, row);
    }
  }
}
