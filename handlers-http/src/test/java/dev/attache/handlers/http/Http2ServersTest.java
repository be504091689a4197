package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Servers of HTTP/2 that send more than anybody wants, or go away. */
@Tag("network")
class Http2ServersTest {

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int GOAWAY = 7;
  private static final int CONTINUATION = 9;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int REFUSED_STREAM = 7;

  /** {@code :status: 200}, by its place in the table (RFC 7541, appendix A). */
  private static final byte[] OK = {(byte) 0x88};

  private static final int FIRST_STREAM = 3;

  @RegisterExtension private final WebFetch web = new WebFetch();
  private final TestCertificates certificates = new TestCertificates();

  /** What a server does with a connection, after the preface. */
  private interface Behaviour {
    void serve(DataInputStream in, OutputStream out, int connection) throws IOException;
  }

  private String serve(SSLServerSocket server, Behaviour behaviour) {
    var serving = new Thread(() -> acceptAll(server, behaviour), "server");
    serving.setDaemon(true);
    serving.start();
    web.withDns(new TestDns().answer("a.example", "127.0.0.1"))
        .allow("a.example")
        .withTrust(certificates.trust());
    return "https://a.example:" + server.getLocalPort() + "/";
  }

  @Test
  void endsHeadersBeforeTheyFillTheMemory() throws Exception {
    try (SSLServerSocket server = listen()) {
      String url =
          serve(
              server,
              (in, out, connection) -> {
                byte[] block = block();
                out.write(frame(HEADERS, 0, FIRST_STREAM, block));
                while (true) {
                  out.write(frame(CONTINUATION, 0, FIRST_STREAM, block));
                }
              });
      assertThat(web.failure(url))
          .isEqualTo(
              "FAILED " + url + ": cannot be fetched: header byte count limit of 262144 exceeded");
    }
  }

  @Test
  void endsABodyThatDoesNotWaitForItsWindow() throws Exception {
    try (SSLServerSocket server = listen()) {
      String url =
          serve(
              server,
              (in, out, connection) -> {
                int stream = request(in);
                out.write(frame(HEADERS, END_HEADERS, stream, OK));
                while (true) {
                  out.write(frame(DATA, 0, stream, new byte[16_000]));
                }
              });
      assertThat(web.failure(url))
          .isEqualTo("TOO_LARGE " + url + ": is larger than the limit of 1048576 bytes");
    }
  }

  @Test
  void asksElsewhereWhatAServerLeftWhenItWentAway() throws Exception {
    try (SSLServerSocket server = listen()) {
      String url =
          serve(
              server,
              (in, out, connection) -> {
                answer(out, request(in), "connection " + connection);
                int unanswered = request(in);
                out.write(frame(GOAWAY, 0, 0, ints(unanswered - 2, 0)));
                request(in); // none comes
              });
      assertThat(web.text(url)).isEqualTo("connection 1");
      assertThat(web.text(url)).isEqualTo("connection 2");
    }
  }

  @Test
  void asksAgainWhatAServerRefused() throws Exception {
    try (SSLServerSocket server = listen()) {
      String url =
          serve(
              server,
              (in, out, connection) -> {
                out.write(frame(RST_STREAM, 0, request(in), ints(REFUSED_STREAM)));
                answer(out, request(in), "at last");
                request(in); // none comes
              });
      assertThat(web.text(url)).isEqualTo("at last");
    }
  }

  @Test
  void doesNotAskForEverWhatAServerRefuses() throws Exception {
    try (SSLServerSocket server = listen()) {
      String url =
          serve(
              server,
              (in, out, connection) -> {
                while (true) {
                  out.write(frame(RST_STREAM, 0, request(in), ints(REFUSED_STREAM)));
                }
              });
      assertThat(web.failure(url))
          .isEqualTo(
              "FAILED "
                  + url
                  + ": the connection closed before the response was complete: stream was reset:"
                  + " REFUSED_STREAM (passing)");
    }
  }

  private static void answer(OutputStream out, int stream, String text) throws IOException {
    out.write(frame(HEADERS, END_HEADERS, stream, OK));
    out.write(frame(DATA, END_STREAM, stream, text.getBytes(US_ASCII)));
  }

  /** Waits for the next request, and returns its stream. */
  private static int request(DataInputStream in) throws IOException {
    while (true) {
      int lengthAndType = in.readInt();
      in.readByte(); // the flags
      int stream = in.readInt();
      in.readNBytes(lengthAndType >>> 8);
      if ((lengthAndType & 0xff) == HEADERS) {
        return stream;
      }
    }
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  private SSLServerSocket listen() throws IOException {
    var server =
        (SSLServerSocket)
            certificates
                .forHost("a.example")
                .sslContext()
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress());
    SSLParameters parameters = server.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    server.setSSLParameters(parameters);
    return server;
  }

  private static void acceptAll(SSLServerSocket server, Behaviour behaviour) {
    for (int connection = 1; ; connection++) {
      try (var socket = (SSLSocket) server.accept()) {
        var in = new DataInputStream(socket.getInputStream());
        in.readNBytes(24); // the preface
        socket.getOutputStream().write(frame(SETTINGS, 0, 0, new byte[0]));
        behaviour.serve(in, socket.getOutputStream(), connection);
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        } // else the client has had enough
      }
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putInt(payload.length << 8 | type)
        .put((byte) flags)
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
