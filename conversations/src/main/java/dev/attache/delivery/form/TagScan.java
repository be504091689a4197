package dev.attache.delivery.form;

import java.io.OutputStream;
import java.text.Normalizer;

/**
 * A search of contents, in UTF-8 and however they are cut into pieces, for anything that a lenient
 * reader could take for one of our tags: an opening or closing one, in any case, with blanks or
 * invisible characters in it, in wide letters or others that look the same. Our own tags around
 * contents are not gone through. Not thread-safe.
 */
final class TagScan extends OutputStream {

  /** The names of all tags, without their hyphens. */
  private static final String[] NAMES = {
    "resource", "user", "assistant", "toolcall", "toolresult", "tooltext", "notattached"
  };

  /** What the names begin with. */
  private static final String FIRST_LETTERS = firstLetters();

  private static final int ALL = (1 << NAMES.length) - 1;

  /** What every wide form of an ASCII character has more than the character. */
  private static final int WIDE = 0xFEE0;

  /**
   * Letters of the names, each with those of other scripts that look like it in either case, from
   * {@code confusables.txt} of UTS 39. Bold letters, those with accents and the like are not among
   * them: they decompose.
   */
  private static final String[] LOOK_ALIKES = {
    "a\u0430\u03b1\u0251\u1d00\uab7a",
    "c\u0441\u03f2\u1d04\uabaf",
    "d\u0501\u1d05\uab70",
    "e\u0435\u0454\u04bd\u03b5\u1d07\uab7c",
    "h\u04bb\u043d\u0570\u029c\uab8b",
    "i\u0456\u04cf\u03b9\u0131\u0269\u026a",
    "l\u04cf\u0131\u029f\uabae",
    "n\u0578\u03bd\u03b7\u043f\u0274",
    "o\u043e\u03bf\u03c3\u0585\u1d0f",
    "r\u0433\u0280\u1d26\uab71",
    "s\u0455\ua731\uabaa",
    "t\u0442\u03c4\u1d1b\uab72",
    "u\u057d\u03c5\u028b\u1d1c",
    "x\u0445\u03c7"
  };

  /** The byte that wide characters begin with, and small ones for compatibility. */
  private static final byte LEAD_OF_WIDE = (byte) 0xEF;

  private boolean isInTag;
  private int candidates; // the names that begin with the letters so far, a bit each
  private int letters;
  private int codePoint;
  private int continuations;
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
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      if (!isInTag && continuations == 0) {
        i = nextStart(bytes, i, end);
      }
      if (i < end) {
        write(bytes[i]);
      }
    }
  }

  /** Returns where a tag or a wide character may begin, which is nowhere in most texts. */
  private static int nextStart(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end && bytes[i] != '<' && bytes[i] != LEAD_OF_WIDE) {
      i++;
    }
    return i;
  }

  /** Says that a content has ended, and whether there was such a tag so far. */
  boolean isFound() {
    isFound |= isInTag && isName();
    return isFound;
  }

  private void take(int c) {
    int folded = c > WIDE && c < WIDE + 0x7F ? c - WIDE : c == 0xFE64 ? '<' : c;
    if (folded == '<') {
      isFound |= isInTag && isName();
      isInTag = true;
      candidates = ALL;
      letters = 0;
    } else if (isInTag) {
      if (letters == 0 && isOtherLetter(folded)) {
        isInTag = false;
      } else {
        takeInTag(folded);
      }
    }
  }

  /** Whether an ASCII letter begins no name, as those of most tags do. */
  private static boolean isOtherLetter(int c) {
    int lower = c | 0x20;
    return c < 0x80 && lower >= 'a' && lower <= 'z' && FIRST_LETTERS.indexOf(lower) < 0;
  }

  private void takeInTag(int c) {
    if (Character.isLetterOrDigit(c)) {
      takeLetters(c);
      isInTag = candidates != 0;
    } else if (c == '>' || c == '/' || isBlank(c) || isHyphen(c)) {
      isFound |= isName();
      isInTag = letters == 0 ? c != '>' : c != '>' && c != '/';
    } else {
      isInTag = isUnseen(c);
    }
  }

  /** Takes a letter without its accents, a bold one as a plain one, a ligature as two. */
  private void takeLetters(int c) {
    if (c < 0x80) {
      takeLetter(c);
    } else {
      Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKD)
          .codePoints()
          .filter(Character::isLetterOrDigit)
          .forEach(this::takeLetter);
    }
  }

  private void takeLetter(int letter) {
    int c = Character.toLowerCase(Character.toUpperCase(letter));
    int rest = 0;
    for (int i = 0; i < NAMES.length; i++) {
      String name = NAMES[i];
      if ((candidates & (1 << i)) != 0
          && letters < name.length()
          && looksLike(c, name.charAt(letters))) {
        rest |= 1 << i;
      }
    }
    candidates = rest;
    letters++;
  }

  private static boolean looksLike(int c, char letter) {
    if (c < 0x80) {
      return c == letter;
    }
    for (String group : LOOK_ALIKES) {
      if (group.charAt(0) == letter) {
        return group.indexOf(c) > 0;
      }
    }
    return false;
  }

  /** Whether the letters so far are a name, and not only the beginning of one. */
  private boolean isName() {
    for (int i = 0; i < NAMES.length; i++) {
      if ((candidates & (1 << i)) != 0 && NAMES[i].length() == letters) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHyphen(int c) {
    return c == '-'
        || c == '_'
        || c == 0x2212
        || Character.getType(c) == Character.DASH_PUNCTUATION;
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

  private static String firstLetters() {
    var letters = new StringBuilder();
    for (String name : NAMES) {
      letters.append(name.charAt(0));
    }
    return letters.toString();
  }
}
