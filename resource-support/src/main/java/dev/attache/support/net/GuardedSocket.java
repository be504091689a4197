package dev.attache.support.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Supplier;
import javax.net.SocketFactory;

/**
 * A socket that connects to allowed addresses only, whoever found them: literals never pass the
 * name service. It uses no proxy, whatever the system properties say.
 */
public class GuardedSocket extends Socket {

  private final PublicNetwork network;

  /**
   * Makes a socket that is not connected.
   *
   * @param network asked about each address before it is connected to
   */
  protected GuardedSocket(PublicNetwork network) {
    super(Proxy.NO_PROXY);
    this.network = network;
  }

  /**
   * {@return a factory of such sockets, which the client connects itself}
   *
   * @param network asked about each address before it is connected to
   */
  public static SocketFactory factory(PublicNetwork network) {
    return factory(() -> new GuardedSocket(network));
  }

  /**
   * {@return a factory of such sockets that can do more}
   *
   * @param unconnected makes a socket for each connection
   */
  public static SocketFactory factory(Supplier<? extends GuardedSocket> unconnected) {
    return new Factory(unconnected);
  }

  @Override
  public final void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public final void connect(SocketAddress endpoint, int timeout) throws IOException {
    if (!(endpoint instanceof InetSocketAddress peer) || peer.isUnresolved()) {
      throw new RefusedAddressException(endpoint + " was not looked up");
    }
    String host = peer.getHostString(); // never asks the name service
    network.require(host, peer.getAddress(), peer.getPort());
    super.connect(endpoint, timeout);
  }

  private static final class Factory extends SocketFactory {

    private final Supplier<? extends GuardedSocket> unconnected;

    Factory(Supplier<? extends GuardedSocket> unconnected) {
      this.unconnected = unconnected;
    }

    @Override
    public Socket createSocket() {
      return unconnected.get();
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

    /** The client connects its sockets itself, and nobody else has them. */
    private static UnsupportedOperationException connected() {
      return new UnsupportedOperationException("sockets are made unconnected");
    }
  }
}
