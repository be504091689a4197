package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/** A question that is answered on one line of standard input; anything but a yes is a no. */
public final class YesQuestion {

  private static final Set<String> YES = Set.of("y", "yes");
  private static final int MAX_ANSWER = 1000;

  private final Streams streams;
  private final Console console;

  public YesQuestion(Streams streams, Console console) {
    this.streams = streams;
    this.console = console;
  }

  /** Whether the user says yes. */
  public boolean ask(String question) {
    console.prompt(question);
    try {
      return YES.contains(answer().strip().toLowerCase(Locale.ROOT));
    } catch (IOException e) {
      return false;
    }
  }

  /** Reads one line, and nothing of what follows it. */
  private String answer() throws IOException {
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
    }
    return line.toString(UTF_8);
  }
}
