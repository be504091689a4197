package dev.attache.core.secrets;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code key-shapes.txt}: how something secret goes on after one of its beginnings.
 * Thread-safe.
 *
 * <p>Most are regular expressions. Where a secret is known only by what stands around it, a word
 * names the rule: {@code @value} a value beside a name, {@code @url} a login in a URL,
 * {@code @basic} one in Base64, {@code @bearer} a token, {@code @cookie} the cookies of a header,
 * {@code @manifest} the data of a secret of Kubernetes, {@code @column} a column of passwords,
 * {@code @words} the words of a wallet; of files that are nothing else, {@code @@alone} a secret,
 * {@code @@numbers} the bytes of a key, {@code @@phrase} the words of a wallet.
 */
final class KeyShape {

  /** Names of files that are nothing but a secret. */
  static final String ALONE = "@@alone";

  /** Names of files that may be the numbers of a key. */
  static final String NUMBERS = "@@numbers";

  /** Names of files that may be the words of a wallet. */
  static final String PHRASE = "@@phrase";

  /** The fewest characters of a value that has a secret's name. */
  private static final int LEAST = 8;

  /** The same in source code, where most such values are of tests and examples. */
  private static final int LEAST_IN_CODE = 12;

  /** The most characters of the words of a wallet. */
  private static final int MOST_WORDS = 300;

  /** The most characters of a file that is nothing but a secret. */
  private static final int MOST_ALONE = 1000;

  private static final String END = "(?![0-9A-Za-z])";

  private final String name;
  private final String rest;
  private final List<String> files;
  private @Nullable Pattern pattern; // compiled when a text has one of the beginnings

  /**
   * @param name what it is, with its article
   * @param rest what follows a beginning
   * @param files patterns of names of files: {@code *x}, {@code *x*}, and {@code x/*} of all in x
   */
  KeyShape(String name, String rest, List<String> files) {
    this.name = name;
    this.rest = rest;
    this.files = files;
  }

  String name() {
    return name;
  }

  /** Whether the words around it, and not the secret itself, tell what it is. */
  boolean isToldByWords() {
    return rest.charAt(0) == '@';
  }

  /** Whether a file with such a name is nothing but a secret. */
  boolean isAlone(String path, CharSequence text) {
    return text.length() <= MOST_ALONE
        && isFile(path)
        && switch (rest) {
          case ALONE -> SecretDocument.isAlone(text.toString());
          case NUMBERS -> SecretDocument.isNumbers(text.toString());
          default -> SecretDocument.isMnemonic(text.toString());
        };
  }

  private boolean isFile(String path) {
    String fileName = path.substring(path.indexOf('/') + 1);
    if (fileName.contains("pub") || fileName.endsWith(".enc")) {
      return false; // a public key and what is encrypted are as random
    }
    for (String file : files) {
      if (isFile(file, path, fileName)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFile(String pattern, String path, String fileName) {
    int last = pattern.length() - 1;
    if (pattern.charAt(0) != '*') {
      return path.startsWith(pattern.substring(0, last));
    }
    return pattern.charAt(last) == '*'
        ? fileName.contains(pattern.substring(1, last))
        : fileName.endsWith(pattern.substring(1));
  }

  /** Whether there is such a key in a text. */
  boolean isAt(KeyPlace place) {
    return isLike(place) && !place.isExample();
  }

  private boolean isLike(KeyPlace place) {
    CharSequence text = place.text();
    int after = place.rest();
    return switch (rest) {
      case "@value" -> isNamed(place);
      case "@url" -> LoginText.isInUrl(text, after);
      case "@basic" -> LoginText.isBasic(LoginText.word(text, place.valueStart()));
      case "@bearer" -> LoginText.isToken(text, after);
      case "@cookie" -> LoginText.isCookie(text, after);
      case "@manifest" -> SecretDocument.isManifest(text, place.start());
      case "@column" -> isColumn(place);
      case "@words" -> SecretDocument.isMnemonic(place.value(MOST_WORDS));
      default -> isMatched(place);
    };
  }

  private static boolean isNamed(KeyPlace place) {
    String value = NamedValue.of(place.text(), place.rest(), place.needsQuotes());
    return SecretValue.isSecret(value, place.needsQuotes() ? LEAST_IN_CODE : LEAST)
        && !place.isHarmless();
  }

  private static boolean isColumn(KeyPlace place) {
    return place.isInFirstLine()
        && !place.isPartOfName()
        && SecretDocument.isTable(place.text(), place.start());
  }

  private boolean isMatched(KeyPlace place) {
    CharSequence text = place.text();
    if (!rest.startsWith("(?<") && place.isContinued()) {
      return false;
    }
    Matcher matcher = compiled().matcher(text).region(place.rest(), text.length());
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    if (!matcher.lookingAt()) {
      return false;
    }
    return matcher.groupCount() > 0
        ? SecretValue.isSecret(matcher.group(1), LEAST)
        : SecretValue.isRandom(text.subSequence(place.rest(), matcher.end()).toString());
  }

  private synchronized Pattern compiled() {
    Pattern known = pattern;
    if (known == null) {
      int last = rest.length() - 1;
      known = Pattern.compile(rest.charAt(last) == '!' ? rest.substring(0, last) + END : rest);
      pattern = known;
    }
    return known;
  }
}
