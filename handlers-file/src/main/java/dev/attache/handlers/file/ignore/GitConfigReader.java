package dev.attache.handlers.file.ignore;

import org.jspecify.annotations.Nullable;

/**
 * A cursor over the settings of one git configuration file (git-config(1), "Syntax").
 *
 * <p>Used as {@code while (reader.next())}; it ends at the end of the text or at the first line
 * that is not of the syntax.
 */
final class GitConfigReader {
  private static final int END = -1;

  private final String text;
  private int at;
  private int line = 1;
  private boolean isBroken;
  private String section = "";
  private @Nullable String subsection;
  private String key = "";
  private @Nullable String value;

  GitConfigReader(String text) {
    String unmarked = text.startsWith("\ufeff") ? text.substring(1) : text;
    this.text = unmarked.replace("\r\n", "\n");
  }

  /** Moves to the next setting; false at the end. */
  boolean next() {
    while (!isBroken) {
      skipBlanks();
      int c = peek();
      if (c == END) {
        return false;
      } else if (c == '#' || c == ';') {
        skipLine();
      } else if (c == '[') {
        isBroken = !readSection();
      } else {
        isBroken = !readSetting();
        return !isBroken;
      }
    }
    return false;
  }

  /** {@code section.name} or {@code section.subsection.name}. */
  String key() {
    return key;
  }

  /** The value; null if the line is a name alone, which means true. */
  @Nullable String value() {
    return value;
  }

  boolean isBroken() {
    return isBroken;
  }

  /** The number of the line the cursor is in, from 1. */
  int line() {
    return line;
  }

  private boolean readSection() {
    at++;
    int from = at;
    while (isNamePart(peek()) || peek() == '.') {
      at++;
    }
    section = text.substring(from, at);
    subsection = null;
    if (peek() == ' ' || peek() == '\t') {
      skipSpaces();
      if (peek() != '"' || !readSubsection()) {
        return false;
      }
    }
    return read() == ']' && !section.isEmpty();
  }

  private boolean readSubsection() {
    at++;
    var name = new StringBuilder();
    for (int c = read(); c != '"'; c = read()) {
      if (c == '\\') {
        c = read();
      }
      if (c == END || c == '\n') {
        return false;
      }
      name.append((char) c);
    }
    subsection = name.toString();
    return true;
  }

  private boolean readSetting() {
    int from = at;
    while (isNamePart(peek())) {
      at++;
    }
    if (from == at || !Character.isLetter(text.charAt(from)) || section.isEmpty()) {
      return false;
    }
    key = GitConfig.key(section, subsection, text.substring(from, at));
    skipSpaces();
    if (peek() == '\n' || peek() == END) {
      value = null;
      return true;
    }
    return read() == '=' && readValue();
  }

  private boolean readValue() {
    skipSpaces();
    var read = new StringBuilder();
    int kept = 0;
    boolean quoted = false;
    while (peek() != '\n' && peek() != END) {
      int c = read();
      if (!quoted && (c == '#' || c == ';')) {
        skipLine();
        break;
      }
      if (c == '"') {
        quoted = !quoted;
        kept = read.length();
      } else if (c == '\\') {
        if (!readEscape(read)) {
          return false;
        }
        kept = read.length();
      } else {
        read.append((char) c);
        kept = quoted || !isSpace(c) ? read.length() : kept;
      }
    }
    read.setLength(kept);
    value = read.toString();
    return !quoted;
  }

  private boolean readEscape(StringBuilder to) {
    int c = read();
    switch (c) {
      case '\n' -> {} // the value goes on in the next line
      case '"', '\\' -> to.append((char) c);
      case 'n' -> to.append('\n');
      case 't' -> to.append('\t');
      case 'b' -> to.append('\b');
      default -> {
        return false;
      }
    }
    return true;
  }

  private void skipBlanks() {
    while (peek() == '\n' || isSpace(peek())) {
      read();
    }
  }

  private void skipSpaces() {
    while (isSpace(peek())) {
      at++;
    }
  }

  private void skipLine() {
    while (peek() != '\n' && peek() != END) {
      at++;
    }
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private int read() {
    int c = peek();
    at += c == END ? 0 : 1;
    line += c == '\n' ? 1 : 0;
    return c;
  }

  private static boolean isSpace(int c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private static boolean isNamePart(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  }
}
