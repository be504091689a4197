package dev.attache.delivery.form;

import java.io.OutputStream;
import java.util.List;

/**
 * A search of contents, in UTF-8 and however they are cut into pieces, for anything that a lenient
 * reader could take for one of our tags: an opening or closing one, in any case, with blanks or
 * invisible characters in it, in wide letters. Our own tags around contents are not gone through.
 * Not thread-safe.
 */
final class TagScan extends OutputStream {

  /** The names of all tags, without their hyphens. */
  private static final List<String> NAMES =
      List.of("resource", "user", "assistant", "toolcall", "toolresult", "tooltext", "notattached");

  private static final int LONGEST = NAMES.stream().mapToInt(String::length).max().orElseThrow();

  /** What every wide form of an ASCII character has more than the character. */
  private static final int WIDE = 0xFEE0;

  private final StringBuilder name = new StringBuilder(LONGEST + 1);
  private int codePoint;
  private int continuations;
  private boolean isInTag;
  private boolean isFound;

  @Override
  public void write(int b) {
    if (isFound) {
      return;
    }
    int octet = b & 0xFF;
    if (octet < 0x80) {
      continuations = 0;
      take(octet);
    } else if (octet >= 0xC0) {
      continuations = octet >= 0xF0 ? 3 : octet >= 0xE0 ? 2 : 1;
      codePoint = octet & (0x3F >> continuations);
    } else if (continuations > 0) {
      codePoint = (codePoint << 6) | (octet & 0x3F);
      if (--continuations == 0) {
        take(codePoint);
      }
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      byte b = bytes[i];
      if (isInTag || b == '<' || b < 0 || continuations > 0) {
        write(b);
      }
    }
  }

  /** Says that a content has ended, and whether there was such a tag so far. */
  boolean isFound() {
    if (isInTag && isName()) {
      isFound = true;
    }
    return isFound;
  }

  private void take(int c) {
    int folded = c > WIDE && c < WIDE + 0x7F ? c - WIDE : c == 0xFE64 ? '<' : c;
    if (folded == '<') {
      isFound |= isInTag && isName();
      isInTag = true;
      name.setLength(0);
    } else if (isInTag) {
      takeInTag(folded);
    }
  }

  private void takeInTag(int c) {
    if (Character.isLetterOrDigit(c)) {
      name.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c)));
      isInTag = name.length() <= LONGEST;
    } else if (ends(c)) {
      isFound = isName();
      isInTag = name.isEmpty() || isBeginning();
    } else {
      isInTag = isUnseen(c);
    }
  }

  /** Whether a name may end before a character; unless it has begun, nothing is meant by it. */
  private static boolean ends(int c) {
    return c == '>' || c == '/' || isHyphen(c) || isBlank(c);
  }

  private static boolean isHyphen(int c) {
    return Character.getType(c) == Character.DASH_PUNCTUATION || c == '_' || c == 0x2212;
  }

  private static boolean isBlank(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static boolean isUnseen(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT,
          Character.CONTROL,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          true;
      default -> c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0; // blank letters
    };
  }

  private boolean isName() {
    return NAMES.contains(name.toString());
  }

  private boolean isBeginning() {
    String begun = name.toString();
    return NAMES.stream().anyMatch(each -> each.startsWith(begun));
  }
}
