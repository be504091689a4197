package dev.attache.server.stdio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** With real processes, and real pipes between them. */
@Tag("process")
@Tag("slow")
@DisabledOnOs(OS.WINDOWS)
class StdioProcessTest {

  private final List<Process> processes = new ArrayList<>();

  private Process start(String... arguments) throws IOException {
    Process process = EchoServer.program(arguments).start();
    processes.add(process);
    return process;
  }

  @AfterEach
  void killWhatIsLeft() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(UTF_8));
    out.flush();
  }

  private static String rest(InputStream in) throws IOException {
    return new String(in.readAllBytes(), UTF_8);
  }

  @Test
  void answersWhatIsAskedBeforeTheEndOfTheInputAndEndsWell() throws Exception {
    Process server = start();
    try (OutputStream out = server.getOutputStream()) {
      write(out, "{\"id\":1,\"params\":\"ü\"}\n{\"id\":2}\n{\"id\":3}");
    }
    assertThat(rest(server.getInputStream()).lines())
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"result\":\"ü\"}",
            "{\"id\":2,\"result\":null}",
            "{\"id\":3,\"result\":null}");
    assertThat(server.waitFor()).isZero();
    assertThat(rest(server.getErrorStream())).isEmpty();
  }

  @Test
  void endsQuietlyWhenItIsToldTo() throws Exception {
    Process server = start();
    write(server.getOutputStream(), "{\"id\":1,\"method\":\"hang\"}\n{\"id\":2}\n");
    assertThat(firstLine(server)).isEqualTo("{\"id\":2,\"result\":null}");
    server.toHandle().destroy(); // leaves the streams open
    assertThat(server.waitFor()).isEqualTo(128 + 15);
    assertThat(rest(server.getErrorStream())).isEmpty();
  }

  private static String firstLine(Process server) throws IOException {
    return String.valueOf(
        new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8)).readLine());
  }

  @Test
  void endsAtOnceWhenNobodyReadsItsAnswersThoughItsInputStaysOpen() throws Exception {
    Process server = start();
    server.getInputStream().close();
    write(server.getOutputStream(), "{\"id\":1,\"method\":\"hang\"}\n{\"id\":2}\n");
    assertThat(server.waitFor()).isZero();
    assertThat(rest(server.getErrorStream())).isEqualTo("ended: Broken pipe\n");
  }

  @Test
  void endsWhenItsClientIsKilledWhileCallsHang() throws Exception {
    Process client = start("parent");
    String line = firstLine(client);
    assertThat(line).endsWith(" {\"id\":2,\"result\":null}");
    var server = ProcessHandle.of(Long.parseLong(line.substring(0, line.indexOf(' '))));
    assertThat(server).isPresent();
    client.destroyForcibly();
    assertThat(client.waitFor()).isEqualTo(128 + 9);
    server.get().onExit().get();
    assertThat(server.get().isAlive()).isFalse();
  }
}
