package dev.attache.server.http;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The time that clients have to send a request, which the JDK's server takes from a property. */
@Tag("network")
@Tag("process")
@Tag("slow")
class SlowClientTest {

  @Test
  void requestsMustComeWithinATimeAndTheProgramCanEnd() throws Exception {
    Process server =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Dsun.net.httpserver.maxReqTime=1",
                "-cp",
                System.getProperty("java.class.path"),
                SlowServer.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var out = new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
      int port = URI.create(out.readLine()).getPort();
      assertThat(out.readLine()).isEqualTo("1");
      for (String start :
          new String[] {
            "POST /mcp HTTP",
            "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 99\r\n\r\n{",
            "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 99\r\n\r\n{"
          }) {
        assertEnds(port, start);
      }
      server.getOutputStream().close();
      assertThat(out.readLine()).isEqualTo("closed");
      assertThat(server.waitFor()).isZero();
    } finally {
      server.destroyForcibly();
    }
  }

  private static void assertEnds(int port, String start) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write(start.getBytes(UTF_8));
      try {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("reset");
      }
    }
  }
}
