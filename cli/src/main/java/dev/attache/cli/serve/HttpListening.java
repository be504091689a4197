package dev.attache.cli.serve;

import dev.attache.cli.config.AcceptedClients;
import dev.attache.cli.config.ServeSettings;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.server.http.HttpAccess;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options by which {@code attache serve} learns where to listen for HTTP, and who may come.
 *
 * @param hosts what clients may call the server, as {@code --accept-host} names it
 * @param origins from which pages requests may come, as {@code --accept-origin} names them
 */
record HttpListening(List<String> hosts, List<String> origins) {

  private static final String LOOPBACK = "127.0.0.1";
  static final String HTTP = "--http";
  private static final String TOKEN_FILE = "--token-file";
  private static final String TOKEN = "ATTACHE_TOKEN";
  private static final int MAX_PORT = 65_535;
  private static final int MAX_TOKEN = 4096;

  HttpListening() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  /**
   * Where to listen, and who may come.
   *
   * @param spelled where, as the user wrote it
   */
  record Place(String spelled, InetSocketAddress address, HttpAccess access) {

    /**
     * Returns the URL for clients, on this machine where the server listens at all addresses.
     *
     * @throws UsageException if it is another at each start
     */
    String url() throws UsageException {
      if (address.getPort() == 0) {
        throw new UsageException(
            HTTP + " (" + spelled + ") is another port at each start; name one for --print-config");
      }
      String host = address.getAddress().isAnyLocalAddress() ? LOOPBACK : host(spelled);
      return "http://" + host + ":" + address.getPort() + "/mcp";
    }
  }

  void addTo(Options options) {
    options
        .value("[HOST:]PORT", "Serve over HTTP at this address instead of stdio.", HTTP)
        .value("FILE", "Require the bearer token in FILE from HTTP clients.", TOKEN_FILE)
        .values("NAME", hosts, "Also accept this host name from HTTP clients.", "--accept-host")
        .values(
            "ORIGIN", origins, "Allow requests from web pages of this origin.", "--accept-origin");
  }

  /** Returns where to listen; null if standard input is to be served. */
  @Nullable Place place(
      Arguments arguments, Map<String, String> environment, ServeSettings settings)
      throws UsageException {
    String spelled = arguments.value(HTTP);
    String tokenFile = arguments.value(TOKEN_FILE);
    if (spelled == null) {
      requireNone(tokenFile);
      return null;
    }
    InetSocketAddress address = address(spelled);
    String token = tokenFile == null ? ofEnvironment(environment) : ofFile(tokenFile);
    InetAddress host = address.getAddress();
    if (token == null && !host.isLoopbackAddress()) {
      throw new UsageException(
          HTTP
              + " ("
              + spelled
              + ") can be reached from other machines and needs a token; add --token-file FILE or"
              + " set "
              + TOKEN);
    }
    Set<String> names = new LinkedHashSet<>(settings.hosts());
    for (String name : hosts) {
      AcceptedClients.requireHost("--accept-host", name);
      names.add(name);
    }
    if (!host.isLoopbackAddress() && !host.isAnyLocalAddress()) {
      names.add(host(spelled)); // as whoever starts it calls it
    }
    Set<String> pages = new LinkedHashSet<>(settings.origins());
    for (String origin : origins) {
      AcceptedClients.requireOrigin("--accept-origin", origin);
      pages.add(origin);
    }
    return new Place(spelled, address, new HttpAccess(token, names, pages));
  }

  private void requireNone(@Nullable String tokenFile) throws UsageException {
    String given =
        tokenFile != null
            ? TOKEN_FILE
            : !hosts.isEmpty() ? "--accept-host" : !origins.isEmpty() ? "--accept-origin" : null;
    if (given != null) {
      throw new UsageException(given + " needs --http");
    }
  }

  private static InetSocketAddress address(String spelled) throws UsageException {
    String host = host(spelled);
    int port = port(spelled);
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new UsageException(HTTP + " (" + spelled + ") is not an address of this machine");
    }
  }

  /** What is before the port: without anything this machine alone. */
  private static String host(String spelled) {
    int colon = spelled.lastIndexOf(':');
    return colon <= 0 ? LOOPBACK : spelled.substring(0, colon);
  }

  private static int port(String spelled) throws UsageException {
    String port = spelled.substring(spelled.lastIndexOf(':') + 1);
    boolean isNumber =
        !port.isEmpty() && port.length() < 6 && port.chars().allMatch(c -> c >= '0' && c <= '9');
    int number = isNumber ? Integer.parseInt(port) : MAX_PORT + 1;
    if (number > MAX_PORT) {
      throw new UsageException(
          HTTP
              + " ("
              + Redaction.redact(spelled)
              + ") must be PORT or HOST:PORT, such as 127.0.0.1:8808, with a port from 0 to "
              + MAX_PORT);
    }
    return number;
  }

  private static @Nullable String ofEnvironment(Map<String, String> environment)
      throws UsageException {
    String token = environment.get(TOKEN); // empty, it is a mistake, and no wish for none
    return token == null ? null : requireToken(TOKEN, token);
  }

  private static String ofFile(String file) throws UsageException {
    String subject = TOKEN_FILE + " (" + file + ")";
    try (InputStream in = FileProblem.open(file)) {
      byte[] bytes = in.readNBytes(MAX_TOKEN + 1);
      return requireToken(subject, new String(bytes, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      throw new UsageException(subject + " cannot be read: " + FileProblem.of(e));
    }
  }

  /** The token is not repeated (RFC 6750, section 2.1, has its characters). */
  private static String requireToken(String subject, String token) throws UsageException {
    boolean isToken =
        !token.isEmpty()
            && token.length() <= MAX_TOKEN
            && token.chars().allMatch(c -> c > ' ' && c < 0x7F);
    if (!isToken) {
      throw new UsageException(
          subject
              + " must contain a token and nothing else: 1 to "
              + MAX_TOKEN
              + " printable ASCII characters without blanks");
    }
    return token;
  }
}
