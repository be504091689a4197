package dev.attache.mcp.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The variables of a file as {@code dotenv} reads it: a line each, {@code NAME=value}, with {@code
 * export} before it or not; lines that begin with {@code #} and what follows {@code #} after white
 * space are comments. A value in quotes may go over several lines; in double quotes {@code \n},
 * {@code \r}, {@code \t}, {@code \"}, {@code \\} and {@code \$} are what they are in most
 * languages. Variables in values are not expanded.
 */
final class EnvFile {

  private final String text;
  private final String label;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private int position;

  private EnvFile(String text, String label) {
    this.text = text.replace("\r\n", "\n");
    this.label = label;
  }

  /**
   * Returns the variables by their names, in order; the last of a name counts.
   *
   * @throws DefinitionException that says which line is wrong, and shows none of it
   */
  static Map<String, String> parse(String text, String label) throws DefinitionException {
    var file = new EnvFile(text, label);
    int nul = file.text.indexOf('\0');
    if (nul >= 0) {
      throw file.wrong(nul, "must not contain a NUL character");
    }
    while (file.position < file.text.length()) {
      file.readLine();
    }
    return file.variables;
  }

  private void readLine() throws DefinitionException {
    int end = endOfLine(position);
    String line = text.substring(position, end);
    if (line.isBlank() || line.strip().startsWith("#")) {
      position = end + 1;
      return;
    }
    int equals = line.indexOf('=');
    String name = name(equals < 0 ? "" : line.substring(0, equals).strip());
    if (name.isEmpty()) {
      throw wrong(position, "must be NAME=value");
    }
    int start = position + equals + 1;
    while (start < end && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    char first = start < end ? text.charAt(start) : ' ';
    boolean isQuoted = first == '"' || first == '\'' || first == '`';
    variables.put(name, isQuoted ? quoted(start, first) : plain(start, end));
  }

  private static String name(String written) {
    boolean isExported = written.startsWith("export ") || written.startsWith("export\t");
    String name = isExported ? written.substring("export ".length()).strip() : written;
    boolean isName =
        name.chars().noneMatch(c -> Character.isWhitespace(c) || c == '#' || c == '"' || c == '\'');
    return isName ? name : "";
  }

  private String plain(int start, int end) {
    position = end + 1;
    int stop = start;
    while (stop < end && !isComment(start, stop)) {
      stop++;
    }
    return text.substring(start, stop).strip();
  }

  private boolean isComment(int start, int index) {
    return text.charAt(index) == '#'
        && (index == start || Character.isWhitespace(text.charAt(index - 1)));
  }

  private String quoted(int start, char quote) throws DefinitionException {
    var value = new StringBuilder();
    int i = start + 1;
    while (i < text.length() && text.charAt(i) != quote) {
      char c = text.charAt(i);
      boolean isEscape = c == '\\' && quote == '"' && i + 1 < text.length();
      if (isEscape) {
        value.append(unescaped(text.charAt(i + 1)));
      } else {
        value.append(c);
      }
      i += isEscape ? 2 : 1;
    }
    if (i >= text.length()) {
      throw wrong(start, "has an unclosed quotation mark");
    }
    int end = endOfLine(i);
    String rest = text.substring(i + 1, end).strip();
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw wrong(i, "has text after the closing quotation mark");
    }
    position = end + 1;
    return value.toString();
  }

  private static String unescaped(char c) {
    return switch (c) {
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case '"', '\\', '$' -> String.valueOf(c);
      default -> "\\" + c;
    };
  }

  private int endOfLine(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private DefinitionException wrong(int index, String rule) {
    long line = 1 + text.substring(0, index).chars().filter(c -> c == '\n').count();
    return new DefinitionException(label + ":" + line + ": " + rule);
  }
}
