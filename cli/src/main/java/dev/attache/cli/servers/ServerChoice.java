package dev.attache.cli.servers;

import dev.attache.cli.config.HttpSection;
import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.Options;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.UsageException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.secrets.Redaction;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameter, or else the options, by which the commands of {@code attache mcp} name a server.
 */
final class ServerChoice {

  /** How long a server may take to start of which nobody says how long. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

  static final String DESCRIPTION = "Name of a configured server (omit it with --url).";

  private final List<String> words = new ArrayList<>();
  private final List<String> headers = new ArrayList<>();

  /**
   * Adds the parameter for the server, those after it, and the options.
   *
   * @param others the names of the parameters after it, each followed by its description
   */
  void addTo(Options options, String description, String... others) {
    options.parameter(0, "SERVER", words, description);
    for (int i = 0; i < others.length; i += 2) {
      int index = 1 + i / 2;
      if (i + 2 < others.length) {
        options.parameter(index, others[i], words, others[i + 1]);
      } else {
        options.lastParameter(index, others[i], words, others[i + 1]);
      }
    }
    addUrlTo(options);
  }

  /** Adds the parameter for a server that need not be named, and the options. */
  void addOptionalTo(Options options, String description) {
    options.lastParameter(0, "[SERVER]", words, description);
    addUrlTo(options);
  }

  private void addUrlTo(Options options) {
    options
        .value("URL", "Use the server at URL instead of a configured SERVER.", "--url")
        .values(
            "HEADER",
            headers,
            "Send this header to --url: 'Name: value' (repeatable).",
            "--header");
  }

  /** Whether a server is named at all. */
  boolean isMade(Arguments arguments) throws UsageException {
    boolean hasUrl = arguments.value("--url") != null;
    if (!hasUrl && !headers.isEmpty()) {
      throw new UsageException("--header needs --url");
    }
    return hasUrl || !words.isEmpty();
  }

  /** The parameters but the one that names the server. */
  List<String> rest(Arguments arguments) {
    return arguments.value("--url") != null || words.isEmpty()
        ? List.copyOf(words)
        : List.copyOf(words.subList(1, words.size()));
  }

  /**
   * Returns the server that is named.
   *
   * @param pool which knows no other server, if it is named by its endpoint
   */
  McpServer of(Arguments arguments, ServerPool pool) throws UsageException {
    String url = arguments.value("--url");
    if (url != null) {
      return pool.only(endpoint(url, headers()));
    }
    String name = words.get(0);
    McpServer found = pool.get().find(name).orElse(null);
    if (found == null) {
      throw new UsageException("SERVER (" + name + "): " + pool.absence());
    }
    return found;
  }

  private Map<String, String> headers() throws UsageException {
    var all = new LinkedHashMap<String, String>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      String name = colon < 0 ? "" : header.substring(0, colon).strip();
      String value = header.substring(colon + 1).strip();
      if (!HttpSection.isHeaderName(name) || !HttpSection.isHeaderValue(value)) {
        // Not repeated: it may be a secret.
        throw new UsageException("--header must be 'Name: value' of printable ASCII characters");
      }
      all.put(name, value);
    }
    return all;
  }

  private static McpServer endpoint(String spelled, Map<String, String> headers)
      throws UsageException {
    URI url = uri(spelled);
    if (url == null
        || url.getHost() == null
        || !("http".equalsIgnoreCase(url.getScheme())
            || "https".equalsIgnoreCase(url.getScheme()))) {
      throw new UsageException(
          "--url ("
              + Redaction.redact(spelled)
              + ") must begin with http:// or https://, and have a host");
    }
    if (url.getRawUserInfo() != null) {
      throw new UsageException(
          "--url ("
              + Redaction.redact(spelled)
              + ") must not contain a user name or password; send them in a --header");
    }
    return new McpServer(
        url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort(),
        "url",
        "--url",
        false,
        new McpServer.Endpoint(url, headers),
        false,
        START_TIMEOUT,
        null,
        ContentDigest.sha256(spelled.getBytes(StandardCharsets.UTF_8)),
        Redaction.redact(spelled),
        null);
  }

  private static @Nullable URI uri(String spelled) {
    try {
      return new URI(spelled);
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
