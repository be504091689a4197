package dev.attache.cli.conversations;

import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.history.ConversationId;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;

/** The result of changing conversations, for programs. */
final class ConversationChange {

  private ConversationChange() {}

  /**
   * Writes a line for each.
   *
   * @param state in a word: {@code removed}, {@code archived}
   */
  static void write(String state, List<ConversationId> ids, Streams streams) throws IOException {
    try (ResultOutput result = ResultOutput.standard(streams, false)) {
      ObjectLines lines = ObjectLines.to(result.stream());
      for (ConversationId id : ids) {
        var line = new LinkedHashMap<String, Object>();
        line.put("state", state);
        line.put("conversation", id.value());
        lines.write(line);
      }
      lines.flush();
      result.commit();
    }
  }
}
