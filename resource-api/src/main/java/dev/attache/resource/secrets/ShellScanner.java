package dev.attache.resource.secrets;

import dev.attache.resource.secrets.ShellWords.Kind;
import dev.attache.resource.secrets.ShellWords.Unexpanded;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A scanner of one line by the quoting rules of POSIX shells. It goes on to the end after a
 * problem, so that also a line that is wrong can be shown without its secrets.
 */
final class ShellScanner {

  /** A word without its quoting, and where it stands in the line with it. */
  record Word(String text, int begin, int end) {}

  /** What stands in the shape of a word for a character that is quoted. */
  private static final char QUOTED = '\'';

  private static final Pattern EXPANSION =
      Pattern.compile("\\$(?:[A-Za-z_]\\w*|[0-9@*#?$!-]|\\{\\w*}?|\\()|`");

  private static final SparsePattern ACTIVE =
      new SparsePattern(
          Pattern.compile(
              "(?<operator>&&|\\|\\||;;|<<|>>|[<>]&|<>|>\\||[|&;<>])"
                  + "|(?<glob>(?<!\\$)[*?]|\\[[^\\]\\[]+])"
                  + "|(?<braces>(?<!\\$)\\{[^{}]*+})"
                  + "|(?<tilde>^~)|(?<comment>^#)"),
          ShellScanner::mayBeActive);

  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_]\\w*=");

  private final String line;
  private final List<Word> words = new ArrayList<>();
  private final List<Unexpanded> unexpanded = new ArrayList<>();
  private final Matcher expansion;
  private StringBuilder text = new StringBuilder();
  private StringBuilder shape = new StringBuilder();
  private @Nullable String problem;
  private int problemPosition;
  private int next;

  ShellScanner(String line) {
    this.line = line;
    expansion = EXPANSION.matcher(line);
    for (skipBlanks(); next < line.length(); skipBlanks()) {
      word();
    }
    unexpanded.sort(Comparator.comparingInt(Unexpanded::position));
  }

  List<Word> words() {
    return words;
  }

  List<Unexpanded> unexpanded() {
    return unexpanded;
  }

  /** What is wrong with the line, or null. */
  @Nullable String problem() {
    return problem;
  }

  int problemPosition() {
    return problemPosition;
  }

  private void skipBlanks() {
    int lineBreak = -1;
    while (next < line.length() && (isBlank(line.charAt(next)) || isContinuation())) {
      if (line.charAt(next) == '\n' && lineBreak < 0) {
        lineBreak = next;
      }
      next += isContinuation() ? 2 : 1;
    }
    if (lineBreak >= 0 && !words.isEmpty() && next < line.length()) {
      unexpanded.add(new Unexpanded(Kind.LINE_BREAK, "\n", lineBreak));
    }
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
  }

  private boolean isContinuation() {
    return line.startsWith("\\\n", next);
  }

  private void word() {
    int begin = next;
    text = new StringBuilder();
    shape = new StringBuilder();
    while (next < line.length() && !isBlank(line.charAt(next))) {
      switch (line.charAt(next)) {
        case '\'' -> singleQuoted();
        case '"' -> doubleQuoted();
        case '\\' -> backslash();
        case '$' -> dollar();
        default -> plain();
      }
      while (shape.length() < next - begin) {
        shape.append(QUOTED);
      }
    }
    words.add(new Word(text.toString(), begin, next));
    findActive(begin);
  }

  private void plain() {
    findExpansion();
    shape.append(line.charAt(next));
    text.append(line.charAt(next++));
  }

  private void dollar() {
    if (!line.startsWith("$'", next)) {
      plain();
      return;
    }
    int open = next + 1;
    int close = DollarQuotation.close(line, open + 1);
    if (close < 0) {
      text.append(line, open + 1, line.length());
      unclosed(open);
      return;
    }
    var quotation = new DollarQuotation(line.substring(open + 1, close));
    text.append(quotation.text());
    if (quotation.problem() != null) {
      report(quotation.problem(), open + 1 + quotation.problemPosition());
    }
    next = close + 1;
  }

  private void singleQuoted() {
    int close = line.indexOf('\'', next + 1);
    text.append(line, next + 1, close < 0 ? line.length() : close);
    if (close < 0) {
      unclosed(next);
    } else {
      next = close + 1;
    }
  }

  private void doubleQuoted() {
    int open = next++;
    while (next < line.length() && line.charAt(next) != '"') {
      char c = line.charAt(next);
      if (c == '\\' && next + 1 < line.length() && "$`\"\\\n".indexOf(line.charAt(next + 1)) >= 0) {
        backslash();
      } else {
        findExpansion();
        text.append(c);
        next++;
      }
    }
    if (next == line.length()) {
      unclosed(open);
    } else {
      next++;
    }
  }

  private void backslash() {
    if (next + 1 == line.length()) {
      report("\\ is followed by nothing", next);
    } else if (!isContinuation()) {
      text.append(line.charAt(next + 1));
    }
    next = Math.min(next + 2, line.length());
  }

  private void unclosed(int open) {
    report(line.charAt(open) + " is not closed", open);
    next = line.length();
  }

  private void report(String what, int position) {
    if (problem == null) {
      problem = what;
      problemPosition = position;
    }
  }

  private void findExpansion() {
    char c = line.charAt(next);
    if ((c == '$' || c == '`') && expansion.region(next, line.length()).lookingAt()) {
      unexpanded.add(new Unexpanded(Kind.EXPANSION, expansion.group(), next));
    }
  }

  private void findAssignment(int begin) {
    Matcher assignment = ASSIGNMENT.matcher(shape);
    if (assignment.lookingAt()) {
      unexpanded.add(new Unexpanded(Kind.ASSIGNMENT, assignment.group(), begin));
    }
  }

  private void findActive(int begin) {
    if (words.size() == 1) {
      findAssignment(begin);
    }
    SparsePattern.Search search = ACTIVE.in(shape);
    for (int from = 0; search.find(from); from = search.match().end()) {
      Matcher active = search.match();
      Kind kind = kind(active);
      if (kind != null) {
        int end = begin + active.end();
        String found = line.substring(begin + active.start(), end);
        unexpanded.add(new Unexpanded(kind, found, begin + active.start()));
      }
    }
  }

  private static boolean mayBeActive(CharSequence shape, int index) {
    return switch (shape.charAt(index)) {
      case '|', '&', ';', '<', '>', '*', '?', '[', '{' -> true;
      case '~', '#' -> index == 0;
      default -> false;
    };
  }

  private static @Nullable Kind kind(Matcher active) {
    if (active.group("operator") != null) {
      return Kind.OPERATOR;
    }
    String braces = active.group("braces");
    if (braces != null) {
      return braces.contains(",") || braces.contains("..") ? Kind.BRACES : null;
    }
    if (active.group("glob") != null) {
      return Kind.GLOB;
    }
    return active.group("tilde") != null ? Kind.TILDE : Kind.COMMENT;
  }
}
