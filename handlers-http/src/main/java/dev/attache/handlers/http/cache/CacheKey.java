package dev.attache.handlers.http.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ContentDigest;
import okhttp3.Headers;

/**
 * The key that an answer is kept under: the URL and all headers that were sent with the request,
 * those with credentials too, so that whatever a server varies its answers by ({@code Vary}, RFC
 * 9111, section 4.1), only the same request gets the same answer. As a digest it shows none of
 * them.
 *
 * <p>Our own {@code User-Agent} is left out, since it names a version: the next one would find
 * nothing of what this one kept, and offline there is nobody else to ask. One that is configured
 * counts. Immutable.
 *
 * @param hex the SHA-256, in hexadecimal
 */
public record CacheKey(String hex) {

  /** Our name in every request, which is no part of a key: a new version keeps what is cached. */
  public static final String USER_AGENT = "attache/0.1 (fetches what its user names)";

  /**
   * {@return the key of a GET request}
   *
   * @param url where it goes
   * @param sent all its headers, those with credentials too
   */
  public static CacheKey of(WebUrl url, Headers sent) {
    String request = "GET " + url.httpUrl() + "\n" + all(sent);
    return new CacheKey(ContentDigest.sha256(request.getBytes(UTF_8)).hex());
  }

  /** Every header with its value; the client's own form leaves those of credentials out. */
  private static String all(Headers sent) {
    var lines = new StringBuilder();
    for (int i = 0; i < sent.size(); i++) {
      if (!isOurName(sent.name(i), sent.value(i))) {
        lines.append(sent.name(i)).append(": ").append(sent.value(i)).append('\n');
      }
    }
    return lines.toString();
  }

  private static boolean isOurName(String header, String value) {
    return header.equalsIgnoreCase("User-Agent") && value.equals(USER_AGENT);
  }
}
