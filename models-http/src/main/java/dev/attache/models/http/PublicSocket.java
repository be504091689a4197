package dev.attache.models.http;

import dev.attache.support.net.PublicNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.SocketFactory;

/**
 * A socket that connects to allowed addresses only, whoever found them. It uses no proxy, whatever
 * the system properties say.
 */
final class PublicSocket extends Socket {

  private final PublicNetwork network;

  private PublicSocket(PublicNetwork network) {
    super(Proxy.NO_PROXY);
    this.network = network;
  }

  /** Says that an address is not public. */
  static final class RefusedException extends UnknownHostException {

    private static final long serialVersionUID = 1;

    RefusedException(String reason) {
      super(reason);
    }
  }

  /** Returns a factory of such sockets, which the client connects itself. */
  static SocketFactory factory(PublicNetwork network) {
    return new Factory(network);
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    if (!(endpoint instanceof InetSocketAddress peer) || peer.isUnresolved()) {
      throw new RefusedException(endpoint + " was not looked up");
    }
    Optional<String> refusal =
        network.refusalOf(peer.getHostString(), peer.getAddress(), peer.getPort());
    if (refusal.isPresent()) {
      throw new RefusedException(refusal.get());
    }
    super.connect(endpoint, timeout);
  }

  private static final class Factory extends SocketFactory {

    private final PublicNetwork network;

    Factory(PublicNetwork network) {
      this.network = network;
    }

    @Override
    public Socket createSocket() {
      return new PublicSocket(network);
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
      throw connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw connected();
    }

    @Override
    public Socket createSocket(
        InetAddress address, int port, InetAddress localAddress, int localPort) {
      throw connected();
    }

    private static UnsupportedOperationException connected() {
      return new UnsupportedOperationException("sockets are made unconnected");
    }
  }
}
