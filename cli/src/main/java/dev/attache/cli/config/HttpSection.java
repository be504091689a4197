package dev.attache.cli.config;

import dev.attache.cli.options.Arguments;
import dev.attache.cli.options.LimitOptions;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.UsageException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.net.PublicNetwork;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code [http]} of the configuration: its settings and, by their origins, the headers
 * that are sent there and nowhere else.
 */
public final class HttpSection {

  static final List<String> FORMS = List.of("markdown", "raw", "full");
  static final String FORMS_IN_WORDS = "markdown, raw or full";

  private static final String PROXY_IN_WORDS =
      "the http:// URL of a proxy without path and password, such as http://proxy.example:3128";

  private HttpSection() {}

  /**
   * Checks the table.
   *
   * @return what is set: {@code allow} (List of String), {@code timeout} (Long, seconds), {@code
   *     parallel} and {@code per-host} (Long), {@code proxy} (String), {@code html} (String),
   *     {@code offline} and {@code cache} (Boolean), {@code cache-size} (Long, bytes), and for each
   *     origin a Map with the Map {@code headers}, whose values still hold their <code>${VAR}
   *     </code>
   */
  static Map<String, Object> read(ConfigTable table, Console console) throws UsageException {
    table
        .texts("allow")
        .each("allow", HttpSection::requireHost)
        .number("timeout", LimitOptions.MAX_TIMEOUT)
        .number("parallel", LimitOptions.MAX_JOBS)
        .number("per-host", LimitOptions.MAX_JOBS)
        .take("proxy", PROXY_IN_WORDS, HttpSection::proxy)
        .choice("html", FORMS, FORMS_IN_WORDS)
        .flag("offline")
        .flag("cache")
        .size("cache-size");
    var origins = new HashMap<String, String>();
    for (String name : List.copyOf(table.names())) {
      if (name.contains("://")) {
        table.put(name, origin(table, name, console));
        String other = origins.put(canonical(name), name);
        if (other != null) {
          throw table.wrong(
              name, "must not be set together with " + other + ": they are the same origin");
        }
      }
    }
    table.noteUnknown(console);
    return table.taken();
  }

  /** Checks what of the table may come with a workspace, because it can do no harm. */
  static ConfigTable readHarmless(ConfigTable table) throws UsageException {
    return table.choice("html", FORMS, FORMS_IN_WORDS);
  }

  private static Map<String, Object> origin(ConfigTable http, String name, Console console)
      throws UsageException {
    if (!isOrigin(name)) {
      // Its name is not repeated: whoever writes more than an origin may have written a password.
      throw http.wrongName(name, "must be an origin, such as https://example.org:8443");
    }
    ConfigTable origin = http.table(name);
    ConfigTable headers = origin.table("headers");
    for (String header : headers.names()) {
      if (!isHeaderName(header)) {
        throw headers.wrong(header, "is not a header name");
      }
      headers.take(header, "a string of printable ASCII characters", HttpSection::headerValue);
    }
    origin.noteUnknown(console);
    var section = new LinkedHashMap<String, Object>();
    section.put("headers", headers.taken());
    return section;
  }

  /** Whether a text is a token, as names of headers are (RFC 9110, section 5.6.2). */
  public static boolean isHeaderName(String text) {
    return text.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  }

  /** Whether a text can be the value of a header. */
  public static boolean isHeaderValue(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7F);
  }

  private static @Nullable Object headerValue(Object value) {
    return value instanceof String text && isHeaderValue(text) ? text : null;
  }

  private static @Nullable Object proxy(Object value) {
    boolean isHttp = value instanceof String text && text.regionMatches(true, 0, "http:", 0, 5);
    return isHttp && isOrigin((String) value) ? value : null;
  }

  /** Has an entry be a host, as the handler judges it. */
  static void requireHost(String subject, String entry) throws UsageException {
    try {
      PublicNetwork.allowing(List.of(entry));
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      String shown = "(" + Redaction.redact(entry) + ")";
      int rule = message.indexOf(shown); // what is before it names the entry in other words
      throw new UsageException(subject + " " + (rule < 0 ? message : message.substring(rule)));
    }
  }

  private static boolean isOrigin(String name) {
    URI uri = uri(name);
    return uri != null
        && isHttp(uri)
        && uri.getHost() != null
        && uri.getRawUserInfo() == null
        && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null;
  }

  /** One spelling for all of an origin that a person is likely to write. */
  private static String canonical(String origin) {
    URI uri = uri(origin);
    if (uri == null) {
      throw new AssertionError("an origin is a URI");
    }
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
    return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + ":" + port;
  }

  private static boolean isHttp(URI uri) {
    return "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  /** Lets the options of the command line win over what the file says. */
  public static void override(Map<String, Object> section, Arguments arguments, List<String> hosts)
      throws UsageException {
    if (!hosts.isEmpty()) {
      var allow = new ArrayList<Object>();
      if (section.get("allow") instanceof List<?> allowed) {
        allow.addAll(allowed);
      }
      for (String host : hosts) {
        if (host.isBlank()) {
          throw new UsageException("--allow-host () must not be empty");
        }
        requireHost("--allow-host", host);
        allow.add(host);
      }
      section.put("allow", allow);
    }
    if (arguments.has("--offline")) {
      section.put("offline", true);
    }
    String html = arguments.value("--html");
    if (html != null) {
      if (!FORMS.contains(html)) {
        throw new UsageException("--html (" + html + ") must be " + FORMS_IN_WORDS);
      }
      section.put("html", html);
    } else if (arguments.has("--raw")) {
      section.put("html", "raw");
    }
  }
}
