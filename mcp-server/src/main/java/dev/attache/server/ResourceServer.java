package dev.attache.server;

import dev.attache.server.http.HttpAccess;
import dev.attache.server.http.HttpEndpoint;
import dev.attache.server.http.HttpLimits;
import dev.attache.server.http.HttpTransport;
import dev.attache.server.session.SessionSource;
import dev.attache.server.stdio.StdioTransport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;

/**
 * A server of the Model Context Protocol that gives its clients the resources of conversations: one
 * conversation for each session. Thread-safe.
 */
public final class ResourceServer {

  private final SessionSource sessions;
  private final ServerObserver observer;
  private final HttpLimits limits;

  private ResourceServer(SessionSource sessions, ServerObserver observer, HttpLimits limits) {
    this.sessions = sessions;
    this.observer = observer;
    this.limits = limits;
  }

  /**
   * {@return a server, which does nothing yet}
   *
   * @param options the rules that it goes by
   * @param opener who gives each session its conversation
   * @param observer who sees what it does
   */
  public static ResourceServer of(
      ServerOptions options, SessionOpener opener, ServerObserver observer) {
    var limits = opener.isExclusive() ? HttpLimits.DEFAULT.withSessions(1) : HttpLimits.DEFAULT;
    return new ResourceServer(
        new ConversationSessions(options, opener, observer), observer, limits);
  }

  /**
   * Serves one client over two streams, until the first is at its end and all that was asked is
   * answered.
   *
   * @param in the messages of the client, a line each; not closed
   * @param out the messages to the client, a line each; nobody else may write to it
   * @throws IOException if the output cannot be written any more
   */
  public void serve(InputStream in, OutputStream out) throws IOException {
    StdioTransport.serve(in, out, sessions, observer::note);
  }

  /**
   * Listens for clients over HTTP (MCP, streamable HTTP); returns at once.
   *
   * @param address where to listen; port 0 for any that is free
   * @param access who may talk to it, as a token and as names of hosts and origins
   * @return the endpoint, which listens until it is closed
   * @throws IOException if the address cannot be listened at
   */
  public HttpEndpoint listen(InetSocketAddress address, HttpAccess access) throws IOException {
    return HttpTransport.listen(address, access, sessions, observer::note, limits);
  }
}
