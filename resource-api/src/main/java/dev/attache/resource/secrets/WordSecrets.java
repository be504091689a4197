package dev.attache.resource.secrets;

import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The secrets in one word of a command line: in URIs, after names such as {@code API_TOKEN=} or
 * {@code Authorization:}, and keys of well-known services, which show what they are.
 */
final class WordSecrets {

  /**
   * A name and what assigns to it. If nothing does, it is found all the same: the names that seem
   * to begin within it would each be read to the same end.
   */
  static final SparsePattern ASSIGNMENT =
      new SparsePattern(
          Pattern.compile(
              "(?<![\\w.-])-{0,2}(?<name>[A-Za-z_][\\w.\\[\\]-]*+)"
                  + "(?:(?<close>[\"']?)(?<sign>==?))?+"),
          WordSecrets::mayBeginName);

  static final SparsePattern FIELD =
      new SparsePattern(
          Pattern.compile(
              "(?<![\\w.-])(?<name>[A-Za-z][\\w-]*+)"
                  + "(?<close>[\"']?)\\s*+(?<sign>:)(?!:|//)\\s*+(?=\\S)"),
          WordSecrets::mayBeginName);

  private static final Set<String> FIELD_NAMES =
      Set.of("authorization", "proxyauthorization", "cookie", "setcookie", "jwt", "pwd");

  /** What the last part of a longer name may be: {@code DB_PASS}, {@code X-Auth-Key}. */
  private static final Set<String> LAST_PARTS = Set.of("auth", "jwt", "key", "pass", "pwd");

  /** Keys of well-known services, and private keys in PEM. */
  static final SparsePattern KEY =
      new SparsePattern(
          Pattern.compile(
              "(?<![A-Za-z0-9])(?:"
                  + "gh[opsur]_[A-Za-z0-9]{20,}"
                  + "|github_pat_\\w{20,}"
                  + "|gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|soat|ffct|oas)-[\\w.-]{20,}"
                  + "|sk-(?=[\\w-]{0,40}\\d)[\\w-]{20,}"
                  + "|[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}"
                  + "|xox[abeoprs][.-][A-Za-z0-9.-]{10,}"
                  + "|xapp-\\d-[A-Za-z0-9-]{10,}"
                  + "|(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])"
                  + "|AIza[\\w-]{35}"
                  + "|hf_[A-Za-z]{30,}"
                  + "|npm_[A-Za-z0-9]{36}"
                  + "|pypi-[\\w-]{50,}"
                  + "|(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*)"
                  + "|-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY.*+",
              Pattern.DOTALL),
          WordSecrets::mayBeginKey);

  private WordSecrets() {}

  /** Returns a word without its secrets. */
  static String redact(String word) {
    String redacted = withoutUris(word);
    if (redacted.indexOf('=') >= 0) {
      redacted = withoutValues(redacted, ASSIGNMENT, WordSecrets::isSecretName);
    }
    if (redacted.indexOf(':') >= 0) {
      redacted = withoutValues(redacted, FIELD, WordSecrets::isSecretField);
    }
    return withoutKeys(redacted);
  }

  /** Returns a text without the keys in it that show what they are. */
  static String withoutKeys(String text) {
    SparsePattern.Search search = KEY.in(text);
    StringBuilder redacted = null;
    int copied = 0;
    while (search.find(copied)) {
      redacted = redacted == null ? new StringBuilder(text.length()) : redacted;
      redacted.append(text, copied, search.match().start()).append(Redaction.MARK);
      copied = search.match().end();
    }
    return redacted == null ? text : redacted.append(text, copied, text.length()).toString();
  }

  private static boolean mayBeginKey(CharSequence text, int index) {
    return switch (text.charAt(index)) {
      case 'A', 'e', 'g', 'h', 'n', 'p', 'r', 's', 'x' ->
          index == 0 || !isLetterOrDigit(text.charAt(index - 1));
      case '-' -> index + 4 < text.length() && text.charAt(index + 4) == '-'; // -----BEGIN
      default -> false;
    };
  }

  private static boolean mayBeginName(CharSequence text, int index) {
    char c = text.charAt(index);
    return (c == '-' || c == '_' || isLetter(c))
        && (index == 0 || !isInName(text.charAt(index - 1)));
  }

  private static boolean isInName(char c) {
    return c == '-' || c == '_' || c == '.' || isLetterOrDigit(c);
  }

  private static boolean isLetterOrDigit(char c) {
    return isLetter(c) || (c >= '0' && c <= '9');
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** Whether the name of an option or a variable says that its value is secret. */
  static boolean isSecretName(String name) {
    if (SecretNames.isSecret(SecretNames.letters(name)) || hasSecretLastPart(name)) {
      return true;
    }
    boolean isProperty = name.startsWith("D") || name.startsWith("P"); // -Dkey=
    return isProperty && SecretNames.isSecret(SecretNames.letters(name.substring(1)));
  }

  private static boolean isSecretField(String name) {
    String letters = SecretNames.letters(name);
    return FIELD_NAMES.contains(letters)
        || SecretNames.endsLikeASecret(letters)
        || hasSecretLastPart(name);
  }

  private static boolean hasSecretLastPart(String name) {
    int begin = name.length();
    while (begin > 0 && "_-.".indexOf(name.charAt(begin - 1)) < 0) {
      begin--;
    }
    return begin > 0 && LAST_PARTS.contains(SecretNames.letters(name.substring(begin)));
  }

  private static String withoutUris(String word) {
    if (!hasBlank(word) || startsWithScheme(word)) {
      return Redaction.redactUri(word);
    }
    var redacted = new StringBuilder(word.length());
    int begin = 0;
    for (int i = 0; i <= word.length(); i++) {
      if (i == word.length() || isQuote(word.charAt(i)) || isBlank(word.charAt(i))) {
        redacted.append(Redaction.redactUri(word.substring(begin, i)));
        redacted.append(i < word.length() ? word.substring(i, i + 1) : "");
        begin = i + 1;
      }
    }
    return redacted.toString();
  }

  private static boolean startsWithScheme(String word) {
    int slashes = word.indexOf("://");
    return slashes > 0 && word.chars().limit(slashes).noneMatch(WordSecrets::isBlankOrQuote);
  }

  private static String withoutValues(
      String word, SparsePattern pattern, Predicate<String> isSecret) {
    SparsePattern.Search search = pattern.in(word);
    StringBuilder redacted = null;
    int copied = 0;
    for (int from = 0; search.find(from); ) {
      Matcher name = search.match();
      from = name.end();
      if (name.group("sign") != null && isSecret.test(name.group("name"))) {
        boolean isQuoted = name.start() > 0 && from < word.length() && isQuote(word.charAt(from));
        int begin = isQuoted ? from + 1 : from;
        int end = name.start() == 0 ? word.length() : endOfValue(word, name, begin);
        if (end > begin) {
          redacted = redacted == null ? new StringBuilder(word.length()) : redacted;
          redacted.append(word, copied, begin).append(Redaction.MARK);
          copied = end;
        }
        from = Math.max(begin, end);
      }
    }
    return redacted == null ? word : redacted.append(word, copied, word.length()).toString();
  }

  /** A secret goes to the quote that closes what it is in, or as far as it can. */
  private static int endOfValue(String word, Matcher name, int begin) {
    boolean isNameQuoted = !name.group("close").isEmpty();
    boolean isQuoted = begin > name.end();
    char before = word.charAt(isQuoted ? begin - 1 : name.start() - 1);
    if (isQuote(before) && (isQuoted || !isNameQuoted)) {
      int close = word.indexOf(before, begin);
      return close < 0 ? word.length() : close;
    }
    boolean isField = name.pattern().equals(FIELD.pattern());
    int end = begin;
    while (end < word.length() && !endsValue(word.charAt(end), isField, isNameQuoted)) {
      end++;
    }
    return end;
  }

  /** Fields are separated by what may be in a secret, too, unless their names are quoted. */
  private static boolean endsValue(char c, boolean isField, boolean isNameQuoted) {
    return (c == '&' && !isField) || (isNameQuoted && isBlankOrQuote(c));
  }

  static boolean hasBlank(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (isBlank(word.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBlankOrQuote(int c) {
    return isBlank(c) || isQuote(c);
  }

  private static boolean isBlank(int c) {
    return Character.isWhitespace(c);
  }

  private static boolean isQuote(int c) {
    return c == '"' || c == '\'' || c == '`';
  }
}
