package dev.attache.cli.chat;

import dev.attache.resource.secrets.ShellWords;
import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * The words of a line as completion sees them: parts between blanks, and what follows {@code @"} to
 * the next quote. A line is accepted whatever it holds.
 */
final class WordParser implements Parser {

  private static final String QUOTED = "@\"";

  /**
   * The word up to the cursor.
   *
   * @param raw the part of it before the cursor, as it is written
   * @param words the line before it, if there is any, and itself
   */
  private record Typed(String line, int cursor, String raw, List<String> words)
      implements CompletingParsedLine {

    @Override
    public String word() {
      return isQuoted() ? "@" + raw.substring(QUOTED.length()) : raw;
    }

    private boolean isQuoted() {
      return raw.startsWith(QUOTED);
    }

    @Override
    public int wordCursor() {
      return word().length();
    }

    @Override
    public int wordIndex() {
      return words.size() - 1;
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean isComplete) {
      String word = candidate.toString();
      if (!word.startsWith("@")) {
        return isComplete ? ShellWords.join(List.of(word)) : word;
      }
      boolean needsQuotes = word.chars().anyMatch(Character::isWhitespace);
      return isQuoted() || needsQuotes
          ? QUOTED + word.substring(1) + (isComplete ? "\"" : "")
          : word;
    }

    @Override
    public int rawWordCursor() {
      return raw.length();
    }

    @Override
    public int rawWordLength() {
      return raw.length();
    }
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    String before = line.substring(0, cursor);
    int quoted = before.lastIndexOf(QUOTED);
    int start =
        quoted >= 0 && before.indexOf('"', quoted + QUOTED.length()) < 0
            ? quoted
            : startOfWord(before);
    String raw = before.substring(start);
    return new Typed(
        line, cursor, raw, start == 0 ? List.of(raw) : List.of(before.substring(0, start), raw));
  }

  private static int startOfWord(String before) {
    int start = before.length();
    while (start > 0 && !Character.isWhitespace(before.charAt(start - 1))) {
      start--;
    }
    return start;
  }
}
