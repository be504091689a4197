package dev.attache.mcp.stdio;

import static dev.attache.test.LongWait.PATIENCE;
import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Hostile;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.Servers;
import dev.attache.support.process.ChildProcess;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How servers end, and that nothing of them is left. */
@Tag("process")
@Tag("slow")
class ServerEndTest {

  @Test
  void saysHowAServerDied() throws McpException {
    try (var hostile = new Hostile()) {
      McpConnection connection = hostile.connect();
      McpException failure = failure(connection, "hostile:die");
      assertThat(failure)
          .hasMessage(
              "the MCP server hostile did not answer resources/read: it ended with exit code 7; its"
                  + " last output on standard error: \"Fatal: out of luck\"");
      assertThat(failure.kind()).isEqualTo(Kind.CLOSED);
      assertThat(connection.isOpen()).isFalse();
      assertThat(failure(connection, "demo:1").kind()).isEqualTo(Kind.CLOSED);
    }
  }

  @Test
  void tellsTheServerThatNobodyWaits() throws McpException {
    try (var hostile = new Hostile()) {
      McpConnection connection = hostile.connect();
      McpException timeout =
          catchThrowableOfType(
              McpException.class,
              () -> connection.readResource("hostile:never", Duration.ofMillis(100)));
      assertThat(timeout.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(failure(connection, "hostile:die").getMessage())
          .contains(
              "\"cancelled: the MCP server hostile did not answer resources/read within 100 ms |"
                  + " Fatal: out of luck\"");
    }
  }

  @Test
  void namesTheSignalThatKilledAServer() throws McpException {
    try (var hostile = new Hostile()) {
      McpConnection connection = hostile.connect();
      Thread killer = new Thread(() -> Servers.of(hostile).forEach(ProcessHandle::destroyForcibly));
      killer.start();
      assertThat(failure(connection, "hostile:never"))
          .hasMessage(
              "the MCP server hostile did not answer resources/read: it ended with exit code 137"
                  + " (SIGKILL)");
    }
  }

  @Test
  void replacesAServerThatDied() throws McpException {
    try (var hostile = new Hostile()) {
      McpConnection first = hostile.connect();
      failure(first, "hostile:die");
      assertThat(hostile.read("demo:1")).isEqualTo("Grüße von demo:1");
      assertThat(hostile.connect()).isNotSameAs(first);
    }
  }

  @Test
  void readsWhatAServerAnsweredBeforeItEnded() throws McpException {
    try (var hostile = new Hostile("grandchild")) {
      String uri = "hostile:answer-and-die";
      assertThat(hostile.read(uri)).isEqualTo("Grüße von " + uri);
    }
  }

  @Test
  void seesTheEndThoughAGrandchildHoldsThePipes() throws Exception {
    try (var hostile = new Hostile("grandchild")) {
      McpConnection connection = hostile.connect();
      List<ProcessHandle> all = Servers.of(hostile);
      assertThat(all).hasSize(2);
      McpException failure = failure(connection, "hostile:die");
      assertThat(failure.getMessage()).contains("ended with exit code 7");
      hostile.stop();
      Servers.assertThatEnded(all);
    }
  }

  @Test
  void endsAServerThatClosesItsStandardOutput() throws McpException {
    try (var hostile = new Hostile("stays")) {
      McpConnection connection = hostile.connect();
      List<ProcessHandle> all = Servers.of(hostile);
      assertThat(failure(connection, "hostile:close"))
          .hasMessage(
              "the MCP server hostile did not answer resources/read: it closed its standard"
                  + " output");
      Servers.assertThatEnded(all);
    }
  }

  @Test
  void waitsForTheExitOfAServerThatClosesItsStandardOutput(@TempDir Path directory)
      throws Exception {
    String script = "exec >&- 2>&-; until [ -e go ]; do sleep 0.01; done; exit 3";
    ChildProcess child =
        ChildProcess.start(
            new ChildProcess.Start(
                "sh",
                Path.of("/bin/sh"),
                List.of("-c", script),
                directory,
                System.getenv(),
                Redirect.PIPE));
    var ended = new CountDownLatch(1);
    var server = new ServerProcess(child, ended::countDown, PATIENCE.toMillis());
    try {
      server.start("that exits late", (bytes, offset, length) -> {});
      await().until(() -> waitsForAnExit("mcp that exits late output"));
      assertThat(ended.getCount()).isEqualTo(1);
      Files.createFile(directory.resolve("go"));
      ended.await();
      assertThat(server.obituary()).isEqualTo("ended with exit code 3");
    } finally {
      server.close(true);
    }
  }

  private static boolean waitsForAnExit(String name) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(each -> each.getKey().getName().equals(name))
        .flatMap(each -> Arrays.stream(each.getValue()))
        .anyMatch(frame -> frame.getMethodName().equals("isExitedWithin"));
  }

  @Test
  void failsThoseWhoWaitWhenItIsClosed() throws Exception {
    try (var hostile = new Hostile()) {
      McpConnection connection = hostile.connect();
      var asked = new FutureTask<>(() -> failure(connection, "hostile:never"));
      var asking = new Thread(asked);
      asking.start();
      await().until(() -> asking.getState() == Thread.State.TIMED_WAITING);
      hostile.stop();
      assertThat(asked.get())
          .hasMessage("the MCP server hostile did not answer resources/read: it was closed");
    }
  }

  @Test
  void endsAServerThatIgnoresTheEndOfItsInputAndAllSignals() throws McpException {
    var command = new ArrayList<>(List.of("sh", "-c", "trap '' TERM; exec \"$@\"", "sh"));
    command.addAll(Hostile.command("stays", "grandchild"));
    try (var hostile = new Hostile(Hostile.server("hostile", command), false)) {
      hostile.connect();
      List<ProcessHandle> all = Servers.of(hostile);
      assertThat(all).hasSize(2);
      long start = System.nanoTime();
      hostile.stop(); // which waits for 600 s by itself
      assertThat(System.nanoTime() - start).isGreaterThan(2_000_000_000L); // that TERM is given
      Servers.assertThatEnded(all);
    }
  }

  @Test
  void leavesNoGuardBehind() throws McpException {
    try (var hostile = new Hostile()) {
      hostile.connect();
      List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
      assertThat(before).hasSizeGreaterThanOrEqualTo(2);
      hostile.stop();
      Servers.assertThatEnded(before);
    }
  }

  @Test
  void saysWhyAServerCouldNotBeStarted() {
    try (var hostile = new Hostile(Hostile.server("x", List.of("./no-such-server")), false)) {
      assertThat(catchThrowableOfType(McpException.class, hostile::connect))
          .hasMessageMatching(
              "the MCP server x cannot be started: no such program: /.*/no-such-server")
          .matches(e -> e.kind() == Kind.UNREACHABLE);
    }
  }

  @Test
  void quotesAServerThatEndsAtOnce() {
    try (var hostile = new Hostile("dead")) {
      assertThat(catchThrowableOfType(McpException.class, hostile::connect))
          .hasMessage(
              "the MCP server hostile did not answer initialize: it ended with exit code 3; its"
                  + " last output on standard error: \"no such database\"");
    }
  }

  private static McpException failure(McpConnection connection, String uri) {
    return catchThrowableOfType(McpException.class, () -> connection.readResource(uri, PATIENCE));
  }
}
