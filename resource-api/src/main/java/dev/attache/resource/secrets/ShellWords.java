package dev.attache.resource.secrets;

import java.text.ParseException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The words of a command line, as the quoting of POSIX shells has them (POSIX.1-2024, Shell Command
 * Language, section 2.2), without any expansion.
 *
 * <p>Words end at spaces, tabs and line breaks. A backslash, {@code '…'}, {@code "…"} and {@code
 * $'…'} quote; a backslash before a line break makes both disappear. Everything else stands for
 * itself: operators, wildcards, variables. A shell would have done something with those, which is
 * why they are listed. Immutable.
 *
 * @param words the words without their quoting, also empty ones
 * @param unexpanded what a shell would have acted on, in the order of the line
 */
public record ShellWords(List<String> words, List<Unexpanded> unexpanded) {

  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_]\\w*=.*", Pattern.DOTALL);

  /**
   * Takes copies of both lists.
   *
   * @param words the words without their quoting, also empty ones
   * @param unexpanded what a shell would have acted on, in the order of the line
   */
  public ShellWords {
    words = List.copyOf(words);
    unexpanded = List.copyOf(unexpanded);
  }

  /** What a shell does with a piece of a command line that is not quoted. */
  public enum Kind {
    /** Joins commands or redirects them: {@code |}, {@code &&}, {@code ;}, {@code >}. */
    OPERATOR,
    /** Begins another command, where there is a line break between words. */
    LINE_BREAK,
    /** Names files: {@code *}, {@code ?}, {@code [a-z]}. */
    GLOB,
    /** Names a home directory: {@code ~} at the beginning of a word. */
    TILDE,
    /** Is replaced: {@code $NAME}, {@code $(…)}, a backtick; also between double quotes. */
    EXPANSION,
    /** Becomes several words: {@code {a,b}}. */
    BRACES,
    /** Ends the line: {@code #} at the beginning of a word. */
    COMMENT,
    /** Sets a variable: {@code NAME=} at the beginning of the first word. */
    ASSIGNMENT
  }

  /**
   * A piece of a command line that stands for itself here, and would not in a shell.
   *
   * @param kind what a shell does with it
   * @param text the piece: {@code ||}, {@code $HOME}; of a substitution no more than its beginning
   * @param position its index in the line
   */
  public record Unexpanded(Kind kind, String text, int position) {}

  /**
   * {@return the words of a line}
   *
   * @param line any text, line breaks too
   * @throws ParseException if a quotation is not closed, nothing follows a backslash, or an escape
   *     within {@code $'…'} is no character; its offset is where that quotation or escape begins
   */
  public static ShellWords split(String line) throws ParseException {
    var scanner = new ShellScanner(line);
    if (scanner.problem() != null) {
      throw new ParseException(scanner.problem(), scanner.problemPosition());
    }
    return new ShellWords(
        scanner.words().stream().map(ShellScanner.Word::text).toList(), scanner.unexpanded());
  }

  /**
   * {@return words as one would type them: each quoted only if it has to be, and all on one line,
   * because a word with control characters becomes {@code $'…\n…'}}
   *
   * @param words any texts, also empty ones; the program first
   */
  public static String join(List<String> words) {
    var joined = new StringBuilder();
    for (String word : words) {
      boolean isFirst = joined.isEmpty();
      joined.append(isFirst ? "" : " ");
      boolean isAssignment = isFirst && ASSIGNMENT.matcher(word).matches();
      joined.append(isAssignment ? ShellQuoting.quote(word) : ShellQuoting.quoteIfNeeded(word));
    }
    return joined.toString();
  }
}
