package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;

/** Logins in which a password stands after a user and a colon, or alone in a header. */
final class LoginText {

  private static final int MAX_LENGTH = 400;

  /** The fewest characters of a password whose place tells what it is. */
  private static final int LEAST = 6;

  /** The fewest characters of a token without a shape. */
  private static final int LEAST_TOKEN = 16;

  /** What a token stands after in the path of a channel of conda. */
  private static final String CONDA = "/t/";

  private LoginText() {}

  /**
   * Whether a password stands between {@code ://} and {@code @}, or a token in the place of a user
   * or of a channel of conda.
   */
  static boolean isInUrl(CharSequence text, int start) {
    int limit = Math.min(text.length(), start + MAX_LENGTH);
    int colon = -1;
    for (int at = start; at < limit; at++) {
      char c = text.charAt(at);
      if (c == '@') {
        String user = text.subSequence(start, colon < 0 ? at : colon).toString();
        String password = colon < 0 ? "" : text.subSequence(colon + 1, at).toString();
        return isPassword(password) || SecretValue.isSecret(user, LEAST_TOKEN);
      } else if (c == ':' && colon < 0) {
        colon = at;
      } else if (c == '/') {
        return startsWith(text, at, CONDA) && isToken(text, at + CONDA.length());
      } else if (c <= ' ' || (c == '#' && colon < 0) || "?\"'<>`(),\\".indexOf(c) >= 0) {
        return false;
      }
    }
    return false;
  }

  private static boolean startsWith(CharSequence text, int at, String what) {
    for (int i = 0; i < what.length(); i++) {
      if (at + i >= text.length() || text.charAt(at + i) != what.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPassword(String value) {
    return SecretValue.isSecret(value.replaceAll("%[0-9A-Fa-f]{2}", "-"), LEAST);
  }

  /** Whether this is the Base64 of a user and a password. */
  static boolean isBasic(String value) {
    try {
      String login = new String(Base64.getDecoder().decode(value), ISO_8859_1);
      int colon = login.indexOf(':');
      return colon >= 0 && isPassword(login.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      return false; // other words come after "Basic"
    }
  }

  /** Whether a token stands here. */
  static boolean isToken(CharSequence text, int start) {
    return SecretValue.isSecret(word(text, start), LEAST_TOKEN);
  }

  /** The characters of Base64 and of tokens that stand here. */
  static String word(CharSequence text, int start) {
    int end = start;
    while (end < text.length() && isTokenCharacter(text.charAt(end))) {
      end++;
    }
    return text.subSequence(start, end).toString();
  }

  private static boolean isTokenCharacter(char c) {
    return SecretValue.isWordCharacter(c) || "+/=_.~-".indexOf(c) >= 0;
  }

  /** Whether the cookies of a header have a value like a session's. */
  static boolean isCookie(CharSequence text, int start) {
    int limit = Math.min(text.length(), start + MAX_LENGTH);
    for (int at = start; at < limit && text.charAt(at) != '\n'; at++) {
      if (text.charAt(at) == '=' && isToken(text, at + 1)) {
        return true;
      }
    }
    return false;
  }
}
