package dev.attache.cli.chat;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * The words of a line as completion sees them: parts between blanks, and what follows {@code @"} to
 * the next quote. A line is accepted whatever it holds.
 */
final class WordParser implements Parser {

  /**
   * The word up to the cursor.
   *
   * @param word the part of it before the cursor, which alone is completed
   * @param before whether a word stands before it
   */
  private record Typed(String line, int cursor, String word, List<String> words)
      implements CompletingParsedLine {

    @Override
    public int wordCursor() {
      return word.length();
    }

    @Override
    public int wordIndex() {
      return words.size() - 1;
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean isComplete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return word.length();
    }

    @Override
    public int rawWordLength() {
      return word.length();
    }
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    String before = line.substring(0, cursor);
    int quoted = before.lastIndexOf("@\"");
    int start = quoted >= 0 && before.indexOf('"', quoted + 2) < 0 ? quoted : startOfWord(before);
    List<String> words =
        start == 0 ? List.of(before) : List.of(before.substring(0, start), before.substring(start));
    return new Typed(line, cursor, before.substring(start), words);
  }

  private static int startOfWord(String before) {
    int start = before.length();
    while (start > 0 && !Character.isWhitespace(before.charAt(start - 1))) {
      start--;
    }
    return start;
  }
}
