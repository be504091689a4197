package dev.attache.core.secrets;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secrets that are told by the whole document: its form, or the name of its file. Patterns are
 * compiled where they are matched, since most starts read nothing that needs one.
 */
final class SecretDocument {

  /** The fewest characters of a secret whose place tells what it is. */
  private static final int LEAST = 6;

  /** What each manifest has once. */
  private static final String KIND = "kind";

  /** What the data of a secret of Kubernetes stand after. */
  private static final String[] KEYS = {"\ndata:", "stringData", "\"data\""};

  /** The rows of a table that are looked at. */
  private static final int MAX_ROWS = 20;

  /** What separates the pairs of data. */
  private static final String PAIRS = "[\\n,{]";

  /** A word of a wallet and what comes after it. */
  private static final String WORD = "([a-z]{3,8})(?![a-zA-Z0-9])[\\s,]*+";

  private static final int MAX_LINES = 3;

  /** The fewest characters of a secret that is a whole line. */
  private static final int LEAST_ALONE = 8;

  /** How many words the keys of wallets have. */
  private static final Set<Integer> COUNTS = Set.of(12, 15, 18, 21, 24);

  private static final int MOST_WORDS = 24;
  private static final int MAX_REPEATED = 2;

  /** The bytes of an Ed25519 key. */
  private static final int KEY_BYTES = 64;

  private SecretDocument() {}

  /**
   * Whether a manifest is that of a secret of Kubernetes with data, in YAML or JSON.
   *
   * @param start where it says what it is, before or after its data
   */
  static boolean isManifest(CharSequence text, int start) {
    int from = start;
    while (from > 0 && !startsWith(text, from - 1, KIND)) {
      from--;
    }
    int to = start + KIND.length();
    while (to < text.length() && !startsWith(text, to, KIND)) {
      to++;
    }
    String document = text.subSequence(from, to).toString();
    for (String pair : data(document).split(PAIRS, MAX_ROWS)) {
      int colon = pair.indexOf(": ");
      String value = colon < 0 ? "" : pair.substring(colon + 2).strip();
      if (SecretValue.isSecret(unquoted(value), LEAST)) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWith(CharSequence text, int at, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= text.length() || text.charAt(at + i) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static String data(String document) {
    for (String key : KEYS) {
      int data = document.indexOf(key);
      if (data >= 0) {
        return document.substring(data + key.length());
      }
    }
    return "";
  }

  /**
   * Whether rows follow that have a secret in the column of a password.
   *
   * @param start where the column is named, in the first line
   */
  static boolean isTable(CharSequence text, int start) {
    String all = text.toString();
    String[] lines = all.split("\\R", MAX_ROWS);
    int column = (int) all.substring(0, start + 1).chars().filter(c -> c == ',').count();
    for (int row = 1; row < lines.length; row++) {
      String[] cells = lines[row].split(",", -1);
      if (column < cells.length && SecretValue.isSecret(unquoted(cells[column]), LEAST)) {
        return true;
      }
    }
    return false;
  }

  /** A value without its quotes and without the brace that ends an object. */
  private static String unquoted(String cell) {
    return cell.replace("\"", "").replace("'", "").replace("}", "");
  }

  /** Whether a short text is nothing but a secret, or a user and a secret. */
  static boolean isAlone(String text) {
    List<String> lines = text.strip().lines().toList();
    return lines.size() <= MAX_LINES && lines.stream().anyMatch(line -> isOne(line.strip()));
  }

  /** Whether a line is a secret; what has a sign for equality in it gives something a name. */
  private static boolean isOne(String line) {
    return SecretValue.isSecret(line, LEAST_ALONE) && line.matches("[^=]++=*+");
  }

  /** Whether a text is the numbers of a key, as Solana keeps them. */
  static boolean isNumbers(String text) {
    String numbers = text.strip();
    return numbers.startsWith("[")
        && numbers.matches("\\[[\\s\\d,]*+\\]")
        && numbers.split(",", -1).length == KEY_BYTES;
  }

  /** Whether a text begins with the words of a wallet, of which nearly each is another one. */
  static boolean isMnemonic(String text) {
    Matcher word = Pattern.compile(WORD).matcher(text.strip());
    var words = new HashSet<String>();
    int count = 0;
    for (int end = 0;
        count <= MOST_WORDS && word.region(end, word.regionEnd()).lookingAt();
        count++) {
      words.add(word.group(1));
      end = word.end();
    }
    return COUNTS.contains(count) && words.size() >= count - MAX_REPEATED;
  }
}
