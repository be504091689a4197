package dev.attache.core.secrets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Base64;
import java.util.HashSet;
import java.util.List;

/** Secrets that are told by the whole document: its form, or the name of its file. */
final class SecretDocument {

  /** The fewest characters of a secret whose place tells what it is. */
  private static final int LEAST = 6;

  /** The rows of a table that are looked at. */
  private static final int MAX_ROWS = 20;

  private static final int MAX_LINES = 3;

  /** The bytes of an Ed25519 key. */
  private static final int KEY_BYTES = 64;

  private SecretDocument() {}

  /** Whether the data of a secret of Kubernetes follow, in YAML or JSON. */
  static boolean isManifest(CharSequence text, int start) {
    String rest = text.subSequence(start, text.length()).toString();
    int end = rest.indexOf("kind:");
    String document = end < 0 ? rest : rest.substring(0, end);
    int data = Math.max(document.indexOf("data:"), document.indexOf("Data:"));
    data = data < 0 ? document.indexOf("\"data\"") : data;
    if (data < 0) {
      return false;
    }
    for (String pair : document.substring(data).split("[\\n,{]", MAX_ROWS)) {
      int colon = pair.indexOf(": ");
      if (colon >= 0 && isData(pair.substring(colon + 2).strip().replaceAll("[\"'}]+", ""))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value is a secret, or the Base64 of one. */
  private static boolean isData(String value) {
    return SecretValue.isSecret(value, LEAST);
  }

  /**
   * Whether rows follow that have a secret in the column of a password.
   *
   * @param start where the column is named, in the first line
   */
  static boolean isTable(CharSequence text, int start) {
    String all = text.toString();
    if (all.lastIndexOf('\n', start) >= 0) {
      return false;
    }
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

  private static String unquoted(String cell) {
    return cell.replace("\"", "");
  }

  /** Whether a short text is nothing but a secret, or a user and a secret. */
  static boolean isAlone(String text) {
    List<String> lines = text.strip().lines().toList();
    return lines.size() <= MAX_LINES && lines.stream().anyMatch(SecretDocument::isOne);
  }

  private static boolean isOne(String line) {
    return SecretValue.isSecret(line.strip(), LEAST + 2);
  }

  /** Whether a text is the numbers of a key, as Solana keeps them. */
  static boolean isNumbers(String text) {
    String[] numbers = text.strip().split("\\s*,\\s*", -1);
    return numbers.length == KEY_BYTES
        && text.strip().matches("\\[[\\s\\d,]*+\\]");
  }

  /** Whether a text begins with the words of a wallet: 12 or more, each another one. */
  static boolean isMnemonic(String text) {
    String[] words = text.strip().split("[^a-z\\s,]", 2)[0].split("[\\s,]+");
    var different = new HashSet<String>();
    int count = 0;
    while (count < words.length && words[count].matches("[a-z]{3,8}")) {
      different.add(words[count]);
      count++;
    }
    return (count == 12 || count == 15 || count == 18 || count == 21 || count == 24)
        && different.size() >= count - 2;
  }
}
