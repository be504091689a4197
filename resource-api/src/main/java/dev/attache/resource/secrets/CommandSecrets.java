package dev.attache.resource.secrets;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The secrets among the words of a command line, where it takes the words around one to know it:
 * {@code --token x}, {@code -u user:password}, {@code sh -c '…'}.
 */
final class CommandSecrets {

  private static final Pattern OPTION = Pattern.compile("--?([A-Za-z][\\w.-]+)");

  /** Options that are about a secret and do not hold it: {@code --show-signature}. */
  private static final Pattern ABOUT = Pattern.compile("(?i)(?:no|show|verify|check|list)-.*");

  /** Names of secrets that only options have, in lower case and letters only. */
  private static final Set<String> OPTION_NAMES =
      Set.of("cookie", "creds", "keypass", "oauthbearer", "passin", "passout", "storepass");

  private static final Pattern USER_OPTION =
      Pattern.compile("-[uU]|--(?:user|proxy-user|proxyuser|http-user)");

  /** An option and its value in one word, of which the value is a user with a password. */
  private static final Pattern USER_WORD =
      Pattern.compile("(-[uU]|--(?:user|proxy-user|proxyuser)=)([^-].*)", Pattern.DOTALL);

  private static final Pattern HEADER_WORD =
      Pattern.compile("(-H|--(?:proxy-)?header=)(.+)", Pattern.DOTALL);

  /** A header without its value, because somebody forgot to quote both. */
  private static final Pattern OPEN_HEADER =
      Pattern.compile("(?i)(?:.*[^a-z])?(?:authorization|cookie):", Pattern.DOTALL);

  /** What ends such a value: an option, a URL, or the next command of a script. */
  private static final Pattern AFTER_HEADER = Pattern.compile("-.*|[;&|]+|.*://.*", Pattern.DOTALL);

  /** What a program takes as a command line or a script of its own. */
  private static final Pattern SCRIPT_OPTION = Pattern.compile("-[A-Za-z]*c|--command");

  /** What is no script after such an option: {@code git -c http.proxy=…}. */
  private static final Pattern SETTING = Pattern.compile("[A-Za-z][\\w-]*\\.[\\w.-]+=");

  private final List<String> words;
  private final int depth;

  private CommandSecrets(List<String> words, int depth) {
    this.words = words;
    this.depth = depth;
  }

  /**
   * Returns words without their secrets.
   *
   * @param depth how many command lines within words may still be looked into
   */
  static List<String> redact(List<String> words, int depth) {
    return new CommandSecrets(words, depth).redacted();
  }

  private List<String> redacted() {
    var redacted = new ArrayList<String>(words.size());
    boolean inHeader = false;
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String before = i == 0 ? "" : words.get(i - 1);
      inHeader = inHeader && !AFTER_HEADER.matcher(word).matches();
      boolean isSecret = inHeader || (isSecretAfter(before) && !isLongOption(word));
      redacted.add(isSecret && !word.isEmpty() ? Redaction.MARK : redacted(before, word));
      inHeader |= word.endsWith(":") && OPEN_HEADER.matcher(word).matches();
    }
    return List.copyOf(redacted);
  }

  private static boolean isSecretAfter(String before) {
    return before.equalsIgnoreCase("bearer") || isSecretOption(before);
  }

  private static boolean isSecretOption(String word) {
    if (!isOption(word)) {
      return false;
    }
    Matcher option = OPTION.matcher(word);
    if (!option.matches() || ABOUT.matcher(option.group(1)).matches()) {
      return false;
    }
    String letters = SecretNames.letters(option.group(1));
    return OPTION_NAMES.contains(letters) || WordSecrets.isSecretName(option.group(1));
  }

  /** A quick look, because most words are none; every pattern of an option begins with it. */
  private static boolean isOption(String word) {
    return word.startsWith("-");
  }

  private static boolean isLongOption(String word) {
    return word.startsWith("--") && word.length() > 2 && Character.isLetter(word.charAt(2));
  }

  private String redacted(String before, String word) {
    if (isOption(before) && USER_OPTION.matcher(before).matches()) {
      return withoutPassword(word);
    }
    if (isOption(word)) {
      Matcher user = USER_WORD.matcher(word);
      if (user.matches()) {
        return user.group(1) + withoutPassword(user.group(2));
      }
      Matcher header = HEADER_WORD.matcher(word);
      if (header.matches()) {
        return header.group(1) + within(header.group(2), false);
      }
    }
    return within(word, isBeforeScript(before) && !SETTING.matcher(word).lookingAt());
  }

  private static boolean isBeforeScript(String word) {
    return word.equals("eval") || (isOption(word) && SCRIPT_OPTION.matcher(word).matches());
  }

  private String withoutPassword(String word) {
    int colon = word.indexOf(':');
    if (colon < 0 || word.startsWith("://", colon)) {
      return within(word, false);
    }
    boolean isKey = colon == word.length() - 1; // many services take a key as a user
    return isKey
        ? Redaction.MARK + ":"
        : within(word.substring(0, colon), false) + ":" + Redaction.MARK;
  }

  private String within(String word, boolean isScript) {
    if (depth > 0 && CommandRedaction.isCommand(word)) {
      return CommandRedaction.redact(word, depth - 1);
    }
    boolean isLine = depth > 0 && (isScript || WordSecrets.hasBlank(word));
    String redacted = isScript && isLine ? WordSecrets.withoutKeys(word) : WordSecrets.redact(word);
    return isLine ? CommandRedaction.redactLine(redacted, depth - 1) : redacted;
  }
}
