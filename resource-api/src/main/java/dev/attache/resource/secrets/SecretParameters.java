package dev.attache.resource.secrets;

/** The parameters of one URI, of which some have names that say that their values are secret. */
final class SecretParameters {

  private final String text;
  private final int depth;
  private final StringBuilder redacted = new StringBuilder();
  private int copied;
  private int lookedInto;

  SecretParameters(String text, int depth) {
    this.text = text;
    this.depth = depth;
  }

  /** The text with the values of secrets replaced; the same string if there are none. */
  String redacted() {
    boolean inQuery = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      inQuery |= c == '?' || c == '#';
      if (c == ';' || (inQuery && isSeparator(c))) {
        i = parameter(i + 1, inQuery) - 1;
      }
    }
    return copied == 0 ? text : redacted.append(text, copied, text.length()).toString();
  }

  /**
   * Looks at the parameter that begins here, and returns where the next one may.
   *
   * @param inQuery whether it is one of the query or the fragment; in a path there are only those
   *     that some servers use for sessions, {@code /path;jsessionid=…}
   */
  private int parameter(int begin, boolean inQuery) {
    int equals = begin;
    while (equals < text.length() && text.charAt(equals) != '=') {
      if (isSeparator(text.charAt(equals))) {
        break;
      }
      equals++;
    }
    boolean hasValue = equals < text.length() && text.charAt(equals) == '=';
    int value = hasValue ? equals + 1 : begin;
    if (hasValue && isSecret(text.substring(begin, equals), inQuery)) {
      return replace(value, endOfValue(value, inQuery));
    }
    if (inQuery && value >= lookedInto) { // once, however many parameters seem to begin there
      lookedInto = endOfValue(value, true);
      if (Redaction.isSecretWithin(text.substring(value, lookedInto), depth)) {
        return replace(value, lookedInto);
      }
    }
    return Math.max(value, equals);
  }

  private int replace(int begin, int end) {
    if (end > begin) {
      redacted.append(text, copied, begin).append(Redaction.MARK);
      copied = end;
    }
    return end;
  }

  private int endOfValue(int value, boolean inQuery) {
    int end = value;
    while (end < text.length() && !endsValue(text.charAt(end), inQuery)) {
      end++;
    }
    return end;
  }

  /** A secret goes as far as it can. */
  private static boolean endsValue(char c, boolean inQuery) {
    return c == '&' || c == '#' || (!inQuery && (c == '?' || c == '/' || c == ';'));
  }

  private static boolean isSeparator(char c) {
    return c == '?' || c == '&' || c == '#' || c == ';';
  }

  private static boolean isSecret(String written, boolean inQuery) {
    String name = SecretNames.letters(PercentDecoding.decode(written));
    return inQuery ? SecretNames.isSecret(name) : name.endsWith("sessionid");
  }
}
