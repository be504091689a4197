package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;
import java.util.Locale;

/** The difference between a secret, which is random, and what stands in its place: words. */
final class SecretValue {

  private static final int MAX_LENGTH = 4096;

  /** The longest value that can be a placeholder. */
  private static final int MAX_WORDS = 128;

  /** In bits for each character, of which few cannot have as much. */
  private static final double LEAST_ENTROPY = 2.4;

  private static final double LEAST_SHARE = 0.65;

  /** The most letters in one case that come together by chance, on average. */
  private static final double MOST_LETTERS = 2.6;

  private static final double MOST_OF_MANY = 3.2;
  private static final int MANY = 12;

  /** The digits after words: {@code admin2024}. */
  private static final int MOST_NUMBERS = 4;

  /** The most equal characters in a row that chance makes. */
  private static final int MOST_EQUAL = 5;

  private static final int MAX_PART = 8;
  private static final int LEAST_PARTS = 3;

  private static final int MAX_EXTENSION = 5;

  /** What a value that is looked up, filled in, encrypted or hashed begins with. */
  private static final String NO_VALUE = "$%<{[(@&*|>~#`\\";

  /** Parts of values that refer to another. */
  private static final String[] REFERENCES = {
    "${", "{{", "$(", "#{", "<%", "://", "...", "arn:aws"
  };

  /**
   * Beginnings of hashes and of what is encrypted: by SOPS, Jasypt, Vault, Pulumi, dotenvx, AWS,
   * and OpenPGP in Base64.
   */
  private static final String[] SEALED = {
    "sha256-",
    "sha384-",
    "sha512-",
    "sha256:",
    "pbkdf2",
    "ENC[",
    "ENC(",
    "vault:v",
    "v1:",
    "encrypted:",
    "AQICAH",
    "wcFMA",
    "wcBMA",
    "hQEMA",
    "hQIMA"
  };

  /** Words that people write where a secret belongs, with letters for the digits like them. */
  private static final String[] PLACEHOLDERS = {
    "example", "sample", "placeholder", "change", "your", "xxxx", "dummy", "fake", "redacted",
    "secret", "passw", "passphrase", "token", "foobar", "replace", "insert", "test", "undefined",
    "qwert", "abcdef", "insecure", "default", "demo", "123456", "abc123", "deadbeef"
  };

  /** By letter, those that most often follow it in English words and in names of programs. */
  private static final String[] PAIRS =
      ("abcdgiklmnprstuvy aeiloru aehiklortu adeiosu acdefgilmnprstvx aefio aeioru aeiou"
              + " abcdefgklmnoprstvz a aeio aeilostuy abeiop acdeginostu cdklmnoprstuvw aeiloprtu u"
              + " adegimnorstu acehikopstu aehiorstuy abeilmnprst aei aei  a aei")
          .split(" ", -1);

  private SecretValue() {}

  /**
   * Whether a value may be a secret.
   *
   * @param least the fewest characters of one
   */
  static boolean isSecret(String value, int least) {
    int length = value.length();
    return length >= least
        && length <= MAX_LENGTH
        && NO_VALUE.indexOf(value.charAt(0)) < 0
        && !isSealed(value)
        && isPlain(value)
        && isMixed(value)
        && !isPlaceholder(value)
        && !isPlaceholder(decoded(value));
  }

  /** The text that a value is the Base64 of; if it is of none, the value. */
  private static String decoded(String value) {
    if (value.length() % 4 != 0) {
      return value;
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(value);
      for (byte b : bytes) {
        if (b < ' ' || b > '~') {
          return value;
        }
      }
      return new String(bytes, US_ASCII);
    } catch (IllegalArgumentException e) {
      return value;
    }
  }

  /** Whether it holds a word that people write where a secret belongs, or refers to one. */
  static boolean isPlaceholder(String value) {
    for (String reference : REFERENCES) {
      if (value.contains(reference)) {
        return true;
      }
    }
    if (value.length() > MAX_WORDS) {
      return false;
    }
    String lower = value.toLowerCase(Locale.ROOT);
    String spelled = isHex(lower) ? lower : spelled(lower);
    for (String placeholder : PLACEHOLDERS) {
      if (lower.contains(placeholder) || spelled.contains(placeholder)) {
        return true;
      }
    }
    return isWords(value) || isParts(value);
  }

  /** Whether it is of short parts, of which some are letters alone: {@code us-east-1}. */
  private static boolean isParts(String value) {
    int parts = 0;
    int words = 0;
    int start = 0;
    for (int i = 0; i <= value.length(); i++) {
      if (i == value.length() || "-_.".indexOf(value.charAt(i)) >= 0) {
        if (i - start > MAX_PART) {
          return false;
        }
        parts++;
        words += i > start && wordEnd(value, start) == i ? 1 : 0;
        start = i + 1;
      }
    }
    return parts >= LEAST_PARTS && words >= LEAST_PARTS - 1;
  }

  /** Whether it is of use only to who has a key; a sealed secret of Kubernetes is long. */
  private static boolean isSealed(String value) {
    for (String sealed : SEALED) {
      if (value.startsWith(sealed)) {
        return true;
      }
    }
    return value.startsWith("Ag") && value.length() > 300;
  }

  /** Whether it is one word of ASCII, not a path to a file. */
  private static boolean isPlain(String value) {
    int equal = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      equal = i > 0 && c == value.charAt(i - 1) ? equal + 1 : 0;
      if (c <= ' ' || c > '~' || c == '\\' || equal >= MOST_EQUAL) {
        return false;
      }
    }
    return !isFile(value) && !isPath(value);
  }

  private static boolean isPath(String value) {
    return value.contains("../") || (value.charAt(0) == '/' && value.indexOf('/', 1) > 0);
  }

  /** Whether it ends like the name of a file. */
  private static boolean isFile(String value) {
    int dot = value.lastIndexOf('.');
    int length = value.length() - dot - 1;
    for (int i = dot + 1; i < value.length(); i++) {
      if (!isLower(value.charAt(i))) {
        return false;
      }
    }
    return dot >= 0 && length > 1 && length <= MAX_EXTENSION;
  }

  /** Whether it has letters and as many different characters as chance gives. */
  private static boolean isMixed(String value) {
    int letters = 0;
    int digits = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      letters += isLower(c) || isUpper(c) ? 1 : 0;
      digits += isDigit(c) ? 1 : 0;
    }
    return letters > (value.indexOf(':') < 0 ? 0 : 1) // as a time has
        && (digits > 0 || isScattered(value))
        && letters + digits > value.length() / 2
        && hasEntropy(value);
  }

  /** Whether letters are in both cases without order, as they are in no name. */
  private static boolean isScattered(String value) {
    int runs = 0;
    int at = 0;
    while (at < value.length()) {
      int end = wordEnd(value, at);
      runs += end > at ? 1 : 0;
      at = Math.max(at + 1, end);
    }
    double most = value.length() < MANY ? MOST_LETTERS : MOST_OF_MANY;
    return runs * most >= value.length()
        && !value.equals(value.toLowerCase(Locale.ROOT))
        && !value.equals(value.toUpperCase(Locale.ROOT));
  }

  /** Whether what follows a beginning is random, and not in an order. */
  static boolean isRandom(String value) {
    return !value.contains("EXAMPLE")
        && !value.contains("example")
        && !value.contains("123456789")
        && !value.contains("abcdefgh")
        && hasEntropy(value);
  }

  private static boolean hasEntropy(String value) {
    double most = Math.log(value.length()) / Math.log(2);
    return entropy(value) >= Math.min(LEAST_ENTROPY, LEAST_SHARE * most);
  }

  private static double entropy(String value) {
    int[] counts = new int[128];
    for (int i = 0; i < value.length(); i++) {
      counts[value.charAt(i) & 0x7F]++;
    }
    double bits = 0;
    for (int count : counts) {
      if (count > 0) {
        double share = (double) count / value.length();
        bits -= share * Math.log(share) / Math.log(2);
      }
    }
    return bits;
  }

  private static boolean isHex(String lower) {
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (!isDigit(c) && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /** A value in which digits and signs are the letters that they look like. */
  private static String spelled(String lower) {
    var letters = new StringBuilder(lower.length());
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      int at = "0134578$@!".indexOf(c);
      letters.append(at < 0 ? c : "oleastbsai".charAt(at));
    }
    return letters.toString();
  }

  /** Whether most of it is words, as in {@code my-app-v2} and {@code RefreshTokenV2}. */
  static boolean isWords(String value) {
    int wordy = 0;
    int letters = 0;
    int digits = 0;
    int start = 0;
    while (start < value.length()) {
      int end = wordEnd(value, start);
      if (end == start) {
        digits += isDigit(value.charAt(start)) ? 1 : 0;
        start++;
      } else {
        letters += end - start;
        wordy += isWord(value, start, end) ? end - start : 0;
        start = end;
      }
    }
    boolean isNumbered = wordy == letters && digits <= MOST_NUMBERS;
    return wordy > 0 && (isNumbered || wordy * 3 >= (letters + digits) * 2);
  }

  /** The end of a run of letters in one case, of which the first may be a capital. */
  private static int wordEnd(String value, int start) {
    int at = start;
    while (at < value.length() && isUpper(value.charAt(at))) {
      at++;
    }
    if (at - start > 1) {
      return at < value.length() && isLower(value.charAt(at)) ? at - 1 : at;
    }
    while (at < value.length() && isLower(value.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isWord(String value, int start, int end) {
    int known = 0;
    for (int i = start + 1; i < end; i++) {
      int first = Character.toLowerCase(value.charAt(i - 1)) - 'a';
      known += PAIRS[first].indexOf(Character.toLowerCase(value.charAt(i))) >= 0 ? 1 : 0;
    }
    return end - start > 2 && known * 5 >= (end - start - 1) * 3;
  }

  static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isWordCharacter(char c) {
    return isLower(c) || isUpper(c) || isDigit(c);
  }
}
