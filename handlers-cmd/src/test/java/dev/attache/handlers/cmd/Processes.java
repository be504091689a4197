package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;

/** The processes that {@code ps} sees, which looks at them from outside. */
public final class Processes {

  private Processes() {}

  /** The command lines, without those that have ended, that hold a word. */
  public static List<String> withArgument(String word) throws IOException, InterruptedException {
    Process ps = new ProcessBuilder("ps", "-eo", "stat=,args=").redirectErrorStream(true).start();
    String all = new String(ps.getInputStream().readAllBytes(), UTF_8);
    if (ps.waitFor() != 0) {
      throw new IOException("ps failed: " + all);
    }
    return all.lines().filter(line -> line.contains(word) && !line.startsWith("Z")).toList();
  }

  /** How many processes do nothing but sleep so many seconds, which tells them from all others. */
  public static int sleepers(String seconds) throws IOException, InterruptedException {
    return (int)
        withArgument(seconds).stream()
            .filter(line -> line.strip().matches("\\S+ +sleep " + seconds))
            .count();
  }
}
