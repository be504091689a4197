package dev.attache.cli.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.ObjectLines;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.Streams;
import dev.attache.history.ConversationStore.Usage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The output about the store: lines for people, or an object. */
final class StoreOutput {

  private StoreOutput() {}

  static void write(Map<String, Object> line, String said, boolean isJson, Streams streams)
      throws IOException {
    try (ResultOutput result = ResultOutput.standard(streams, false)) {
      if (isJson) {
        ObjectLines.to(result.stream()).write(line).flush();
      } else {
        result.stream().write((said + "\n").getBytes(UTF_8));
      }
      result.commit();
    }
  }

  static Map<String, Object> object(Usage usage) {
    var line = new LinkedHashMap<String, Object>();
    line.put("conversations", usage.conversations());
    line.put("historyBytes", usage.logBytes());
    line.put("contents", usage.blobs());
    line.put("contentBytes", usage.contentBytes());
    line.put("storedBytes", usage.storedBytes());
    return line;
  }
}
