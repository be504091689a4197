package dev.attache.cli.attachments;

import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.workspace.DeliveryObject;
import dev.attache.cli.workspace.SnapshotTable;
import dev.attache.cli.workspace.SourceCheck;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveryPlace;
import dev.attache.resource.secrets.Redaction;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** The output about the attachments of a conversation: a row for each, or a JSON object. */
final class AttachmentOutput {

  private final SnapshotTable table;
  private final @Nullable ObjectLines json;
  private final Columns columns;

  private AttachmentOutput(SnapshotTable table, @Nullable ObjectLines json, Columns columns) {
    this.table = table;
    this.json = json;
    this.columns = columns;
  }

  /**
   * The columns that not every table has.
   *
   * @param isChecked whether there is one of what the sources are like now
   * @param hasPolicies whether there is one of when the model hears of changes
   */
  record Columns(boolean isChecked, boolean hasPolicies) {
    @Nullable String now(String cell) {
      return isChecked ? cell : null;
    }

    @Nullable String policy(@Nullable String cell) {
      return !hasPolicies ? null : cell == null ? "-" : cell;
    }
  }

  /**
   * Something that is attached.
   *
   * @param finding what its source is like now; null if nobody has looked
   * @param policy when the model hears of changes; null if that is as the conversation has it
   */
  record Row(
      AttachmentState state, ChangeCheck.@Nullable Finding finding, @Nullable String policy) {}

  static AttachmentOutput of(OutputStream out, boolean isJson, Columns columns) throws IOException {
    var table = new SnapshotTable(out);
    if (!isJson) {
      table.row(
          SnapshotTable.HEAD,
          "TURN",
          "SOURCE",
          columns.now("NOW"),
          columns.policy("REFRESH"),
          "NAME");
    }
    return new AttachmentOutput(table, isJson ? ObjectLines.to(out) : null, columns);
  }

  void attached(Row row) throws IOException {
    Snapshot snapshot = row.state().attachment().snapshot();
    DeliveryPlace place = row.state().place();
    if (json != null) {
      var line = new LinkedHashMap<String, Object>();
      line.put("state", "attached");
      line.putAll(DeliveryObject.of(row.state().attachment()));
      line.put("source", snapshot.source());
      line.put("turn", place.turn());
      line.put("reference", row.state().attachment().reference());
      if (row.policy() != null) {
        line.put("refresh", row.policy());
      }
      if (row.finding() != null) {
        line.put("now", SourceCheck.word(row.finding().result()));
        if (row.finding().why() != null) {
          line.put("why", row.finding().why());
        }
      }
      json.write(line);
      return;
    }
    table.row(
        SnapshotTable.cells(row.state().attachment()),
        Integer.toString(place.turn() + 1),
        snapshot.source(),
        row.finding() == null ? null : SourceCheck.word(row.finding().result()),
        columns.policy(row.policy()),
        SnapshotTable.name(snapshot.resource()));
  }

  void pending(String reference, @Nullable String policy) throws IOException {
    if (json != null) {
      var line = new LinkedHashMap<String, Object>();
      line.put("state", "pending");
      line.put("reference", reference);
      if (policy != null) {
        line.put("refresh", policy);
      }
      json.write(line);
      return;
    }
    table.row(
        SnapshotTable.NONE,
        "next",
        "-",
        columns.now("-"),
        columns.policy(policy),
        Redaction.redact(reference));
  }

  void flush() throws IOException {
    if (json != null) {
      json.flush();
    }
  }

  /** Prints what became of declarations, an object for each. */
  static void writeChange(
      String state, ConversationId id, Collection<String> references, Streams streams)
      throws IOException {
    try (ResultOutput result = ResultOutput.standard(streams, false)) {
      ObjectLines lines = ObjectLines.to(result.stream());
      for (String reference : references) {
        var line = new LinkedHashMap<String, Object>();
        line.put("state", state);
        line.put("conversation", id.value());
        line.put("reference", reference);
        lines.write(line);
      }
      lines.flush();
      result.commit();
    }
  }
}
