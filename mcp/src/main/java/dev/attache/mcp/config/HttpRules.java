package dev.attache.mcp.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules for an endpoint and the headers that are sent to it. */
final class HttpRules {

  private static final int MAX_PORT = 65_535;

  /** What stands in a token besides letters and digits (RFC 9110, section 5.6.2). */
  private static final String TOKEN = "!#$%&'*+-.^_`|~";

  /** What the connection needs to say itself. */
  private static final Set<String> RESERVED =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private HttpRules() {}

  /** Returns the address of an endpoint; its variables are expanded. */
  static URI url(DefinitionFields fields, String key, String text) throws DefinitionException {
    URI url;
    try {
      url = new URI(text.strip());
    } catch (URISyntaxException e) {
      throw fields.wrong(key, "is not a URL: " + e.getReason().toLowerCase(Locale.ROOT));
    }
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw fields.wrong(key, "must begin with http:// or https://");
    }
    if (url.getRawUserInfo() != null || hasUserInfo(url.getRawAuthority())) {
      throw fields.wrong(key, "must not contain a user or password; write an Authorization header");
    }
    if (url.getHost() == null || url.getPort() > MAX_PORT) {
      throw fields.wrong(key, "must have a host (letters, digits, - and .) and a valid port");
    }
    if (url.getRawFragment() != null) {
      throw fields.wrong(key, "must not have a fragment (#…)");
    }
    return url;
  }

  private static boolean hasUserInfo(@Nullable String authority) {
    return authority != null && authority.indexOf('@') >= 0;
  }

  /** Returns headers by their names, in order; their variables are expanded. */
  static Map<String, String> headers(
      DefinitionFields fields, String key, Map<String, @Nullable String> written)
      throws DefinitionException {
    var headers = new LinkedHashMap<String, String>();
    var seen = new HashSet<String>();
    for (Map.Entry<String, @Nullable String> entry : written.entrySet()) {
      String name = entry.getKey();
      String value = entry.getValue();
      if (value == null) {
        continue;
      }
      if (name.isEmpty() || !name.chars().allMatch(HttpRules::isOfToken)) {
        throw fields.wrong(key, "must have names of letters, digits, - and the like");
      }
      String lower = name.toLowerCase(Locale.ROOT);
      if (RESERVED.contains(lower)) {
        throw fields.wrong(key, "must not set " + name + ", which the connection sets itself");
      }
      if (!seen.add(lower)) {
        throw fields.wrong(key, "must not have " + name + " twice, in upper and lower case");
      }
      if (!value.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t')) {
        throw fields.wrong(key, "must not have line breaks or non-ASCII characters in " + name);
      }
      headers.put(name, value);
    }
    return headers;
  }

  private static boolean isOfToken(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || TOKEN.indexOf(c) >= 0;
  }
}
