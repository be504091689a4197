package dev.attache.cli.workspace;

import dev.attache.cli.forms.Columns;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.ConversationSummary.Tally;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The output about a conversation as a whole. */
public final class ConversationOutput {

  private ConversationOutput() {}

  /** A time to the minute, in UTC; {@code -} if it is not known. */
  public static String minute(Instant time) {
    if (!isKnown(time)) {
      return "-";
    }
    String text = time.atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES).toString();
    return text.replace('T', ' ').replace("Z", "");
  }

  /** Whether a history says it: without events, or one whose event has no time, it does not. */
  private static boolean isKnown(Instant time) {
    return !time.equals(Instant.EPOCH);
  }

  /** The object of a conversation for programs. */
  public static Map<String, Object> head(ConversationSummary now, boolean isLast) {
    var line = new LinkedHashMap<String, Object>();
    line.put("event", "conversation");
    line.put("conversation", now.id().value());
    if (now.title() != null) {
      line.put("title", now.title());
    }
    if (isKnown(now.created())) {
      line.put("created", now.created().toString());
      line.put("updated", now.updated().toString());
    }
    line.put("turns", now.turns());
    line.put("last", isLast);
    line.put("archived", now.isArchived());
    Origin origin = now.forkedFrom();
    if (origin != null) {
      var from = new LinkedHashMap<String, Object>();
      from.put("conversation", origin.conversation().value());
      from.put("turns", origin.turns());
      line.put("forkedFrom", from);
    }
    line.put("declarations", declarations(now));
    line.put("settings", ShownSettings.of(now.settings()));
    line.put("tally", tally(now.tally()));
    return line;
  }

  private static List<Object> declarations(ConversationSummary now) {
    var all = new ArrayList<Object>();
    for (Declared each : now.declarations()) {
      var line = new LinkedHashMap<String, Object>();
      line.put("reference", each.declaration().reference());
      line.put("pending", each.isPending());
      all.add(line);
    }
    return all;
  }

  private static Map<String, Object> tally(Tally tally) {
    var line = new LinkedHashMap<String, Object>();
    line.put("snapshots", tally.snapshots());
    line.put("bytes", tally.bytes());
    line.put("references", tally.references());
    line.put("deltas", tally.deltas());
    line.put("savedBytes", tally.savedBytes());
    line.put("savedTokens", tally.savedTokens());
    return line;
  }

  /** Writes what is known of it as a whole for people, a line each. */
  public static void write(ConversationSummary now, SnapshotTable table) throws IOException {
    String archived = now.isArchived() ? "  (archived)" : "";
    line(table, "conversation", now.id() + archived);
    line(table, "title", now.title() == null ? "-" : now.title());
    line(table, "created", minute(now.created()));
    line(table, "updated", minute(now.updated()));
    Origin origin = now.forkedFrom();
    if (origin != null) {
      line(table, "forked from", origin.conversation() + ", " + count(origin.turns(), "turn"));
    }
    if (!now.declarations().isEmpty()) {
      line(table, "declared", declared(now));
    }
    Map<String, Object> shown = ShownSettings.of(now.settings());
    if (!shown.isEmpty()) {
      var settings = new StringJoiner(", ");
      shown.forEach((name, value) -> settings.add(setting(name, value)));
      line(table, "settings", settings.toString());
    }
    Tally tally = now.tally();
    line(
        table,
        "delivered",
        count(tally.snapshots(), "snapshot")
            + ", "
            + SizeText.of(tally.bytes())
            + "; "
            + tally.references()
            + " as a reference"
            + (tally.deltas() == 0 ? "" : ", " + tally.deltas() + " as a diff"));
    line(
        table,
        "saved",
        SizeText.of(tally.savedBytes()) + ", about " + count(tally.savedTokens(), "token"));
  }

  /** A setting, and whether it means something. */
  private static String setting(String name, Object value) {
    return name
        + "="
        + value
        + (ShownSettings.isUnderstood(name, value) ? "" : " (not understood)");
  }

  private static String declared(ConversationSummary now) {
    var declared = new StringJoiner(", ");
    for (Declared each : now.declarations()) {
      String reference = Redaction.redact(each.declaration().reference());
      declared.add(each.isPending() ? reference + " (pending)" : reference);
    }
    return declared.toString();
  }

  private static void line(SnapshotTable table, String name, String value) throws IOException {
    table.line(Columns.left(name, 14) + Redaction.redactAllIn(value));
  }

  /** A number of things: {@code 1 turn}, {@code 2 turns}. */
  public static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
