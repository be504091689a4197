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
import dev.attache.history.Delivery;
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
  private final boolean isChecked;

  private AttachmentOutput(SnapshotTable table, @Nullable ObjectLines json, boolean isChecked) {
    this.table = table;
    this.json = json;
    this.isChecked = isChecked;
  }

  /**
   * Something that is attached.
   *
   * @param finding what its source is like now; null if nobody has looked
   */
  record Row(AttachmentState state, ChangeCheck.@Nullable Finding finding) {}

  static AttachmentOutput of(OutputStream out, boolean isJson, boolean isChecked)
      throws IOException {
    var table = new SnapshotTable(out);
    if (!isJson) {
      table.row(SnapshotTable.HEAD, "TURN", "SOURCE", isChecked ? "NOW" : null, "NAME");
    }
    return new AttachmentOutput(table, isJson ? ObjectLines.to(out) : null, isChecked);
  }

  void attached(Row row) throws IOException {
    Snapshot snapshot = row.state().attachment().snapshot();
    DeliveryPlace place = row.state().place();
    Delivery delivery = row.state().attachment().delivery();
    if (json != null) {
      var line = new LinkedHashMap<String, Object>();
      line.put("state", "attached");
      line.putAll(DeliveryObject.of(snapshot.resource(), delivery));
      line.put("source", snapshot.source());
      line.put("turn", place.turn());
      line.put("reference", row.state().attachment().reference());
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
        SnapshotTable.cells(snapshot.resource(), delivery),
        Integer.toString(place.turn() + 1),
        snapshot.source(),
        row.finding() == null ? null : SourceCheck.word(row.finding().result()),
        SnapshotTable.name(snapshot.resource()));
  }

  void pending(String reference) throws IOException {
    if (json != null) {
      var line = new LinkedHashMap<String, Object>();
      line.put("state", "pending");
      line.put("reference", reference);
      json.write(line);
      return;
    }
    table.row(SnapshotTable.NONE, "next", "-", isChecked ? "-" : null, Redaction.redact(reference));
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
