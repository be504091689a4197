package dev.attache.models.http;

import dev.attache.resource.secrets.Redaction;
import dev.attache.support.text.OneLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The text of a server made fit for a message: one line, and without what is secret of a request.
 * Servers like to repeat a key that they do not know, whole or with asterisks in the middle.
 */
final class ShownText {

  private static final int LIMIT = 500;

  /** Shorter values are words, and no secrets. */
  private static final int SHORTEST_SECRET = 6;

  /** What looks like a key, be it ours or not, and what somebody else has masked. */
  private static final Pattern KEY =
      Pattern.compile(
          "\\b(?:sk|pk|rk|gsk|xai|hf|key|tok)[-_][-_A-Za-z0-9*.…]{6,}"
              + "|\\bAIza[-_A-Za-z0-9*.…]{6,}"
              + "|[-_A-Za-z0-9.]*\\*{3,}[-_A-Za-z0-9.*]*"
              + "|(?i:\\bbearer )[-_A-Za-z0-9.~+/=*]{6,}");

  private final List<String> secrets;

  /**
   * @param secrets the key, and values of headers
   */
  ShownText(Collection<String> secrets) {
    var longestFirst = new ArrayList<String>();
    secrets.stream().filter(each -> each.length() >= SHORTEST_SECRET).forEach(longestFirst::add);
    longestFirst.sort(Comparator.comparing(String::length).reversed());
    this.secrets = List.copyOf(longestFirst);
  }

  /** Returns the beginning of a text on one line, without what is secret. */
  String of(String text) {
    String shown = text;
    for (String secret : secrets) {
      shown = shown.replace(secret, Redaction.MARK);
    }
    shown = KEY.matcher(shown).replaceAll(Redaction.MARK);
    return OneLine.fit(OneLine.clean(Redaction.redactAllIn(shown), 2 * LIMIT), LIMIT);
  }
}
