package dev.attache.core.secrets;

/**
 * A place in a text where a key may begin.
 *
 * @param text a part of the text around it
 * @param start where the beginning of the key begins
 * @param rest where what follows the beginning begins
 * @param isFirst whether the part is the first one of the text
 * @param needsQuotes whether a word without quotes is code
 */
record KeyPlace(
    CharSequence text, int start, int rest, boolean isFirst, boolean needsQuotes, KeyTable table) {

  /** Whether it is the end of a longer word. */
  boolean isContinued() {
    return start > 0
        && SecretValue.isWordCharacter(text.charAt(start))
        && SecretValue.isWordCharacter(text.charAt(start - 1))
        && !(start > 1 && text.charAt(start - 2) == '\\' && isLineEnd(text.charAt(start - 1)));
  }

  /** The {@code n} of an escaped line end is no part of a word. */
  private static boolean isLineEnd(char c) {
    return "nrt".indexOf(c) >= 0;
  }

  boolean isInFirstLine() {
    for (int i = start; i > 0 && isFirst; i--) {
      if (text.charAt(i - 1) == '\n') {
        return false;
      }
    }
    return isFirst;
  }

  /** Whether a name goes on after the beginning: {@code ,password_changed_at}. */
  boolean isPartOfName() {
    return rest < text.length() && isOfName(text.charAt(rest - 1)) && isOfName(text.charAt(rest));
  }

  /** Whether the whole name is one of something random that is no secret. */
  boolean isHarmless() {
    int begin = start;
    while (begin > 0 && isOfName(text.charAt(begin - 1))) {
      begin--;
    }
    return table.isHarmless(text.subSequence(begin, rest).toString());
  }

  /** Whether what follows in the line is known from documentation. */
  boolean isExample() {
    int end = rest;
    while (end < text.length() && text.charAt(end) != '\n') {
      end++;
    }
    return table.isExample(text.subSequence(start, end).toString());
  }

  private static boolean isOfName(char c) {
    return SecretValue.isWordCharacter(c) || c == '_' || c == '-';
  }

  /** Where the value after a name begins, which its signs and blanks separate from it. */
  int valueStart() {
    int at = rest;
    while (at < text.length() && " :=\"',{}()[]>`".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /** Returns what stands there, up to a length. */
  String value(int most) {
    int from = valueStart();
    return text.subSequence(from, Math.min(text.length(), from + most)).toString();
  }
}
