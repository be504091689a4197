package dev.attache.mcp;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processes of servers, as the system knows them. */
public final class Servers {

  private Servers() {}

  /** The hostile server and what it started; not the guard. */
  public static List<ProcessHandle> of(Hostile hostile) {
    assertThat(hostile.servers.all()).isNotEmpty();
    return ProcessHandle.current()
        .descendants()
        .filter(each -> !each.info().commandLine().orElse("").contains("trap '' HUP"))
        .toList();
  }

  public static void assertThatEnded(List<ProcessHandle> processes) {
    await().untilAsserted(() -> assertThat(processes).noneMatch(Servers::runs));
  }

  /** Whether a process runs, and does not only wait to be waited for. */
  private static boolean runs(ProcessHandle process) {
    try {
      return process.isAlive()
          && !Files.readString(Path.of("/proc/" + process.pid() + "/stat")).contains(") Z ");
    } catch (IOException e) {
      return process.isAlive();
    }
  }
}
