package dev.attache.resource.secrets;

import java.util.List;
import java.util.Set;

/** The names that say that what they name is secret. */
final class SecretNames {

  /** Names of secrets, in lower case and without anything but letters. */
  private static final Set<String> NAMES =
      Set.of(
          "auth",
          "authorization",
          "bearer",
          "code",
          "googleaccessid",
          "hmac",
          "jwt",
          "key",
          "keypairid",
          "otp",
          "pass",
          "pwd",
          "sas",
          "session",
          "sid",
          "sig",
          "ticket");

  /** What names of secrets end in. */
  private static final List<String> ENDINGS =
      List.of(
          "accesskey",
          "accesskeyid",
          "apikey",
          "credential",
          "credentials",
          "passphrase",
          "passwd",
          "password",
          "privatekey",
          "secret",
          "secretkey",
          "sessid",
          "sessionid",
          "signature",
          "token");

  private SecretNames() {}

  /** Whether a name, of which only the {@link #letters} are left, is that of a secret. */
  static boolean isSecret(String letters) {
    return NAMES.contains(letters) || endsLikeASecret(letters);
  }

  static boolean endsLikeASecret(String letters) {
    for (String ending : ENDINGS) {
      if (letters.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The letters of a name in lower case, so that {@code X-Api-Key}, {@code api_key[]} and {@code
   * apikey} agree.
   */
  static String letters(String name) {
    var letters = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      char lower = c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
      if (lower >= 'a' && lower <= 'z') {
        letters.append(lower);
      }
    }
    return letters.toString();
  }
}
