package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.BodySpooler;
import dev.attache.handlers.http.fetch.NetworkGuard.RefusedAddressException;
import dev.attache.support.net.PublicNetwork;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import javax.net.SocketFactory;

/**
 * A socket that connects to allowed addresses only, whoever found them: literals never pass the
 * name service. It uses no proxy, whatever the system properties say.
 *
 * <p>It ends if the peer says too much before we say something again. The client reads the line
 * with the size of a chunk whole, and a peer that never ends one would fill the memory.
 */
final class GuardedSocket extends Socket {

  /**
   * What any peer may say at a time: headers, and twice the window of an HTTP/2 connection, which
   * answers many requests.
   */
  private static final long ALLOWANCE = 32 << 20;

  private final PublicNetwork network;
  private final long maxBytes;
  private volatile long heard;

  private GuardedSocket(PublicNetwork network, long maxBytes) {
    super(Proxy.NO_PROXY);
    this.network = network;
    this.maxBytes = maxBytes;
  }

  /**
   * Returns a factory of such sockets.
   *
   * @param maxBytes how many bytes a resource may have; chunks and TLS may add as many
   */
  static SocketFactory factory(PublicNetwork network, long maxBytes) {
    return new Factory(network, maxBytes);
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    if (!(endpoint instanceof InetSocketAddress peer) || peer.isUnresolved()) {
      throw new RefusedAddressException(endpoint + " was not looked up");
    }
    String host = peer.getHostString(); // never asks the name service
    NetworkGuard.requireAllowed(network.refusalOf(host, peer.getAddress(), peer.getPort()));
    super.connect(endpoint, timeout);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        int read = super.read();
        count(Math.min(read, 0) + 1);
        return read;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        count(Math.max(read, 0));
        return read;
      }
    };
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(int b) throws IOException {
        heard = 0;
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        heard = 0;
        out.write(bytes, offset, length);
      }
    };
  }

  private void count(int more) throws IOException {
    long sum = heard + more; // only one thread reads; a write in between makes no difference
    heard = sum;
    if (sum > ALLOWANCE && (sum - ALLOWANCE) / 2 > maxBytes) {
      throw new BodySpooler.TooLargeException(maxBytes);
    }
  }

  private static final class Factory extends SocketFactory {

    private final PublicNetwork network;
    private final long maxBytes;

    Factory(PublicNetwork network, long maxBytes) {
      this.network = network;
      this.maxBytes = maxBytes;
    }

    @Override
    public Socket createSocket() {
      return new GuardedSocket(network, maxBytes);
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
