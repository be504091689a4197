package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.cache.BodySpooler;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.support.net.NetworkFailure;
import dev.attache.support.net.RefusedAddressException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a request got no answer, in one line for people and one word for programs.
 * Immutable.
 */
public final class FetchFailure {

  /** How the client says that it found no whole line: how much it has, and its beginning in hex. */
  private static final Pattern NO_END_OF_LINE = Pattern.compile("limit=(\\d+) content=(\\w*)");

  private static final String MAX_HEADERS = "262144";
  private static final String STATUS_LINE = "485454502f"; // HTTP/

  private static final String TUNNEL_REFUSED = "Unexpected response code for CONNECT: ";
  private static final String TUNNEL_UNAUTHORIZED = "Failed to authenticate with proxy";

  private final WebUrl url;
  private final @Nullable WebUrl proxy;
  private final long seconds;

  /**
   * @param url where the request went
   * @param proxy who had to be connected to for it; null for the host itself
   * @param seconds how long the whole was allowed to take
   */
  FetchFailure(WebUrl url, @Nullable WebUrl proxy, long seconds) {
    this.url = url;
    this.proxy = proxy;
    this.seconds = seconds;
  }

  ResourceException of(IOException e) {
    var refused = find(RefusedAddressException.class, e);
    var tooLarge = find(BodySpooler.TooLargeException.class, e);
    if (refused != null) {
      return refused(refused);
    } else if (tooLarge != null) {
      return failure(Kind.TOO_LARGE, text(tooLarge), e);
    } else if (e instanceof ContentCoding.CodingException) {
      return failure(Kind.FAILED, String.valueOf(e.getMessage()), e); // our words around its own
    } else if (e instanceof SocketTimeoutException && isConnecting(e)) {
      return failure(Kind.FAILED, NetworkFailure.silent(peer()), e).asTransient();
    } else if (e instanceof InterruptedIOException && Thread.currentThread().isInterrupted()) {
      return interrupted(url, e);
    } else if (e instanceof InterruptedIOException) {
      return failure(Kind.TIMEOUT, "took longer than " + seconds + " s", e).asTransient();
    } else if (e instanceof UnknownHostException) {
      return unknownHost(e).asTransient();
    }
    return ofConnection(e);
  }

  private ResourceException unknownHost(IOException e) {
    if (proxy == null) {
      return failure(Kind.FAILED, NetworkFailure.unresolved(url.host()), e);
    }
    String message = "cannot connect to " + peer() + ": " + NetworkFailure.unresolved(proxy.host());
    return failure(Kind.FAILED, message, e);
  }

  private ResourceException refused(RefusedAddressException e) {
    return refused(url, text(e), e);
  }

  /**
   * {@return a refusal to go where only private networks are, for who has named the place himself}
   *
   * @param url where a request was to go
   * @param reason what its host is, after a colon: not on the public internet
   * @param cause what the connection failed with; null if nothing was tried
   */
  public static ResourceException refused(WebUrl url, String reason, @Nullable Throwable cause) {
    return ResourceException.of(Kind.DENIED, url.value(), notPublic(reason), cause)
        .withRemedy(new Remedy(Remedy.Action.ALLOW_HOST, url.hostAndPort()));
  }

  /**
   * {@return a refusal of a port of another protocol, for who has named the place himself}
   *
   * @param url where a request was to go
   */
  public static ResourceException blockedPort(WebUrl url) {
    return ResourceException.of(Kind.DENIED, url.value(), blocked(url))
        .withRemedy(new Remedy(Remedy.Action.ALLOW_HOST, url.hostAndPort()));
  }

  /** A refusal of a port of another protocol that a server leads to. */
  static ResourceException redirectedToBlockedPort(WebUrl start, WebUrl url) {
    String message = "redirects to " + WebServerText.of(url) + ", which " + blocked(url);
    return ResourceException.of(Kind.DENIED, start.value(), message);
  }

  private static String blocked(WebUrl url) {
    return "has port " + url.port() + ", which is reserved for another protocol";
  }

  private static String notPublic(String reason) {
    return "is not on the public internet: " + reason;
  }

  /** The end of a wait that somebody asked for. */
  static ResourceException interrupted(WebUrl url, Throwable cause) {
    return ResourceException.of(Kind.TIMEOUT, url.value(), "was interrupted", cause);
  }

  /**
   * A failure at the end of redirects: it is about the URL that was asked for, and names the other
   * one, which nobody has asked for and nobody should open because a server says so.
   */
  static ResourceException redirected(WebUrl start, WebUrl url, ResourceException e) {
    String place = WebServerText.of(url);
    String message =
        e.getCause() instanceof RefusedAddressException refused
            ? "redirects to " + place + ", which " + notPublic(text(refused))
            : "redirected to " + place + ": " + e.message();
    ResourceException failure =
        ResourceException.of(e.kind(), start.value(), message, e.getCause());
    return e.isTransient() ? failure.asTransient() : failure;
  }

  private ResourceException ofConnection(IOException e) {
    if (e instanceof SSLException) {
      return failure(Kind.FAILED, "TLS error: " + tls(e), e);
    } else if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      return failure(Kind.FAILED, unconnected(reason(e)), e).asTransient();
    } else if (isEnd(e)) {
      return failure(Kind.FAILED, broken(), e).asTransient();
    } else if (e.getCause() instanceof EOFException) {
      // The client has one exception for both.
      String message = "the response headers are cut off or larger than 256 KiB";
      return failure(Kind.FAILED, message, e);
    } else if (isReset(e) || e instanceof SocketException) {
      return failure(Kind.FAILED, broken() + ": " + text(e), e).asTransient();
    } else if (e instanceof ProtocolException) {
      return failure(Kind.FAILED, "invalid HTTP response: " + text(e), e);
    }
    return proxy == null ? other(e) : ofTunnel(proxy, e);
  }

  private ResourceException other(IOException e) {
    return failure(Kind.FAILED, "cannot be fetched: " + text(e), e);
  }

  /** What a proxy answers to the question for a tunnel; the client says it in words only. */
  private ResourceException ofTunnel(WebUrl asked, IOException e) {
    String words = text(e);
    if (words.equals(TUNNEL_UNAUTHORIZED)) {
      return StatusRules.ofProxy(url, asked, 407);
    } else if (words.matches(TUNNEL_REFUSED + "[0-9]{3}")) {
      int status = Integer.parseInt(words.substring(TUNNEL_REFUSED.length()));
      return StatusRules.ofProxy(url, asked, status);
    }
    return other(e);
  }

  /** Who is connected to, in words. */
  private String peer() {
    return proxy == null ? WebServerText.of(url.origin()) : "the proxy " + proxy.hostAndPort();
  }

  private String broken() {
    String connection = proxy == null ? "the connection" : "the connection to " + peer();
    return connection + " closed before the response was complete";
  }

  /** What is wrong with a certificate; the client names classes, or nothing that people know. */
  private static String tls(IOException e) {
    if (e instanceof SSLPeerUnverifiedException) {
      return "the certificate is for another host";
    } else if (find(CertificateExpiredException.class, e) != null) {
      return "the certificate has expired";
    } else if (find(CertificateNotYetValidException.class, e) != null) {
      return "the certificate is not valid yet";
    } else if (find(CertPathBuilderException.class, e) != null) {
      return "no authority that Java trusts signed the certificate";
    }
    return text(e);
  }

  /** Whether the server has closed before the headers of the answer, or within its body. */
  private static boolean isEnd(IOException e) {
    return e instanceof EOFException
        || text(e).equals("unexpected end of stream")
        || (e.getCause() instanceof EOFException cause && isWithinStatusLine(text(cause)));
  }

  /** Whether a stream of HTTP/2 was reset; the client shows its class for that to no module. */
  private static boolean isReset(IOException e) {
    return text(e).startsWith("stream was reset: ");
  }

  /** Whether a server of HTTP/2 says that it has not begun with the request. */
  static boolean isRefused(IOException e) {
    return text(e).equals("stream was reset: REFUSED_STREAM");
  }

  /** Where the limit of the headers is at an end, there is more than it allows. */
  private static boolean isWithinStatusLine(String noEndOfLine) {
    Matcher matcher = NO_END_OF_LINE.matcher(noEndOfLine);
    if (!matcher.find() || matcher.group(1).equals(MAX_HEADERS)) {
      return false;
    }
    String begin = matcher.group(2);
    return begin.length() / 2 <= Integer.parseInt(matcher.group(1))
        && (begin.startsWith(STATUS_LINE) || STATUS_LINE.startsWith(begin));
  }

  private static boolean isConnecting(IOException e) {
    return text(e).startsWith("Connect timed out") || text(e).startsWith("failed to connect");
  }

  private String unconnected(String reason) {
    if (reason.contains("unreachable") || reason.contains("No route to host")) {
      return NetworkFailure.unreachable(peer());
    }
    return reason.startsWith("Connection refused")
        ? NetworkFailure.refused(peer())
        : "cannot connect to " + peer() + ": " + reason;
  }

  /** The client says to whom it could not connect, and only its cause why. */
  private static String reason(IOException e) {
    return e.getCause() instanceof IOException cause ? text(cause) : text(e);
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    if (message == null) {
      return e.getClass().getSimpleName();
    }
    return WebServerText.of(message);
  }

  private ResourceException failure(Kind kind, String message, IOException e) {
    return ResourceException.of(kind, url.value(), message, e);
  }

  /** Finds an exception among the causes, and among those of other addresses tried. */
  private static <T extends Throwable> @Nullable T find(Class<T> type, @Nullable Throwable e) {
    if (e == null || type.isInstance(e)) {
      return type.cast(e);
    }
    for (Throwable suppressed : e.getSuppressed()) {
      T found = find(type, suppressed);
      if (found != null) {
        return found;
      }
    }
    return find(type, e.getCause());
  }
}
