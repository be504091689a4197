package dev.attache.mcp.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.jspecify.annotations.Nullable;

/**
 * A recogniser of JSON texts that follows the grammar of RFC 8259 byte by byte (and RFC 3629 within
 * strings), and notes how large their parts are. It shares nothing with what it is compared with.
 */
public final class JsonGrammar {

  private final byte[] bytes;
  private int at;
  private int depth;

  /** How deep arrays and objects are nested. */
  int deepest;

  /** How many digits the longest number has. */
  int longestNumber;

  private JsonGrammar(byte[] bytes) {
    this.bytes = bytes;
  }

  /** What was seen of a text; null if it is no JSON text in UTF-8. One mark may stand before it. */
  static @Nullable JsonGrammar match(byte[] bytes) {
    var text = new JsonGrammar(bytes);
    text.is(0xEF, 0xBB, 0xBF); // section 8.1: "MAY ignore"
    text.space();
    if (!text.isValue()) {
      return null;
    }
    text.space();
    return text.at == bytes.length ? text : null;
  }

  private int peek() {
    return at < bytes.length ? bytes[at] & 0xFF : -1;
  }

  private boolean is(int... all) {
    for (int i = 0; i < all.length; i++) {
      if (at + i >= bytes.length || (bytes[at + i] & 0xFF) != all[i]) {
        return false;
      }
    }
    at += all.length;
    return true;
  }

  private boolean isIn(int first, int last) {
    boolean isIn = peek() >= first && peek() <= last;
    at += isIn ? 1 : 0;
    return isIn;
  }

  private boolean isWord(String word) {
    for (byte b : word.getBytes(US_ASCII)) {
      if (!is(b)) {
        return false;
      }
    }
    return true;
  }

  /** Section 2. */
  private void space() {
    while (is(' ') || is('\t') || is('\n') || is('\r')) {
      // goes on
    }
  }

  /** Section 3. */
  private boolean isValue() {
    return switch (peek()) {
      case '{' -> isMembers('{', '}', true);
      case '[' -> isMembers('[', ']', false);
      case '"' -> isString();
      case 't' -> isWord("true");
      case 'f' -> isWord("false");
      case 'n' -> isWord("null");
      default -> isNumber();
    };
  }

  /** Sections 4 and 5. */
  private boolean isMembers(char begin, char end, boolean haveNames) {
    is(begin);
    deepest = Math.max(deepest, ++depth);
    space();
    boolean isEnded = is(end);
    while (!isEnded) {
      space();
      if (haveNames && !isName()) {
        return false;
      }
      space();
      if (!isValue()) {
        return false;
      }
      space();
      isEnded = is(end);
      if (!isEnded && !is(',')) {
        return false;
      }
    }
    depth--;
    return true;
  }

  private boolean isName() {
    if (!isString()) {
      return false;
    }
    space();
    return is(':');
  }

  /** Section 6. */
  private boolean isNumber() {
    is('-');
    int digits = is('0') ? 1 : digits();
    if (digits == 0) {
      return false;
    }
    if (is('.')) {
      int fraction = digits();
      if (fraction == 0) {
        return false;
      }
      digits += fraction;
    }
    if (is('e') || is('E')) {
      if (!is('+')) {
        is('-');
      }
      int exponent = digits();
      if (exponent == 0) {
        return false;
      }
      digits += exponent;
    }
    longestNumber = Math.max(longestNumber, digits);
    return true;
  }

  private int digits() {
    int begin = at;
    while (isIn('0', '9')) {
      // goes on
    }
    return at - begin;
  }

  /** Section 7. */
  private boolean isString() {
    if (!is('"')) {
      return false;
    }
    while (!is('"')) {
      boolean isCharacter = is('\\') ? isEscape() : isIn(0x20, 0x7F) || isLongCharacter();
      if (!isCharacter) {
        return false;
      }
    }
    return true;
  }

  private boolean isEscape() {
    if (is('u')) {
      boolean isHex = true;
      for (int i = 0; i < 4; i++) {
        isHex = isHex && (isIn('0', '9') || isIn('a', 'f') || isIn('A', 'F'));
      }
      return isHex;
    }
    int escaped = peek();
    at++;
    return escaped >= 0 && "\"\\/bfnrt".indexOf(escaped) >= 0;
  }

  /** RFC 3629, section 4. */
  private boolean isLongCharacter() {
    int first = peek();
    at++;
    return switch (first) {
      case 0xE0 -> isIn(0xA0, 0xBF) && isTail();
      case 0xED -> isIn(0x80, 0x9F) && isTail();
      case 0xF0 -> isIn(0x90, 0xBF) && isTail() && isTail();
      case 0xF4 -> isIn(0x80, 0x8F) && isTail() && isTail();
      default ->
          (first >= 0xC2 && first <= 0xDF && isTail())
              || (first >= 0xE1 && first <= 0xEF && isTail() && isTail())
              || (first >= 0xF1 && first <= 0xF3 && isTail() && isTail() && isTail());
    };
  }

  private boolean isTail() {
    return isIn(0x80, 0xBF);
  }
}
