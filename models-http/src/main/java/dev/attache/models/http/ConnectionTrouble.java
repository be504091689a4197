package dev.attache.models.http;

import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelException.Kind;
import dev.attache.support.net.NetworkFailure;
import dev.attache.support.net.RefusedAddressException;
import dev.attache.support.text.DurationText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The reason why a connection gave no answer, or only a part of one, in one line. */
final class ConnectionTrouble {

  static final String CUT = "the connection closed before the answer was complete";

  private final String host;
  private final String peer;
  private final ShownText shown;

  /**
   * @param host who was asked
   * @param proxy through whom; null for nobody
   */
  ConnectionTrouble(String host, @Nullable String proxy, ShownText shown) {
    this.host = host;
    this.peer = proxy == null ? host : "the proxy " + proxy;
    this.shown = shown;
  }

  /**
   * Returns the failure of a request to which no answer has begun.
   *
   * @param patience how long it was waited for one
   */
  ModelException ofWaiting(IOException e, Duration patience) {
    RefusedAddressException refused = find(RefusedAddressException.class, e);
    if (refused != null) {
      String reason = host + " is not on the public internet: " + refused.getMessage();
      return ModelException.of(Kind.ADDRESS, reason, e);
    } else if (e instanceof SocketTimeoutException && isConnecting(e)) {
      return network(NetworkFailure.silent(peer), e);
    } else if (e instanceof SocketTimeoutException) {
      return network(silent(patience), e);
    } else if (e instanceof UnknownHostException) {
      return network(NetworkFailure.unresolved(peer), e);
    } else if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      return network(unconnected(reason(e)), e);
    } else if (isBroken(e)) {
      return network(peer + " closed the connection without an answer", e);
    }
    return network(other(e), e);
  }

  /**
   * Returns the failure of an answer that had begun.
   *
   * @param patience how long it was waited for its next part
   */
  ModelException ofReading(IOException e, Duration patience) {
    if (e instanceof AnswerFrames.TooLargeException) {
      return network(String.valueOf(e.getMessage()), e);
    } else if (e instanceof InterruptedIOException) { // by the clock of the socket, or a look at it
      return network("the answer stalled for " + DurationText.exact(patience), e);
    }
    return network(isBroken(e) || e instanceof ProtocolException ? CUT : other(e), e);
  }

  /** Returns the failure of an answer that has taken as long as it may. */
  ModelException unfinished(@Nullable IOException e, Duration patience) {
    String message = "the answer was not complete after " + DurationText.exact(patience);
    return ModelException.of(Kind.NETWORK, message, e);
  }

  String silent(Duration patience) {
    return "no answer within " + DurationText.exact(patience);
  }

  /** Whether the same request may well succeed in a moment. */
  static boolean isPassing(@Nullable Throwable cause) {
    return cause instanceof IOException e
        && !(e instanceof ConnectException)
        && !(e instanceof NoRouteToHostException)
        && (isBroken(e) || (e instanceof SocketTimeoutException && isConnecting(e)));
  }

  private String other(IOException e) {
    if (e instanceof SSLPeerUnverifiedException) {
      return "TLS error: the certificate of " + peer + " is for another host";
    } else if (e instanceof SSLException) {
      return "TLS error: " + text(e);
    }
    return e instanceof ProtocolException ? "invalid HTTP response: " + text(e) : text(e);
  }

  private String unconnected(String reason) {
    if (reason.contains("unreachable") || reason.contains("No route to host")) {
      return NetworkFailure.unreachable(peer);
    }
    return reason.startsWith("Connection refused")
        ? NetworkFailure.refused(peer)
        : "cannot connect to " + peer + ": " + reason;
  }

  /** The client says to whom it could not connect, and only its cause why. */
  private String reason(IOException e) {
    return e.getCause() instanceof IOException cause ? text(cause) : text(e);
  }

  private String text(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : shown.of(message);
  }

  private static boolean isBroken(IOException e) {
    String text = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    return e instanceof EOFException
        || e.getCause() instanceof EOFException
        || e instanceof SocketException
        || text.contains("unexpected end of stream");
  }

  private static boolean isConnecting(IOException e) {
    String text = String.valueOf(e.getMessage());
    return text.startsWith("Connect timed out") || text.startsWith("failed to connect");
  }

  private static ModelException network(String message, IOException e) {
    return ModelException.of(Kind.NETWORK, message, e);
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
