package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A question that is answered on one line of standard input. */
public final class LineQuestion {

  private static final int MAX_ANSWER = 64 << 10;

  private final Streams streams;
  private final Console console;

  public LineQuestion(Streams streams, Console console) {
    this.streams = streams;
    this.console = console;
  }

  /** Returns the line that answers, without its end; null if standard input has ended. */
  public @Nullable String ask(String question) {
    console.prompt(question);
    try {
      return line();
    } catch (IOException e) {
      return null;
    }
  }

  /** Reads one line, and nothing of what follows it. */
  private @Nullable String line() throws IOException {
    var line = new ByteArrayOutputStream();
    int b = streams.in().read();
    while (b >= 0 && b != '\n') {
      if (line.size() < MAX_ANSWER) {
        line.write(b);
      }
      b = streams.in().read();
    }
    if (b < 0) {
      console.show(""); // nobody has ended the line
      return line.size() == 0 ? null : line.toString(UTF_8);
    }
    String text = line.toString(UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
