package dev.attache.cli.chat;

/** Lines that are one message: all but the last end with a backslash. */
final class JoinedLines {

  /** What asks for a message. */
  static final String PROMPT = "> ";

  /** What asks for its next line. */
  static final String NEXT_PROMPT = ". ";

  private JoinedLines() {}

  /** Whether a text ends with a backslash that joins the next line to it. */
  static boolean goesOn(String text) {
    int start = text.length();
    while (start > 0 && text.charAt(start - 1) == '\\') {
      start--;
    }
    return (text.length() - start) % 2 == 1; // two of them are meant
  }
}
