package dev.attache.mcp.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.ServerText;
import java.util.function.Consumer;

/**
 * The output of a server that is no message: the first line is said at once, how many more there
 * were at the end, because a server that prints one such line may print thousands, and however
 * often it is started. Thread-safe.
 */
public final class StrayOutput {

  private static final int LONGEST = 100;

  private final String server;
  private final Consumer<String> notes;
  private long lines;
  private boolean isOver;

  public StrayOutput(String server, Consumer<String> notes) {
    this.server = server;
    this.notes = notes;
  }

  void line(byte[] bytes, int offset, int length) {
    if (isFirst()) {
      String line = new String(bytes, offset, Math.min(length, 4 * LONGEST), UTF_8);
      say("\"" + ServerText.line(line, LONGEST) + "\"");
    }
  }

  void tooLong(long length) {
    if (isFirst()) {
      say("a line of " + length + " bytes");
    }
  }

  private synchronized boolean isFirst() {
    return lines++ == 0;
  }

  private void say(String what) {
    notes.accept(
        "the MCP server "
            + server
            + " printed something on its standard output that is not a protocol message (ignored): "
            + what);
  }

  /** Says how many lines there were after the first, if any. */
  public void end() {
    long more;
    synchronized (this) {
      more = isOver ? 0 : lines - 1;
      isOver = true;
    }
    if (more > 0) {
      notes.accept(
          "the MCP server "
              + server
              + " printed "
              + (more == 1 ? "one more line" : more + " more lines")
              + " of that kind");
    }
  }
}
