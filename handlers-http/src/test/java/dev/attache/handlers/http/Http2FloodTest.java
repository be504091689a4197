package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server of HTTP/2 whose headers have no end (RFC 9113, section 10.5.1, says what to do). */
@Tag("network")
class Http2FloodTest {

  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int CONTINUATION = 9;
  private static final int FIRST_STREAM = 3;

  @RegisterExtension private final WebFetch web = new WebFetch();
  private final TestCertificates certificates = new TestCertificates();

  @Test
  void isEndedBeforeItFillsTheMemory() throws Exception {
    try (SSLServerSocket server = listen()) {
      var flood = new Thread(() -> flood(server), "flood");
      flood.setDaemon(true);
      flood.start();
      web.withDns(new TestDns().answer("a.example", "127.0.0.1")).allow("a.example");
      String url = "https://a.example:" + server.getLocalPort() + "/";
      assertThat(web.withTrust(certificates.trust()).failure(url))
          .isEqualTo(
              "FAILED " + url + ": cannot be fetched: header byte count limit of 262144 exceeded");
    }
  }

  private SSLServerSocket listen() throws IOException {
    var server =
        (SSLServerSocket)
            certificates
                .forHost("a.example")
                .sslContext()
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    SSLParameters parameters = server.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    server.setSSLParameters(parameters);
    return server;
  }

  private static void flood(SSLServerSocket server) {
    try (var socket = (SSLSocket) server.accept()) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      in.readNBytes(24); // the preface
      out.write(frame(SETTINGS, 0, new byte[0]));
      byte[] block = block();
      out.write(frame(HEADERS, FIRST_STREAM, block));
      while (true) {
        out.write(frame(CONTINUATION, FIRST_STREAM, block));
      }
    } catch (IOException e) {
      // The client has had enough.
    }
  }

  /** A frame without flags, so that another one has to follow. */
  private static byte[] frame(int type, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putInt(payload.length << 8 | type)
        .put((byte) 0)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** Headers of 100 characters, written without tables (RFC 7541, section 6.2.2). */
  private static byte[] block() {
    ByteBuffer block = ByteBuffer.allocate(150 * 104);
    while (block.hasRemaining()) {
      block.put((byte) 0).put((byte) 1).put((byte) 'x').put((byte) 100);
      block.put("v".repeat(100).getBytes(US_ASCII));
    }
    return block.array();
  }
}
