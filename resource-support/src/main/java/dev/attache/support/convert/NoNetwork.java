package dev.attache.support.convert;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.List;
import java.util.Set;

/**
 * The refusal of whatever a library might fetch for a document: URLs of any scheme but those of the
 * class path, and sockets. Where the system lets anybody have a network of his own, this process
 * has an empty one besides, which nothing gets around.
 */
final class NoNetwork {

  private static final Set<String> OWN = Set.of("jar", "jrt", "file");

  private static final String REFUSED = "documents are converted without a network";

  private NoNetwork() {}

  @SuppressWarnings("deprecation") // there is no other way to refuse all sockets
  static void install() throws IOException {
    URL.setURLStreamHandlerFactory(scheme -> OWN.contains(scheme) ? null : new Refusal());
    ProxySelector.setDefault(new NoProxies());
    Socket.setSocketImplFactory(
        () -> {
          throw new IllegalStateException(REFUSED);
        });
  }

  /** A scheme of which nothing can be opened. */
  private static final class Refusal extends URLStreamHandler {

    @Override
    protected URLConnection openConnection(URL url) throws IOException {
      throw new SocketException(REFUSED);
    }
  }

  /** A choice of proxies that has none. */
  private static final class NoProxies extends ProxySelector {

    @Override
    public List<Proxy> select(URI uri) {
      throw new IllegalArgumentException(REFUSED);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
      // Nobody connects.
    }
  }
}
