package dev.attache.resource.secrets;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rewriter of URIs for display: what is secret in one is replaced by {@value #MARK}, all else
 * stays as it is.
 *
 * <p>Secret is the user info, {@code https://REDACTED@host/}, and the value of a parameter in query
 * or fragment whose name says so, {@code ?token=REDACTED}. A URI within a URI is treated in the
 * same way, be it as it is ({@code mcp+server+https://…}) or percent-encoded in a parameter, whose
 * whole value is then replaced. In doubt too much is replaced: a display form is no identity, and
 * nothing can be read by it.
 *
 * <p>The URI of a command, in both spellings, is treated as its words are: {@link
 * #redactArguments}.
 *
 * <p>This knows names, not secrets: a secret in a path, a host or a parameter with another name is
 * not found.
 */
public final class Redaction {

  /** What stands in place of a secret. */
  public static final String MARK = "REDACTED";

  /** How often a value is decoded to look for a URI in it. */
  private static final int DEPTH = 2;

  /** How many command lines within each other are looked into: {@code ssh host "sh -c '…'"}. */
  private static final int COMMAND_DEPTH = 3;

  /** What comes before a host and the user info, as lenient parsers of URLs see it, too. */
  private static final class BeforeAuthority {
    private static final Pattern PATTERN =
        Pattern.compile("(?:^|:)[/\\\\]{2,}|(?i:(?<![a-z0-9])(?:https?|wss?|ftp):)[/\\\\]*");
  }

  /** What may follow a URI in a text and is not part of it. */
  private static final String PUNCTUATION = ".,:;!?)]}'";

  private Redaction() {}

  /**
   * {@return the display form of a URI or of any other reference, such as a path; the same string
   * if nothing in it is secret}
   *
   * @param reference any text; a URI need not be valid
   */
  public static String redact(String reference) {
    if (CommandRedaction.isCommand(reference)) {
      return CommandRedaction.redact(reference, COMMAND_DEPTH);
    }
    return redactUri(reference);
  }

  /** Returns the display form of what is no command. */
  static String redactUri(String reference) {
    return mayHoldSecrets(reference) ? redact(reference, DEPTH) : reference;
  }

  /**
   * Returns a line of text, such as the message of a foreign exception, with the display forms of
   * the URIs in it. A URI ends at white space, a quotation mark or an angle bracket, and what has
   * no {@code ://} is none.
   *
   * @param text as a rule one line; its words are looked at one by one
   * @return the same string if nothing in it is secret
   */
  public static String redactAllIn(String text) {
    if (!text.contains("://") || !mayHoldSecrets(text)) { // that of a command is in its query
      return text;
    }
    var redacted = new StringBuilder(text.length());
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      int end = endOfWord(text, i);
      if (end > i) {
        redacted.append(text, copied, i).append(redactWord(text.substring(i, end)));
        copied = end;
        i = end;
      }
    }
    redacted.append(text, copied, text.length());
    return redacted.toString().equals(text) ? text : redacted.toString();
  }

  /**
   * {@return the words of a command line, the program first, without the secrets among them: values
   * of options, variables and headers whose names say so, passwords after a user and a colon, URIs,
   * and what looks like a key of a well-known service; also in a command line within a word}
   *
   * @param words without their quoting, as a program is given them
   */
  public static List<String> redactArguments(List<String> words) {
    return CommandSecrets.redact(words, COMMAND_DEPTH);
  }

  private static int endOfWord(String text, int begin) {
    int end = begin;
    while (end < text.length() && !endsWord(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean endsWord(char c) {
    return Character.isWhitespace(c) || c == '"' || c == '<' || c == '>' || c == '`';
  }

  private static String redactWord(String word) {
    if (!word.contains("://")) {
      return word;
    }
    int end = word.length();
    while (PUNCTUATION.indexOf(word.charAt(end - 1)) >= 0) {
      end--; // not beyond the slashes
    }
    return redact(word.substring(0, end)) + word.substring(end);
  }

  /** A quick look, because nearly all references are paths. */
  private static boolean mayHoldSecrets(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '?' || c == '@' || c == '#' || c == ';') {
        return true;
      }
    }
    return false;
  }

  private static String redact(String reference, int depth) {
    return new SecretParameters(withoutUserInfo(reference), depth).redacted();
  }

  /** Whether something is secret in a percent-encoded value. */
  static boolean isSecretWithin(String value, int depth) {
    if (depth == 0 || value.indexOf('%') < 0) {
      return false;
    }
    String decoded = "?" + PercentDecoding.decode(value); // it may be parameters itself
    return !redact(decoded, depth - 1).equals(decoded);
  }

  private static String withoutUserInfo(String text) {
    int lastAt = text.lastIndexOf('@');
    Matcher start = BeforeAuthority.PATTERN.matcher(text);
    StringBuilder redacted = null;
    int copied = 0;
    for (int from = 0; from <= lastAt && start.find(from); ) {
      int begin = start.end();
      int end = endOfAuthority(text, begin);
      String authority = text.substring(begin, end);
      int at = begin + authority.lastIndexOf('@');
      if (at < begin && isBroken(authority)) {
        at = lastAt; // a password with a slash, a question mark or a hash in it
      }
      if (at > begin) {
        redacted = redacted == null ? new StringBuilder(text.length()) : redacted;
        redacted.append(text, copied, begin).append(MARK);
        copied = at;
      }
      from = Math.max(begin, Math.max(copied, end - 1)); // a colon may be its last character
    }
    return redacted == null ? text : redacted.append(text, copied, text.length()).toString();
  }

  private static int endOfAuthority(String text, int begin) {
    int end = begin;
    while (end < text.length() && "/\\?#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** Whether an authority has something after its first colon that is no port. */
  private static boolean isBroken(String authority) {
    int host = authority.startsWith("[") ? authority.indexOf(']') : 0; // an IPv6 address
    int colon = authority.indexOf(':', host);
    for (int i = colon + 1; colon >= 0 && i < authority.length(); i++) {
      char c = authority.charAt(i);
      if (c < '0' || c > '9') {
        return true;
      }
    }
    return false;
  }
}
