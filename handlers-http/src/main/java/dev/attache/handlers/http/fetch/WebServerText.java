package dev.attache.handlers.http.fetch;

import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.OneLine;

/**
 * The words of a server, as a part of a message or a note: on one line, without secrets, and
 * shortened to {@value #MAX_LENGTH} characters, because it may be long and is not ours.
 */
public final class WebServerText {

  private static final int MAX_LENGTH = 200;

  private WebServerText() {}

  /**
   * {@return the display form of words, or of a line with URLs in it}
   *
   * @param text words of any length, as they came
   */
  public static String of(String text) {
    return shortened(Redaction.redactAllIn(text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip()));
  }

  /**
   * {@return the display form of a URL that a server may have chosen}
   *
   * @param url where a server redirects to, say; a secret in it is not shown
   */
  public static String of(WebUrl url) {
    return shortened(Redaction.redact(url.value()));
  }

  private static String shortened(String line) {
    return OneLine.cut(line, MAX_LENGTH);
  }
}
