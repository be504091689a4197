package dev.attache.handlers.http.cache;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The marks by which a stored answer is recognised when its server is asked whether it is still the
 * same (RFC 9110, section 8.8), as the server wrote it. Immutable.
 *
 * @param headers the headers of the answer
 * @param fetchedAt when it came, which counts if the server did not say when it sent it
 */
public record Validators(Headers headers, Instant fetchedAt) {

  /** An {@code If-None-Match} with an asterisk asks whether there is anything at all. */
  private static final Pattern ANYTHING = Pattern.compile("(^|,)\\s*\\*\\s*(,|$)");

  /** {@return whether there are any} */
  public boolean exist() {
    return etag() != null || strongLastModified() != null;
  }

  /**
   * {@return the headers of a request that wants only another body than this answer's}
   *
   * @param request the headers of the request without conditions
   */
  public Headers conditional(Headers request) {
    Headers.Builder conditional = request.newBuilder();
    String etag = etag();
    if (etag != null) {
      conditional.addUnsafeNonAscii("If-None-Match", etag);
    }
    String lastModified = strongLastModified();
    if (lastModified != null) {
      conditional.addUnsafeNonAscii("If-Modified-Since", lastModified);
    }
    return conditional.build();
  }

  /**
   * {@return whether a 304 is about this answer: one that names another validator is not (RFC 9111,
   * section 4.3.4)} ETags are compared weakly, {@code W/} aside. If this answer has none, one with
   * a strong ETag is not about it; a weak one is passed over, and Last-Modified decides.
   *
   * @param notModified the headers of the 304
   */
  public boolean areConfirmedBy(Headers notModified) {
    String ours = etag();
    String theirs = notModified.get("ETag");
    if (ours != null) {
      return theirs == null || opaque(theirs).equals(opaque(ours));
    }
    Instant modified = HttpDate.of(notModified, "Last-Modified");
    return (theirs == null || isWeak(theirs))
        && (modified == null || modified.equals(HttpDate.of(headers, "Last-Modified")));
  }

  private @Nullable String etag() {
    String etag = headers.get("ETag");
    boolean isUsable =
        etag != null && !etag.isEmpty() && isSendable(etag) && !asksForAnything(etag);
    return isUsable ? etag : null;
  }

  private static boolean isWeak(String etag) {
    return etag.startsWith("W/");
  }

  private static String opaque(String etag) {
    return isWeak(etag) ? etag.substring(2) : etag;
  }

  /**
   * The time of modification, if it tells versions apart: something that was modified within the
   * second in which it was sent may have been modified again in it (RFC 9110, section 8.8.2.2), and
   * what varies with more than the request may have several forms that are equally old.
   */
  private @Nullable String strongLastModified() {
    String lastModified = headers.get("Last-Modified");
    Instant modified = HttpDate.of(headers, "Last-Modified");
    if (lastModified == null || modified == null || variesWithAnything()) {
      return null;
    }
    Instant sent = HttpDate.of(headers, "Date");
    Instant answered = sent == null ? fetchedAt : sent;
    boolean isStrong = !modified.plus(Duration.ofSeconds(1)).isAfter(answered);
    return isStrong && isSendable(lastModified) ? lastModified : null;
  }

  private boolean variesWithAnything() {
    for (String value : headers.values("Vary")) {
      if (asksForAnything(value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean asksForAnything(String value) {
    return value.indexOf('*') >= 0 && ANYTHING.matcher(value).find();
  }

  /** Whether a value can be sent back: no control characters, nor bytes that were no UTF-8. */
  private static boolean isSendable(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == 0xfffd || (c >= 0x7f && c <= 0x9f) || (c < ' ' && c != '\t')) {
        return false;
      }
    }
    return true;
  }
}
