package dev.attache.mcp.pool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** A program that connects to the hostile server, says what it is told, and waits to be killed. */
final class KilledClient {

  private KilledClient() {}

  public static void main(String[] arguments) throws Exception {
    var command = new ArrayList<String>();
    List<String> modes = List.of(arguments);
    if (modes.contains("ignores-term")) {
      command.addAll(List.of("sh", "-c", "trap '' TERM; exec \"$@\"", "sh"));
    }
    command.addAll(Hostile.command(arguments));
    var hostile = new Hostile(Hostile.server("hostile", command), false);
    String text = hostile.read("demo:\u00e9");
    var out = new PrintStream(System.out, true, UTF_8);
    out.println(text);
    if (modes.contains("asks")) {
      try {
        out.println(hostile.read("hostile:never"));
      } catch (McpException e) {
        out.println(e.getMessage());
      }
    }
    if (modes.contains("connects")) { // to a server that does not answer
      try (var sleeper = new Hostile(Hostile.server("sleeper", List.of("sleep", "300")), false)) {
        out.println(sleeper.connect().serverInfo());
      } catch (McpException e) {
        out.println(e.getMessage());
      }
    }
    if (modes.contains("waits")) {
      Thread.sleep(600_000);
    }
    // else ends without closing anything
  }
}
