package dev.attache.core.secrets;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Secrets that are told by the whole document: its form, or the name of its file. */
final class SecretDocument {

  /** The fewest characters of a secret whose place tells what it is. */
  private static final int LEAST = 6;

  /** What the data of a secret of Kubernetes stand after. */
  private static final String[] KEYS = {"\ndata:", "stringData", "\"data\""};

  /** The rows of a table that are looked at. */
  private static final int MAX_ROWS = 20;

  /** What separates the pairs of data. */
  private static final Pattern PAIRS = Pattern.compile("[\\n,{]");

  private static final Pattern WORD = Pattern.compile("[a-z]{3,8}");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s,]+");
  private static final Pattern END_OF_WORDS = Pattern.compile("[^a-z\\s,]");

  private static final int MAX_LINES = 3;

  /** The fewest characters of a secret that is a whole line. */
  private static final int LEAST_ALONE = 8;

  /** How many words the keys of wallets have. */
  private static final Set<Integer> COUNTS = Set.of(12, 15, 18, 21, 24);

  private static final int MAX_REPEATED = 2;

  /** The bytes of an Ed25519 key. */
  private static final int KEY_BYTES = 64;

  private SecretDocument() {}

  /** Whether the data of a secret of Kubernetes follow, in YAML or JSON. */
  static boolean isManifest(CharSequence text, int start) {
    String rest = text.subSequence(start, text.length()).toString();
    int end = rest.indexOf("kind:"); // of the next document
    String document = end < 0 ? rest : rest.substring(0, end);
    for (String pair : PAIRS.split(data(document), MAX_ROWS)) {
      int colon = pair.indexOf(": ");
      String value = colon < 0 ? "" : pair.substring(colon + 2).strip();
      if (SecretValue.isSecret(unquoted(value), LEAST)) {
        return true;
      }
    }
    return false;
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
    return numbers.matches("\\[[\\s\\d,]*+\\]") && numbers.split(",", -1).length == KEY_BYTES;
  }

  /** Whether a text begins with the words of a wallet, of which nearly each is another one. */
  static boolean isMnemonic(String text) {
    String[] words = BETWEEN_WORDS.split(END_OF_WORDS.split(text.strip(), 2)[0]);
    int count = 0;
    while (count < words.length && WORD.matcher(words[count]).matches()) {
      count++;
    }
    return COUNTS.contains(count)
        && Set.copyOf(Arrays.asList(words).subList(0, count)).size() >= count - MAX_REPEATED;
  }
}
