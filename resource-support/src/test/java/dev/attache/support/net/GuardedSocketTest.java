package dev.attache.support.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import javax.net.SocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class GuardedSocketTest {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getByAddress(LOOPBACK));
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private InetSocketAddress here() throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), server.getLocalPort());
  }

  private static Socket socket() throws IOException {
    return GuardedSocket.factory(PublicNetwork.standard()).createSocket();
  }

  @Test
  void refusesALiteral() throws IOException {
    try (Socket socket = socket()) {
      assertThatThrownBy(() -> socket.connect(here()))
          .isInstanceOf(RefusedAddressException.class)
          .hasMessage("127.0.0.1 is a loopback address (127.0.0.0/8)");
      assertThat(socket.isConnected()).isFalse();
    }
  }

  @Test
  void refusesAnAddressUnderAName() throws IOException {
    InetAddress named = InetAddress.getByAddress("a.example", LOOPBACK);
    var peer = new InetSocketAddress(named, server.getLocalPort());
    try (Socket socket = socket()) {
      assertThatThrownBy(() -> socket.connect(peer, 1000))
          .isInstanceOf(RefusedAddressException.class)
          .hasMessage("a.example is at 127.0.0.1, a loopback address (127.0.0.0/8)");
    }
  }

  @Test
  void connectsToWhatIsOpen() throws IOException {
    PublicNetwork open = PublicNetwork.allowing(List.of("127.0.0.1:" + server.getLocalPort()));
    try (Socket socket = GuardedSocket.factory(open).createSocket()) {
      socket.connect(here(), 1000);
      assertThat(socket.isConnected()).isTrue();
    }
  }

  @Test
  void looksUpNothing() throws IOException {
    try (Socket socket = socket()) {
      InetSocketAddress unknown = InetSocketAddress.createUnresolved("a.example", 80);
      assertThatThrownBy(() -> socket.connect(unknown))
          .isInstanceOf(RefusedAddressException.class)
          .hasMessage("a.example/<unresolved>:80 was not looked up");
    }
  }

  @Test
  void isMadeUnconnected() {
    SocketFactory sockets = GuardedSocket.factory(PublicNetwork.standard());
    assertThatThrownBy(() -> sockets.createSocket("127.0.0.1", server.getLocalPort()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("sockets are made unconnected");
  }
}
