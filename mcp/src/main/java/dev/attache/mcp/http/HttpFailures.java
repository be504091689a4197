package dev.attache.mcp.http;

import dev.attache.mcp.McpException;
import dev.attache.mcp.McpException.Kind;
import dev.attache.mcp.McpServer;
import dev.attache.mcp.ServerText;
import dev.attache.mcp.wire.Message;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The words for people about an HTTP server that gives no answer of the protocol. */
final class HttpFailures {

  /** How much of what a server says is repeated. */
  private static final int MAX_QUOTED = 300;

  private static final Pattern HTTP = Pattern.compile("(?i)https?://");

  private final McpServer server;
  private final URI url;

  HttpFailures(McpServer server, URI url) {
    this.server = server;
    this.url = url;
  }

  /** For an answer whose status is no success. */
  McpException ofStatus(int status, HttpHeaders headers, byte[] body) {
    if (status == 401 || status == 403) {
      return failure(Kind.DENIED, "refused (" + status + said(headers, body) + ")" + authorize());
    }
    if (status >= 300 && status < 400) {
      return failure(Kind.UNREACHABLE, redirect(status, headers));
    }
    Message.ErrorObject error = error(body);
    if (error != null) {
      return new McpException(
          prefix() + "answered with error " + error.code() + ": " + quoted(error.message()),
          error.code(),
          error.data());
    }
    String answered = "answered with HTTP status " + status + said(headers, body);
    if (status == 404 || status == 405 || status == 410) {
      return failure(Kind.INVALID, answered + ": check that its url is the endpoint");
    }
    return failure(Kind.INVALID, answered);
  }

  /** For an answer of a type that is none of the protocol. */
  McpException ofType(String type) {
    return failure(
        Kind.INVALID,
        "answered with "
            + (type.isEmpty() ? "something without a content type" : quoted(type))
            + " instead of JSON or events: check that its url is the endpoint");
  }

  /** For an answer that is packed, which nobody asked for. */
  McpException ofEncoding(String encoding) {
    return failure(
        Kind.INVALID, "answered in the encoding " + quoted(encoding) + ", which was not requested");
  }

  McpException ofNoMessage(String reason) {
    return failure(Kind.INVALID, "sent an invalid response: " + reason);
  }

  /** For a message that cannot be read, beyond being no JSON object. */
  McpException ofUnreadable(UnreadableException why) {
    return new McpException(
        why.isTooLarge() ? Kind.TOO_LARGE : Kind.INVALID,
        prefix() + "answered with a message that " + why.text(),
        why);
  }

  McpException ofSize(int maxBytes) {
    return failure(Kind.TOO_LARGE, "answered with more than " + maxBytes + " bytes, the limit");
  }

  /** For a connection that ended before the answer. */
  McpException ofEnd(@Nullable Throwable cause) {
    return new McpException(
        Kind.CLOSED, prefix() + "closed the connection before it answered", cause);
  }

  /** For what is told in words of one's own. */
  McpException ofOwn(Kind kind, String what) {
    return failure(kind, what);
  }

  /** For a session that the server does not know any more. */
  McpException ofSession() {
    return failure(Kind.CLOSED, "closed the session");
  }

  /** For what was asked of a connection that is closed here. */
  McpException ofClosed() {
    return failure(Kind.CLOSED, "is no longer connected: the connection was closed");
  }

  /** For a request that was given up. */
  McpException ofCancelled() {
    return failure(Kind.TIMEOUT, "was given up on");
  }

  /** For an error that the server says in a body; null if the body is none. */
  static Message.@Nullable ErrorObject error(byte[] body) {
    Map<?, ?> json = json(body);
    return json == null ? null : Message.ErrorObject.of(json.get("error"));
  }

  /** For what the client threw. */
  McpException ofThrown(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof McpException known) {
        return known;
      }
      if (at instanceof UnreadableException why) {
        return ofUnreadable(why);
      }
      if (at instanceof OutOfMemoryError) {
        return ofUnreadable(UnreadableException.noMemory());
      }
      if (at instanceof UnknownHostException || at instanceof UnresolvedAddressException) {
        return unreachable("the host cannot be resolved: check its url and the network", thrown);
      }
      if (at instanceof SSLException) {
        return unreachable("TLS error: " + reason(at), thrown);
      }
    }
    Throwable cause = unwrapped(thrown);
    if (cause instanceof HttpConnectTimeoutException) {
      return unreachable("the host does not answer: check its url and the network", thrown);
    }
    if (cause instanceof ConnectException) {
      return unreachable(
          "nothing is listening there: check its url, and that it is running", thrown);
    }
    if (cause instanceof IOException) {
      return ofEnd(thrown);
    }
    return new McpException(Kind.INVALID, prefix() + "cannot be asked: " + reason(cause), thrown);
  }

  /** Returns whether the connection was lost, as opposed to closed on this side. */
  static boolean isBrokenOff(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof McpException || at instanceof UnreadableException) {
        return false;
      }
    }
    return unwrapped(thrown) instanceof IOException;
  }

  private static Throwable unwrapped(Throwable thrown) {
    Throwable inner = thrown;
    while (inner.getCause() != null
        && (inner instanceof CompletionException
            || inner instanceof ExecutionException
            || inner.getClass() == RuntimeException.class)) {
      inner = inner.getCause();
    }
    return inner;
  }

  private McpException unreachable(String reason, Throwable thrown) {
    return new McpException(Kind.UNREACHABLE, prefix() + "cannot be reached: " + reason, thrown);
  }

  private McpException failure(Kind kind, String what) {
    return new McpException(kind, prefix() + what, null);
  }

  private String prefix() {
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    String place = url.getHost() + port;
    String at = server.name().equals(place) ? "" : " at " + place;
    return "the MCP server " + server.name() + at + " ";
  }

  private String authorize() {
    boolean hasHeader =
        server.way() instanceof McpServer.Endpoint endpoint
            && endpoint.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase);
    if (server.origin().startsWith("--")) { // an option
      return hasHeader
          ? ": check the --header Authorization"
          : ": pass the header that it requires, such as Authorization, with --header";
    }
    return hasHeader
        ? ": check the header Authorization in its definition"
        : ": add the header that it requires, such as Authorization, to its definition";
  }

  private String redirect(int status, HttpHeaders headers) {
    String location = headers.firstValue("location").orElse("");
    if (location.isEmpty()) {
      return "answered with HTTP status " + status;
    }
    String target = target(location);
    String elsewhere = "redirects elsewhere (" + status + "), which is not followed: ";
    return HTTP.matcher(target).lookingAt()
        ? elsewhere + "if that is right, change its url to " + quoted(Redaction.redact(target))
        : elsewhere + "it is not an HTTP address (" + quoted(Redaction.redact(target)) + ")";
  }

  private String target(String location) {
    try {
      return url.resolve(location).toString();
    } catch (IllegalArgumentException e) {
      return location;
    }
  }

  /** What the server says about its status, if that is for people. */
  private static String said(HttpHeaders headers, byte[] body) {
    var said = new StringBuilder();
    headers
        .firstValue("www-authenticate")
        .ifPresent(challenge -> said.append(", ").append(quoted(challenge)));
    String text = text(body);
    if (!text.isEmpty()) {
      said.append(", ").append(quoted(text));
    }
    return said.toString();
  }

  private static String text(byte[] body) {
    Map<?, ?> json = json(body);
    if (json == null) {
      return "";
    }
    Message.ErrorObject error = Message.ErrorObject.of(json.get("error"));
    if (error != null) {
      return error.message();
    }
    for (String field : new String[] {"error_description", "message", "error", "detail"}) {
      if (json.get(field) instanceof String text) {
        return text;
      }
    }
    return "";
  }

  private static @Nullable Map<?, ?> json(byte[] body) {
    try {
      return PlainJson.read(body, 0, body.length) instanceof Map<?, ?> json ? json : null;
    } catch (IOException e) {
      return null; // a page for people, or nothing that could be read
    }
  }

  private static String reason(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null ? thrown.getClass().getSimpleName() : quoted(message);
  }

  /** A text of the server on one line. */
  private static String quoted(String text) {
    return ServerText.line(text, MAX_QUOTED);
  }
}
