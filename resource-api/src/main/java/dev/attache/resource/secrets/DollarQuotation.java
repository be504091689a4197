package dev.attache.resource.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * A quotation {@code $'…'} and the text that it stands for (POSIX.1-2024, Shell Command Language,
 * section 2.2.4), with the {@code \\uHHHH} and {@code \UHHHHHHHH} that most shells add.
 */
final class DollarQuotation {

  private static final String LETTERS = "abefnrtv\\'\"?";
  private static final String MEANINGS = "\u0007\b\u001b\f\n\r\t\u000b\\'\"?";

  private final String content;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private @Nullable String problem;
  private int problemPosition;
  private int next;

  /** Reads what is between the quotes. */
  DollarQuotation(String content) {
    this.content = content;
    while (next < content.length()) {
      if (content.charAt(next) == '\\') {
        escape(next++);
      } else {
        int c = content.codePointAt(next);
        write(c, next);
        next += Character.charCount(c);
      }
    }
  }

  /** The index of the quote that closes a quotation whose content begins here, or -1. */
  static int close(String line, int begin) {
    int i = begin;
    while (i < line.length() && line.charAt(i) != '\'') {
      i += line.charAt(i) == '\\' ? 2 : 1;
    }
    return i < line.length() ? i : -1;
  }

  String text() {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      report("the bytes in $'…' are not UTF-8", 0);
      return bytes.toString(UTF_8);
    }
  }

  /** What is wrong with it, or null; known once the text is. */
  @Nullable String problem() {
    return problem;
  }

  /** Where in the content the problem is. */
  int problemPosition() {
    return problemPosition;
  }

  /** Reads an escape, after its backslash. */
  private void escape(int begin) {
    char c = content.charAt(next++);
    int simple = LETTERS.indexOf(c);
    if (simple >= 0) {
      write(MEANINGS.charAt(simple), begin);
    } else if (c >= '0' && c <= '7') {
      next--;
      writeByte(number(8, 3), begin);
    } else if (c == 'x') {
      writeByte(number(16, 2), begin);
    } else if (c == 'u' || c == 'U') {
      write(number(16, c == 'u' ? 4 : 8), begin);
    } else if (c == 'c' && next < content.length()) {
      write(content.charAt(next++) & 0x1f, begin);
    } else {
      write('\\', begin);
      next--;
    }
  }

  /** Reads as many digits as there are, or returns -1 if there is none. */
  private int number(int radix, int most) {
    int value = -1;
    for (int i = 0; i < most && next < content.length(); i++) {
      int digit = Character.digit(content.charAt(next), radix);
      if (digit < 0) {
        break;
      }
      value = radix * Math.max(value, 0) + digit;
      next++;
    }
    return value;
  }

  private void writeByte(int value, int begin) {
    if (value <= 0 || value > 0xff) {
      report("the escape is no character", begin);
    } else {
      bytes.write(value);
    }
  }

  private void write(int codePoint, int begin) {
    boolean isHalf = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    if (codePoint <= 0 || codePoint > Character.MAX_CODE_POINT || isHalf) {
      report("the escape is no character", begin);
    } else {
      bytes.writeBytes(Character.toString(codePoint).getBytes(UTF_8));
    }
  }

  private void report(String what, int position) {
    if (problem == null) {
      problem = what;
      problemPosition = position;
    }
  }
}
