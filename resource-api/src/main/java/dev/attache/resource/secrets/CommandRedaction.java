package dev.attache.resource.secrets;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The display form of a command, in both spellings of its URI: {@code cmd://curl?arg=…} and {@code
 * cmd:curl …}. Only the words that hold a secret are written anew.
 */
final class CommandRedaction {

  private static final Pattern SCHEME = Pattern.compile("[^A-Za-z0-9]*+(?i:cmd):");
  private static final Set<String> ARGUMENT_KEYS = Set.of("arg", "args", "arg[]", "args[]");
  private static final String UNRESERVED_MARKS = "-._~";
  private static final HexFormat UPPER_CASE = HexFormat.of().withUpperCase();

  private CommandRedaction() {}

  /** Whether a reference is a command, perhaps after punctuation such as {@code !} or {@code (}. */
  static boolean isCommand(String reference) {
    return reference.indexOf(':') >= 0 && SCHEME.matcher(reference).lookingAt();
  }

  /**
   * Returns the display form of a command.
   *
   * @param depth how many command lines within words may still be looked into
   */
  static String redact(String command, int depth) {
    Matcher scheme = SCHEME.matcher(command);
    if (!scheme.lookingAt()) {
      return command;
    }
    String rest = command.substring(scheme.end());
    String redacted = rest.startsWith("//") ? redactQuery(rest, depth) : redactLine(rest, depth);
    return redacted.equals(rest) ? command : scheme.group() + redacted;
  }

  /** Returns a line of shell words without the secrets in it, be its quoting right or wrong. */
  static String redactLine(String line, int depth) {
    List<ShellScanner.Word> words = new ShellScanner(line).words();
    List<String> texts = words.stream().map(ShellScanner.Word::text).toList();
    List<String> redacted = CommandSecrets.redact(texts, depth);
    var shown = new StringBuilder(line.length());
    int copied = 0;
    for (int i = 0; i < words.size(); i++) {
      ShellScanner.Word word = words.get(i);
      if (!redacted.get(i).equals(word.text())) {
        shown.append(line, copied, word.begin());
        shown.append(requoted(line.substring(word.begin(), word.end()), redacted.get(i)));
        copied = word.end();
      }
    }
    return shown.append(line, copied, line.length()).toString();
  }

  /** Quotes a word as the one in whose place it stands, as far as that can be. */
  private static String requoted(String before, String word) {
    if (isFreeOf(before, "'\"\\") && isFreeOf(word, "'\"\\ \t\n")) {
      return word;
    }
    boolean isDoubleQuoted =
        before.length() > 1 && before.startsWith("\"") && before.endsWith("\"");
    if (isDoubleQuoted && isFreeOf(word, "\"\\$`")) {
      return '"' + word + '"';
    }
    return before.startsWith("'") ? ShellQuoting.quote(word) : ShellQuoting.quoteIfNeeded(word);
  }

  private static boolean isFreeOf(String word, String characters) {
    return word.chars().noneMatch(c -> characters.indexOf(c) >= 0);
  }

  private static String redactQuery(String rest, int depth) {
    int query = rest.indexOf('?');
    if (query < 0) {
      return rest;
    }
    String[] pieces = rest.substring(query + 1).split("&", -1);
    var words = new ArrayList<String>();
    words.add(PercentDecoding.decode(rest.substring(2, query)));
    for (String piece : pieces) {
      if (isArgument(piece)) {
        words.add(decoded(value(piece)));
      }
    }
    List<String> redacted = CommandSecrets.redact(words, depth);
    int argument = 0;
    for (int i = 0; i < pieces.length; i++) {
      String shown =
          isArgument(pieces[i]) ? redacted.get(++argument) : redactedMetadata(pieces[i], depth);
      pieces[i] = respelled(pieces[i], shown);
    }
    return rest.substring(0, query + 1) + String.join("&", pieces);
  }

  private static boolean isArgument(String piece) {
    return !piece.isEmpty() && ARGUMENT_KEYS.contains(key(piece));
  }

  private static String key(String piece) {
    return decoded(piece.substring(0, endOfKey(piece)));
  }

  private static String value(String piece) {
    return piece.substring(Math.min(endOfKey(piece) + 1, piece.length()));
  }

  private static int endOfKey(String piece) {
    int equals = piece.indexOf('=');
    return equals < 0 ? piece.length() : equals;
  }

  private static String redactedMetadata(String piece, int depth) {
    String value = decoded(value(piece));
    boolean isSecret = SecretNames.isSecret(SecretNames.letters(key(piece)));
    return isSecret && !value.isEmpty()
        ? Redaction.MARK
        : CommandSecrets.redact(List.of(value), depth).get(0);
  }

  private static String decoded(String value) {
    return PercentDecoding.decode(value.replace('+', ' '));
  }

  /** Puts a value into a parameter, of whose spelling everything stays that can. */
  private static String respelled(String piece, String shown) {
    String raw = value(piece);
    String value = decoded(raw);
    if (shown.equals(value)) {
      return piece;
    }
    int most = Math.min(value.length(), shown.length());
    int same = 0;
    while (same < most && value.charAt(same) == shown.charAt(same)) {
      same++;
    }
    int sameAtEnd = 0;
    while (sameAtEnd < most - same
        && value.charAt(value.length() - 1 - sameAtEnd)
            == shown.charAt(shown.length() - 1 - sameAtEnd)) {
      sameAtEnd++;
    }
    return piece.substring(0, piece.length() - raw.length())
        + raw.substring(0, rawIndex(raw, same))
        + encoded(shown.substring(same, shown.length() - sameAtEnd))
        + raw.substring(rawIndex(raw, value.length() - sameAtEnd));
  }

  /** Where in an encoded value the decoded character with this index begins. */
  private static int rawIndex(String raw, int decodedIndex) {
    if (raw.indexOf('%') < 0) {
      return decodedIndex;
    }
    int index = 0;
    for (int i = 0; i < decodedIndex; i++) {
      index += PercentDecoding.isEncoded(raw, index) ? 3 : 1;
    }
    return index;
  }

  private static String encoded(String bytes) {
    var encoded = new StringBuilder();
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      boolean isRaw = c > 0xff || UNRESERVED_MARKS.indexOf(c) >= 0 || isLetterOrDigit(c);
      encoded.append(isRaw ? String.valueOf(c) : "%" + UPPER_CASE.toHexDigits((byte) c));
    }
    return encoded.toString();
  }

  private static boolean isLetterOrDigit(char c) {
    return c < 0x80 && Character.isLetterOrDigit(c);
  }
}
