package dev.attache.handlers.cmd.spelling;

import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.secrets.ShellWords.Kind;
import dev.attache.resource.secrets.ShellWords.Unexpanded;
import java.text.ParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A parser of one {@code cmd:PROGRAM ARGUMENT …}, written as for a shell that is not there. */
final class LineSpelling {

  private LineSpelling() {}

  static CommandUri parse(ReferenceText text, Workspace workspace) throws ResourceException {
    int begin = text.afterScheme();
    String line = text.value().substring(begin);
    ShellWords split = split(text, line, begin);
    List<String> words = split.words();
    int position = begin + beginOfProgram(line);
    if (words.isEmpty() || words.get(0).isEmpty()) {
      throw text.invalid("the program is missing", position, "write cmd:PROGRAM ARGUMENT …");
    }
    String program = words.get(0);
    new Placement(text, workspace).checkProgram(program, workspace.directory(), position);
    return new CommandUri(
        program,
        words.subList(1, words.size()),
        workspace.directory(),
        "",
        null,
        null,
        Map.of(),
        warnings(split));
  }

  private static ShellWords split(ReferenceText text, String line, int begin)
      throws ResourceException {
    try {
      return ShellWords.split(line);
    } catch (ParseException e) {
      String problem = e.getMessage() == null ? "invalid quoting" : e.getMessage();
      throw text.invalid(
          problem,
          begin + e.getErrorOffset(),
          "quote it as for a shell, or write cmd://PROGRAM?arg=…&arg=…");
    }
  }

  private static int beginOfProgram(String line) {
    int begin = 0;
    while (begin < line.length() && " \t\n".indexOf(line.charAt(begin)) >= 0) {
      begin++;
    }
    return begin;
  }

  /** Says of each kind of thing that a shell would have acted on what became of the first. */
  private static List<String> warnings(ShellWords split) {
    Set<Kind> seen = EnumSet.noneOf(Kind.class);
    List<String> redacted = Redaction.redactArguments(split.words());
    boolean isPublic = redacted.equals(split.words());
    String shown = String.join(" ", redacted);
    String program = ShellWords.join(Redaction.redactArguments(split.words()).subList(0, 1));
    return split.unexpanded().stream()
        .filter(found -> seen.add(found.kind()))
        .map(found -> isPublic || shown.contains(found.text()) ? found : hidden(found))
        .map(found -> warning(found, program))
        .toList();
  }

  /** A password may well hold a dollar sign that nobody quoted. */
  private static Unexpanded hidden(Unexpanded found) {
    return switch (found.kind()) {
      case LINE_BREAK, ASSIGNMENT -> found; // no text of the user's, or only a name
      default ->
          new Unexpanded(found.kind(), "something in what is " + Redaction.MARK, found.position());
    };
  }

  private static String warning(Unexpanded found, String program) {
    return switch (found.kind()) {
      case LINE_BREAK ->
          "a line break only separates words, because no shell is involved; write sh -c '…' for"
              + " several commands";
      case ASSIGNMENT ->
          found.text()
              + " starts the program name, because no shell is involved; put env before it";
      case OPERATOR -> asItIs(found, program) + "; quote it, or write sh -c '…'";
      case GLOB ->
          asItIs(found, program) + "; quote it, or write sh -c '…' for the files it matches";
      case TILDE -> asItIs(found, program) + "; quote it, or write the path of the directory";
      case EXPANSION -> asItIs(found, program) + "; quote it, or write sh -c '…' for its value";
      case BRACES -> asItIs(found, program) + "; quote it, or write the words that you mean";
      case COMMENT ->
          asItIs(found, program) + ", and so is everything after it; quote it, or leave it out";
    };
  }

  private static String asItIs(Unexpanded found, String program) {
    return ReferenceText.shown(found.text())
        + " is passed to "
        + program
        + " as is, because no shell is involved";
  }
}
