package dev.attache.types.tables;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a script that names its interpreter: {@code #!}, a path, and arguments.
 *
 * <p>{@code /usr/bin/env} is looked through, with its options ({@code -S}) and assignments, as GNU
 * env has them; a UTF-8 byte order mark before the line is passed over.
 */
public final class Shebang {
  private static final int LONGEST_LINE = 256;

  private Shebang() {}

  /**
   * The types that the line's interpreter runs, separated by commas and the usual one first, or
   * null.
   */
  public static @Nullable String types(byte[] data, int length) {
    int start = ContentTypes.afterMark(data, length);
    if (length < start + 3 || data[start] != '#' || data[start + 1] != '!') {
      return null;
    }
    int end = start + 2;
    while (end < length && end < start + LONGEST_LINE && data[end] != '\n' && data[end] != '\r') {
      end++;
    }
    var line = new String(data, start + 2, end - start - 2, StandardCharsets.ISO_8859_1).trim();
    return ofProgram(program(line));
  }

  private static String program(String line) {
    int from = 0;
    while (from < line.length()) {
      int to = endOfWord(line, from);
      String word =
          line.substring(
              line.lastIndexOf('/', to - 1) >= from ? line.lastIndexOf('/', to - 1) + 1 : from, to);
      if (!word.equals("env") && !word.startsWith("-") && word.indexOf('=') < 0) {
        return word;
      }
      from = to;
      while (from < line.length() && line.charAt(from) <= ' ') {
        from++;
      }
    }
    return "";
  }

  private static int endOfWord(String line, int from) {
    int to = from;
    while (to < line.length() && line.charAt(to) > ' ') {
      to++;
    }
    return to;
  }

  /**
   * Looks a program up; {@code python3.11} and {@code ruby-2.7} are found without their versions.
   */
  private static @Nullable String ofProgram(String program) {
    String types = NameTypes.ofInterpreter(program);
    int end = program.length();
    while (types == null && end > 1 && isVersion(program.charAt(end - 1))) {
      end--;
      types = NameTypes.ofInterpreter(program.substring(0, end));
    }
    return types;
  }

  private static boolean isVersion(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-';
  }
}
