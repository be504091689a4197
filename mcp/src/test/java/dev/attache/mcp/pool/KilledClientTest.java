package dev.attache.mcp.pool;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.Servers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left when the JVM ends that has started servers, however it ends: nothing. */
@Tag("process")
@Tag("slow")
class KilledClientTest {

  @ParameterizedTest
  @CsvSource({
    "false, waits",
    "true, waits",
    "false, waits stays grandchild",
    "true, waits stays grandchild",
    "false, waits stays grandchild ignores-term",
    "true, waits stays grandchild ignores-term",
    "true, waits grandchild of-its-own"
  })
  void leavesNothingBehind(boolean isKilled, String modes) throws IOException {
    Process client = start(modes.split(" ", -1));
    List<ProcessHandle> all = started(client);
    assertThat(all).hasSizeGreaterThanOrEqualTo(modes.contains("grandchild") ? 3 : 2);
    if (isKilled) {
      client.destroyForcibly();
    } else {
      client.destroy();
    }
    Servers.assertThatEnded(all);
  }

  @ParameterizedTest
  @CsvSource({"asks", "connects"})
  void tellsNobodyWhoWaitsThatTheServersAreEnded(String what) throws Exception {
    Process client = start(what, "stays", "grandchild");
    var out = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
    assertThat(out.readLine()).isEqualTo("Grüße von demo:é");
    TimeUnit.MILLISECONDS.sleep(500); // until it waits
    client.toHandle().destroy(); // which leaves its output open
    assertThat(out.readLine()).isNull();
    assertThat(client.waitFor()).isEqualTo(143);
  }

  @Test
  void endsWithoutClosing() throws Exception {
    Process client = start("stays", "grandchild");
    List<ProcessHandle> all = started(client);
    assertThat(client.waitFor()).isZero();
    Servers.assertThatEnded(all);
  }

  /**
   * What the client has started by the time it has read, which it says in UTF-8 under any locale.
   */
  private static List<ProcessHandle> started(Process client) throws IOException {
    var out = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
    assertThat(out.readLine()).isEqualTo("Grüße von demo:é");
    return client.descendants().toList();
  }

  private static Process start(String... arguments) throws IOException {
    var builder = new ProcessBuilder(Hostile.java(KilledClient.class, arguments));
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_"));
    // In C, Java finds no classes in directories that ASCII cannot express.
    String classes = System.getProperty("java.class.path");
    builder.environment().put("LC_ALL", US_ASCII.newEncoder().canEncode(classes) ? "C" : "C.UTF-8");
    return builder.redirectError(Redirect.INHERIT).start();
  }
}
