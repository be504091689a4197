package dev.attache.test;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of the loopback interface that is taken and at which nobody listens: until it is closed,
 * no other process can listen there, and who connects is refused.
 */
public final class DeafPort implements Closeable {

  private final Socket socket = new Socket();

  public DeafPort() throws IOException {
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** {@return its number} */
  public int number() {
    return socket.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
