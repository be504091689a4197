package dev.attache.core.trust;

import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.spi.Invocation;
import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command line that the user lets run whoever asks: {@code git status}, or {@code git log *},
 * where a last word {@code *} stands for any further arguments. All else has to be equal.
 *
 * <p>Only a {@link ReadingProgram} takes the wildcard, and only for arguments by which it keeps to
 * reading, and to the workspace. Whatever else runs is named exactly.
 *
 * @param text the pattern as it was written
 * @param words its words, without the wildcard
 * @param reader what takes any further arguments; null if none may follow
 */
record CommandPattern(String text, List<String> words, @Nullable ReadingProgram reader) {

  private static final String WILDCARD = "*";

  CommandPattern {
    words = List.copyOf(words);
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if there is none of that spelling, saying why
   */
  static CommandPattern parse(String text) {
    ShellWords line = split(text);
    List<String> all = line.words();
    boolean isOpen = all.size() > 1 && endsWithWildcard(text, line);
    List<String> words = isOpen ? all.subList(0, all.size() - 1) : all;
    String problem = problem(words, isOpen);
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException("(" + text + ") " + problem);
    }
    return new CommandPattern(text, words, isOpen ? ReadingProgram.of(words) : null);
  }

  private static ShellWords split(String text) {
    try {
      return ShellWords.split(text);
    } catch (ParseException e) {
      throw new IllegalArgumentException("(" + text + ") " + e.getMessage(), e);
    }
  }

  /** Whether the last word is the wildcard; in quotes it stands for itself. */
  private static boolean endsWithWildcard(String text, ShellWords line) {
    int last = text.stripTrailing().length() - 1;
    return line.words().get(line.words().size() - 1).equals(WILDCARD)
        && line.unexpanded().stream().anyMatch(piece -> piece.position() == last);
  }

  private static String problem(List<String> words, boolean isOpen) {
    if (words.isEmpty() || words.get(0).isEmpty() || words.get(0).equals(WILDCARD)) {
      return "must begin with the name of a program";
    }
    return isOpen ? ReadingProgram.problemOfAnyArguments(words) : "";
  }

  /**
   * Whether this is one of the commands that are meant. A program that is named by no path has to
   * come from outside of where it runs, or the workspace could bring one of that name along.
   */
  boolean matches(Invocation invocation, Path workspace) {
    return isMeant(invocation, workspace)
        && (words.get(0).contains("/")
            || (isOutside(invocation.path(), workspace)
                && isOutside(invocation.path(), invocation.directory())));
  }

  private boolean isMeant(Invocation invocation, Path workspace) {
    List<String> given = invocation.words();
    int count = words.size();
    if (reader == null || given.size() <= count) {
      return given.equals(words);
    }
    return given.subList(0, count).equals(words)
        && reader.allows(given.subList(count, given.size()), invocation, workspace);
  }

  private static boolean isOutside(Path file, Path directory) {
    if (file.normalize().startsWith(directory)) {
      return false;
    }
    Path parent = file.getParent();
    try {
      return parent != null && !parent.toRealPath().startsWith(directory);
    } catch (IOException e) {
      return false; // nobody knows where it is
    }
  }
}
