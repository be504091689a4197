package dev.attache.core.secrets;

import org.jspecify.annotations.Nullable;

/**
 * The value that stands beside a name, in whatever language: {@code password: x}, {@code
 * define('PASSWORD', 'x')}, {@code <password>x</password>}, {@code "name": "PASSWORD", "value":
 * "x"}.
 */
final class NamedValue {

  /** The most that stands between a name and its value. */
  private static final int MAX_BETWEEN = 80;

  private static final int MAX_VALUE = 500;

  /** The fewest characters of a value in a string of code: {@code "Password=x;Encrypt=True"}. */
  private static final int LEAST_JOINED = 16;

  /** The fewest characters of a value after a blank. */
  private static final int LEAST_SPACED = 12;

  /** What separates a name from its value. */
  private static final String SEPARATORS = "=:>?(";

  /** What ends a value without quotes. */
  private static final String ENDS = " \t\r\n\"'`<>;,&|)]}";

  /** What names a value in its turn. */
  private static final String[] WORDS = {"value", "Value", "default", "string", "is"};

  /** What some values begin with, without being a part of them. */
  private static final String[] PREFIXES = {
    "base64:", "django-insecure-", "Bearer ", "Token ", "token "
  };

  private final CharSequence text;
  private final int nameEnd;
  private int at;
  private boolean isSeparated;
  private boolean isSpaced;
  private boolean isListed; // a comma has come
  private boolean isCalled; // a parenthesis has come

  private NamedValue(CharSequence text, int at) {
    this.text = text;
    this.at = at;
    this.nameEnd = at;
  }

  /**
   * Returns the value of a name, without its quotes; empty if none stands there.
   *
   * @param end where the name ends
   * @param needsQuotes whether a word without quotes is code, not a value
   */
  static String of(CharSequence text, int end, boolean needsQuotes) {
    boolean isSeparated = SEPARATORS.indexOf(text.charAt(end - 1)) >= 0;
    if (!isSeparated && end < text.length() && isNamePart(text.charAt(end))) {
      return "";
    }
    var value = new NamedValue(text, end);
    value.isSeparated = isSeparated;
    return value.read(needsQuotes);
  }

  private static boolean isNamePart(char c) {
    return SecretValue.isWordCharacter(c) || c == '_' || c == '-';
  }

  private String read(boolean needsQuotes) {
    int limit = Math.min(text.length(), at + MAX_BETWEEN);
    String value = null;
    while (value == null && at < limit) {
      char c = text.charAt(at);
      if (isQuote(c)) {
        value = quoted(c);
      } else if (c == '\r' || c == '\n') {
        value = skipLineEnd(limit) ? null : "";
      } else if (!skipSign(c, limit) && !skipWord() && !skipLetterOfString()) {
        value = bare(needsQuotes);
      }
    }
    return value == null ? "" : value;
  }

  /** Skips what may stand between a name and its value. */
  private boolean skipSign(char c, int limit) {
    if (c == '<') {
      while (at < limit && text.charAt(at) != '>') {
        at++;
      }
      return true;
    }
    boolean isSeparator = SEPARATORS.indexOf(c) >= 0;
    boolean isSkipped = isSeparator || " \t,])\\".indexOf(c) >= 0 || isOpening(c);
    isSeparated |= isSeparator;
    isSpaced |= c == ' ' || c == '\t' || c == ',';
    isListed |= c == ',';
    isCalled |= c == '(';
    at += isSkipped ? 1 : 0;
    return isSkipped;
  }

  /** Reads what has no quotes; null if it is a type, and the value follows. */
  private @Nullable String bare(boolean needsQuotes) {
    boolean isJoined = text.charAt(at - 1) == '=';
    String word = word();
    if (isTyped()) {
      return null;
    }
    return isValue(word, isJoined, needsQuotes) ? word : "";
  }

  private boolean isValue(String word, boolean isJoined, boolean needsQuotes) {
    if (needsQuotes) {
      return isJoined && word.length() >= LEAST_JOINED;
    }
    return isSeparated ? !isCalled : !isListed && isLong(word) && (isOption() || isAtLineEnd());
  }

  /** Whether a word is like no other, so that nothing but a blank may be before it. */
  private static boolean isLong(String word) {
    return word.length() >= LEAST_SPACED && word.indexOf(':') < 0;
  }

  /** Whether the name is that of an option: {@code --token x}. */
  private boolean isOption() {
    int begin = nameEnd;
    while (begin > 0 && isNamePart(text.charAt(begin - 1))) {
      begin--;
    }
    return text.charAt(begin) == '-';
  }

  private boolean isAtLineEnd() {
    return at == text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r';
  }

  /** Whether the name is the first argument of a function: {@code getenv("TOKEN", "x")}. */
  private boolean isArgument() {
    int begin = nameEnd;
    while (begin > 0 && (isNamePart(text.charAt(begin - 1)) || text.charAt(begin - 1) == '.')) {
      begin--;
    }
    while (begin > 0 && (isQuote(text.charAt(begin - 1)) || text.charAt(begin - 1) == ' ')) {
      begin--;
    }
    return begin > 0 && (text.charAt(begin - 1) == '(' || text.charAt(begin - 1) == '{');
  }

  /** Whether a brace opens a block; other braces are a part of a value. */
  private boolean isOpening(char c) {
    return c == '{' && at + 1 < text.length() && " \r\n\"'".indexOf(text.charAt(at + 1)) >= 0;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  /** Reads what is quoted; null if the quote ends something. */
  private @Nullable String quoted(char quote) {
    boolean begins = isSeparated || isSpaced;
    at++;
    if (!begins) {
      return null;
    }
    int end = at;
    int limit = Math.min(text.length(), at + MAX_VALUE);
    while (end < limit && text.charAt(end) != quote && text.charAt(end) != '\n') {
      end++;
    }
    if (end == limit || text.charAt(end) != quote) {
      return null;
    }
    String value = text.subSequence(at, end).toString();
    if (value.endsWith("\\")) {
      value = value.substring(0, value.length() - 1);
    }
    if (isWord(value)) {
      at = end + 1;
      isSeparated = false;
      isSpaced = false;
      isListed = false;
      return null;
    }
    return isListed && !isArgument() ? "" : unprefixed(value);
  }

  private static boolean isWord(String value) {
    for (String word : WORDS) {
      if (value.equals(word)) {
        return true;
      }
    }
    return false;
  }

  private static String unprefixed(String value) {
    for (String prefix : PREFIXES) {
      if (value.startsWith(prefix)) {
        return value.substring(prefix.length());
      }
    }
    return value;
  }

  /** Goes on in the next line if a tag or the word for a value begins it. */
  private boolean skipLineEnd(int limit) {
    while (at < limit && text.charAt(at) <= ' ') {
      at++;
    }
    at += at < limit && isQuote(text.charAt(at)) ? 1 : 0;
    return at < limit && (text.charAt(at) == '<' || isAtWord());
  }

  private boolean isAtWord() {
    for (String word : WORDS) {
      if (startsWith(word)) {
        return true;
      }
    }
    return false;
  }

  private boolean skipWord() {
    for (String word : WORDS) {
      int end = at + word.length();
      if (startsWith(word) && end < text.length() && " =:>\"'".indexOf(text.charAt(end)) >= 0) {
        at = end;
        return true;
      }
    }
    return false;
  }

  private boolean startsWith(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= text.length() || text.charAt(at + i) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Skips the letter before a quote, as in {@code b'…'} and {@code @"…"}. */
  private boolean skipLetterOfString() {
    boolean isLetter =
        "brfuL@".indexOf(text.charAt(at)) >= 0
            && at + 1 < text.length()
            && isQuote(text.charAt(at + 1));
    at += isLetter ? 1 : 0;
    isSpaced |= isLetter;
    return isLetter;
  }

  /** Reads a word without quotes. */
  private String word() {
    int end = at;
    int limit = Math.min(text.length(), at + MAX_VALUE);
    for (String prefix : PREFIXES) {
      if (startsWith(prefix)) {
        at += prefix.length();
        end = at;
      }
    }
    while (end < limit && ENDS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String word = text.subSequence(at, end).toString();
    at = end;
    return word.indexOf('(') >= 0 || word.indexOf('[') >= 0 ? "" : word;
  }

  /** Whether what was read is a type, and the value follows: {@code key: String = "x"}. */
  private boolean isTyped() {
    int next = at;
    while (next < text.length() && text.charAt(next) == ' ') {
      next++;
    }
    boolean isTyped =
        next > at
            && next + 1 < text.length()
            && text.charAt(next) == '='
            && text.charAt(next + 1) == ' ';
    at = isTyped ? next : at;
    return isTyped;
  }
}
